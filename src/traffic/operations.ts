import { knownOperations } from '../../spec/contract';
import { knownIds, patternOf } from '../../spec/operations';
import type { RequestSpec, Target } from '../drive/target';
import { escapeRegExp } from '../judge/escape-reg-exp';
import type { Operation } from '../judge/evidence';
import { isObject } from '../judge/json';

/** A request, as it is told what it asks for. */
interface Asked {
  /** In capitals. */
  method: string;
  /** Below the base URL. */
  path: string;
  query: URLSearchParams;
  /** Parsed; undefined where it is no JSON. */
  body: unknown;
}

/** How the document or the target file spells a request of an operation. */
export interface Spelling {
  operation: Operation;
  method: string;
  path: RegExp;
  query: URLSearchParams;
  /** As it is made with markers; undefined where nothing is told of it. */
  body: unknown;
}

/** What a request asks for, and whether it is spelt just so: else a success of it may be that of something else. */
export interface Recognised {
  operation: Operation;
  exact: boolean;
}

/** Stands where the value of a client stands. No target spells it. */
const MARKER = 'zq9marker7';

/** Every spelling of the document, and of a target file, whose builders are called with a marker. */
export function spellingsOf({ text, job, workflow, run, messages }: Target): Spelling[] {
  const fields = { model: MARKER, prompt: MARKER };
  const others = { model: MARKER, messages: messages === undefined ? MARKER : [MARKER] };
  const nothing = { status: 200, headers: {}, body: {} };
  const made: [Operation, (() => RequestSpec) | undefined][] = [
    ['text', text && (() => text(fields))],
    ['text', text && (() => text(others))],
    ['submit', job?.submit && (() => job.submit?.(fields) as RequestSpec)],
    ['submit', job?.submit && (() => job.submit?.(others) as RequestSpec)],
    ['workflow', workflow && (() => workflow.submit([]))],
    ['run', run && (() => run(MARKER, nothing))],
  ];
  return [
    ...knownIds.map(
      (operation): Spelling => ({
        operation,
        method: knownOperations[operation].method,
        path: whole(patternOf(operation)),
        query: new URLSearchParams(),
        body: undefined,
      }),
    ),
    ...made.flatMap(([operation, make]) => (make === undefined ? [] : spellingOf(operation, make))),
  ];
}

function spellingOf(operation: Operation, make: () => RequestSpec): Spelling[] {
  try {
    const { method = 'GET', path, body } = make();
    const [place = '', query = ''] = path.split('?');
    const sent = Buffer.isBuffer(body) || body === undefined ? undefined : JSON.parse(JSON.stringify(body));
    const pattern = escapeRegExp(place).replaceAll(MARKER, '[^/]+');
    return [
      {
        operation,
        method: method.toUpperCase(),
        path: whole(pattern),
        query: new URLSearchParams(query),
        body: sent,
      },
    ];
  } catch {
    // A builder that refuses the marker spells nothing that could be told by it.
    return [];
  }
}

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`);
}

/** What a request asks for; null where neither the document nor the target file tells. */
export function recognised(spellings: readonly Spelling[], asked: Asked): Recognised | null {
  const alike = spellings.filter(
    ({ method, path, query }) =>
      method === asked.method &&
      path.test(asked.path) &&
      [...query].every(([name, value]) => asked.query.has(name, value === MARKER ? undefined : value)),
  );
  // Operations may share a method and a path, and differ in the body.
  const fitting = alike.filter(({ body }) => fits(body, asked.body));
  const [first] = fitting.length > 0 ? fitting : alike;
  if (first === undefined) return null;
  const { operation } = first;
  const alone = fitting.length > 0 && fitting.every((each) => each.operation === operation);
  return { operation, exact: alone && fitting.some((spelling) => hasNoMore(spelling, asked)) };
}

/** Whether all is there that is the same in every request so spelt. */
function fits(made: unknown, sent: unknown): boolean {
  // A list holds what the client puts into it.
  if (made === undefined || Array.isArray(made)) return true;
  if (!isObject(made)) return isMarked(made) || made === sent;
  return (
    isObject(sent) &&
    Object.entries(made).every(([name, value]) => (name in sent ? fits(value, sent[name]) : isMarked(value)))
  );
}

function isMarked(made: unknown): boolean {
  return JSON.stringify(made)?.includes(MARKER) ?? false;
}

/**
 * Of what the document shows, no query, which it does not; of a text request, no field that the target file does not
 * spell, since such a field may ask for another kind of answer: a stream, or no job.
 */
function hasNoMore({ operation, query, body }: Spelling, asked: Asked): boolean {
  if (body === undefined) return [...asked.query.keys()].every((name) => query.has(name));
  return operation !== 'text' || hasOnly(body, asked.body);
}

function hasOnly(made: unknown, sent: unknown): boolean {
  if (!isObject(made) || !isObject(sent)) return true;
  return Object.entries(sent).every(([name, value]) => name in made && hasOnly(made[name], value));
}
