import { codes, type ErrorCode, errorBody, type Violation } from '../../spec/contract';
import type { ClauseId } from '../../spec/ledger';
import { isErrorBody, observed, parse } from './answer';
import type { Universal } from './evidence';
import type { Observation, Rule } from './expectation';
import { isObject, kindOf } from './json';
import { quoted } from './wording';

/** An answer as the silent judgement sees it. */
export interface Seen {
  status: number;
  contentType: string;
  /** The body as text; null where its bytes are no UTF-8 (RFC 8259, 8.1). */
  text: string | null;
  byteOrderMark: boolean;
  /** One of the three operations whose path the contract shows. */
  known: boolean;
  /** Variables whose values the answer holds. */
  leaks: string[];
  /** The first `error.type` of this run; undefined where this is the first. */
  firstType?: string | undefined;
  /** The service words that the model names show (or SERVICE); empty where none are known. */
  words: readonly string[];
}

/** Which clause a breach of the error object's schema belongs to, besides errors.object.fields. */
const clauseOfField: Record<string, ClauseId> = {
  '/error/code': 'errors.code.listed',
  '/error/message': 'errors.message.string',
  '/error/type': 'errors.type.constant',
};

/**
 * Judges any answer by what holds for all of them (contract 2.1, 4, 7): a success by being JSON where its
 * operation is known and by carrying no error object, everything else by the error contract.
 * @param body what the text was parsed to, where it was
 */
export function judge(seen: Seen, body: unknown = parse(seen.text)): Universal {
  return seen.status >= 200 && seen.status < 300 ? judgeSuccess(seen, body) : judgeFailure(seen, body);
}

type Breaches = Universal['breaches'];

function judgeSuccess(seen: Seen, body: unknown): Universal {
  const breaches: Breaches = [];
  if (seen.known && body === undefined) {
    breaches.push(breach('service.json', 'json body', observed(seen)));
  }
  const judged: ClauseId[] = seen.known ? ['service.json'] : [];
  if (isErrorBody(body)) {
    const what = `the error object of ${JSON.stringify(body.error.code)}`;
    const received: Observation = { kind: 'found', status: seen.status, what };
    breaches.push(breach('errors.code.status', 'no error under success', received));
    judged.push('errors.code.status');
  }
  return { judged, breaches };
}

function judgeFailure(seen: Seen, body: unknown): Universal {
  if (!isObject(body)) {
    const first = breach('errors.body.single-field', 'single field', observed(seen));
    return { judged: ['errors.body.single-field'], breaches: [first, ...advise(seen, undefined)] };
  }
  const breaches: Breaches = [];
  const fields = Object.keys(body);
  if (fields.length !== 1 || fields[0] !== 'error') {
    const received =
      fields.length === 0 ? 'an object without fields' : `the fields ${fields.slice(0, 8).join(', ')}`;
    breaches.push(breach('errors.body.single-field', 'single field', is(received)));
  }
  if (!('error' in body)) return { judged: ['errors.body.single-field'], breaches };

  breaches.push(...errorBody({ error: body.error }).flatMap((violation) => breachOf(violation, body.error)));
  const error = isObject(body.error) ? body.error : {};
  breaches.push(
    ...judgeStatus(seen.status, error.code),
    ...judgeType(seen, error.type),
    ...advise(seen, error),
  );
  const judged: ClauseId[] = ['errors.body.single-field', 'errors.object.fields', 'errors.secret-free'];
  if (isObject(body.error))
    judged.push('errors.code.listed', 'errors.message.string', 'errors.type.constant');
  if (statusOf(error.code) !== undefined) judged.push('errors.code.status');
  if (typeof error.type === 'string' && seen.words.length > 0) judged.push('errors.type.service');
  if (typeof error.message === 'string') judged.push('errors.message.empty');
  return { judged: [...judged, 'errors.body.media-type'], breaches };
}

function breachOf(violation: Violation, error: unknown): Breaches {
  const { pointer, keyword, params } = violation;
  if (keyword === 'required') {
    const field = String(params.missingProperty);
    const clause = clauseOfField[`/error/${field}`];
    const received = is(`no error.${field}`);
    const missing = breach('errors.object.fields', 'three fields', received);
    return clause ? [missing, breach(clause, 'field', received, [field])] : [missing];
  }
  if (keyword === 'additionalProperties') {
    const received = is(`error.${String(params.additionalProperty)} beside them`);
    return [breach('errors.object.fields', 'no more fields', received)];
  }
  const clause = clauseOfField[pointer];
  if (clause === undefined)
    return [breach('errors.object.fields', 'an object', is(`error is ${kindOf(error)}`))];
  const value = isObject(error) ? error[pointer.slice('/error/'.length)] : undefined;
  const rule = ruleOfField[pointer] ?? 'field';
  return [breach(clause, rule, is(typeof value === 'string' ? quoted(value) : kindOf(value)))];
}

const ruleOfField: Record<string, Rule> = {
  '/error/code': 'listed code',
  '/error/message': 'message string',
  '/error/type': 'type form',
};

function judgeStatus(status: number, code: unknown): Breaches {
  const due = statusOf(code);
  if (due === undefined || due === status) return [];
  const pair = { status: due, code: code as ErrorCode };
  return [
    {
      clause: 'errors.code.status',
      expected: { kind: 'failure', pairs: [pair] },
      received: is(`${status} ${code}`),
    },
  ];
}

function statusOf(code: unknown): number | undefined {
  return typeof code === 'string' && Object.hasOwn(codes, code)
    ? codes[code as keyof typeof codes]
    : undefined;
}

function judgeType(seen: Seen, type: unknown): Breaches {
  if (typeof type !== 'string') return [];
  const breaches: Breaches = [];
  if (seen.firstType !== undefined && seen.firstType !== type) {
    breaches.push(breach('errors.type.constant', 'type as before', is(quoted(type)), [seen.firstType]));
  }
  const due = seen.words.map((word) => `${word}_error`);
  if (due.length > 0 && !due.includes(type)) {
    breaches.push(breach('errors.type.service', 'type of the models', is(quoted(type)), due));
  }
  return breaches;
}

const tracePatterns = [
  /^\s+at .+:\d+:\d+\)?$/m,
  /Traceback \(most recent call last\)/,
  /\bat [\w.$]+\([\w]+\.java:\d+\)/,
  /(?:^|[\s"'(])\/(?:usr|home|var|opt|srv|app|root)\/[\w./-]+/,
  /\b[A-Z]:\\\\?[\w\\ ]+\.\w+/,
];

function advise(seen: Seen, error: Record<string, unknown> | undefined): Breaches {
  const breaches: Breaches = [];
  const deviates = (clause: ClauseId, rule: Rule, received: string) =>
    breaches.push(breach(clause, rule, is(received)));
  const json = /^application\/(?:[\w.+-]+\+)?json\b/i.test(seen.contentType);
  if (error !== undefined && (!json || seen.byteOrderMark)) {
    const received = seen.byteOrderMark ? 'a byte-order mark' : seen.contentType || 'no content type';
    deviates('errors.body.media-type', 'media type', received);
  }
  if (error?.message === '') deviates('errors.message.empty', 'message with words', 'an empty string');
  if (seen.leaks.length > 0) {
    deviates('errors.secret-free', 'no key', `the value of ${seen.leaks.join(', ')}`);
  } else if (tracePatterns.some((pattern) => pattern.test(messageOf(seen, error)))) {
    deviates('errors.secret-free', 'no trace', 'one of them');
  }
  return breaches;
}

/** A message is searched unescaped, so that a trace's line ends are line ends. */
function messageOf(seen: Seen, error: Record<string, unknown> | undefined): string {
  return typeof error?.message === 'string' ? error.message : (seen.text ?? '');
}

function breach(clause: ClauseId, rule: Rule, received: Observation, values?: string[]): Breaches[number] {
  return { clause, expected: { kind: 'rule', rule, ...(values && { values }) }, received };
}

function is(what: string): Observation {
  return { kind: 'seen', what };
}
