import { knownOperations } from '../../spec/contract';
import { knownIds, patternOf } from '../../spec/operations';
import type { RequestSpec, Target } from '../drive/target';
import { escapeRegExp } from '../judge/escape-reg-exp';
import type { Operation } from '../judge/evidence';
import { isObject } from '../judge/json';

/** A request whose operation is to be found. */
interface UnknownRequest {
  /** In capitals. */
  method: string;
  /** Below the base URL. */
  path: string;
  query: URLSearchParams;
  /** Parsed; undefined where it is no JSON. */
  body: unknown;
}

/** How the document or the target file describes the requests of an operation. */
export interface Spelling {
  operation: Operation;
  method: string;
  path: RegExp;
  query: URLSearchParams;
  /** The request as built with markers; undefined where it is not described. */
  body: unknown;
}

/**
 * The operation of a request, and whether the request matches the description exactly. If not, its success
 * may be that of something else.
 */
export interface Recognised {
  operation: Operation;
  exact: boolean;
}

/** Stands for a value of the client. No target uses it. */
const MARKER = 'zq9marker7';

/**
 * The requests that the document and a target file describe. Builders of the target file are called with a
 * marker.
 */
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
    // A builder that throws for the marker describes nothing by which a request could be recognised.
    return [];
  }
}

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`);
}

/** The operation of a request; null where neither the document nor the target file describes it. */
export function recognised(spellings: readonly Spelling[], asked: UnknownRequest): Recognised | null {
  const alike = spellings.filter(
    ({ method, path, query }) =>
      method === asked.method &&
      path.test(asked.path) &&
      [...query].every(([name, value]) => asked.query.has(name, value === MARKER ? undefined : value)),
  );
  // Operations may share method and path and differ in the body.
  const fitting = alike.filter(({ body }) => fits(body, asked.body));
  const [first] = fitting.length > 0 ? fitting : alike;
  if (first === undefined) return null;
  const { operation } = first;
  const alone = fitting.length > 0 && fitting.every((each) => each.operation === operation);
  return { operation, exact: alone && fitting.some((spelling) => hasNoMore(spelling, asked)) };
}

/** Whether a request has everything that is the same in all requests so described. */
function fits(made: unknown, sent: unknown): boolean {
  // The client chooses the items of a list.
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
 * Operations in the document must have no query, since it shows none. A text request must have no field that
 * the target file does not use: such a field may request another kind of response, a stream or no job.
 */
function hasNoMore({ operation, query, body }: Spelling, asked: UnknownRequest): boolean {
  if (body === undefined) return [...asked.query.keys()].every((name) => query.has(name));
  return operation !== 'text' || hasOnly(body, asked.body);
}

function hasOnly(made: unknown, sent: unknown): boolean {
  if (!isObject(made) || !isObject(sent)) return true;
  return Object.entries(sent).every(([name, value]) => name in made && hasOnly(made[name], value));
}
