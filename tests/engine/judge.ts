import { codes, errorBody, type Violation } from '../../spec/contract';
import type { ClauseId } from '../../spec/ledger';
import type { Finding } from './evidence';
import { isObject, kindOf } from './json';
import { inWords, quote } from './wording';

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

/** The clauses judged, met or not, and a finding for each that is not met. */
export interface Judgement {
  judged: ClauseId[];
  findings: Omit<Finding, 'exchange'>[];
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
export function judge(seen: Seen, body: unknown = parse(seen.text)): Judgement {
  return seen.status >= 200 && seen.status < 300 ? judgeSuccess(seen, body) : judgeFailure(seen, body);
}

function judgeSuccess(seen: Seen, body: unknown): Judgement {
  const findings: Judgement['findings'] = [];
  if (seen.known && body === undefined) {
    findings.push(breach('service.json', 'a JSON body', inWords(seen)));
  }
  const judged: ClauseId[] = seen.known ? ['service.json'] : [];
  if (isErrorBody(body)) {
    const received = `${seen.status} with the error object of ${JSON.stringify(body.error.code)}`;
    findings.push(breach('errors.code.status', 'no error object under a success status', received));
    judged.push('errors.code.status');
  }
  return { judged, findings };
}

function judgeFailure(seen: Seen, body: unknown): Judgement {
  const singleField = 'a JSON object with one field, error';
  if (!isObject(body)) {
    const finding = breach('errors.body.single-field', singleField, inWords(seen));
    return { judged: ['errors.body.single-field'], findings: [finding, ...advise(seen, undefined)] };
  }
  const findings: Judgement['findings'] = [];
  const fields = Object.keys(body);
  if (fields.length !== 1 || fields[0] !== 'error') {
    const received =
      fields.length === 0 ? 'an object without fields' : `the fields ${fields.slice(0, 8).join(', ')}`;
    findings.push(breach('errors.body.single-field', singleField, received));
  }
  if (!('error' in body)) return { judged: ['errors.body.single-field'], findings };

  findings.push(...errorBody({ error: body.error }).flatMap((violation) => breachOf(violation, body.error)));
  const error = isObject(body.error) ? body.error : {};
  findings.push(
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
  return { judged: [...judged, 'errors.body.media-type'], findings };
}

function breachOf(violation: Violation, error: unknown): Judgement['findings'] {
  const { pointer, keyword, params } = violation;
  if (keyword === 'required') {
    const field = String(params.missingProperty);
    const clause = clauseOfField[`/error/${field}`];
    const received = `no error.${field}`;
    const missing = breach('errors.object.fields', 'code, message and type', received);
    return clause ? [missing, breach(clause, `error.${field}`, received)] : [missing];
  }
  if (keyword === 'additionalProperties') {
    const received = `error.${String(params.additionalProperty)} beside them`;
    return [breach('errors.object.fields', 'code, message and type, and nothing else', received)];
  }
  const clause = clauseOfField[pointer];
  if (clause === undefined) {
    return [
      breach('errors.object.fields', 'an object with code, message and type', `error is ${kindOf(error)}`),
    ];
  }
  const value = isObject(error) ? error[pointer.slice('/error/'.length)] : undefined;
  const received = typeof value === 'string' ? quote(value) : kindOf(value);
  const expected: Record<string, string> = {
    'errors.code.listed': 'error.code is one of the eleven codes',
    'errors.message.string': 'error.message is a string',
    'errors.type.constant': 'error.type is <service>_error',
  };
  return [breach(clause, expected[clause] ?? '', received)];
}

function judgeStatus(status: number, code: unknown): Judgement['findings'] {
  const due = statusOf(code);
  if (due === undefined || due === status) return [];
  return [breach('errors.code.status', `${due} ${code}`, `${status} ${code}`)];
}

function statusOf(code: unknown): number | undefined {
  return typeof code === 'string' && Object.hasOwn(codes, code)
    ? codes[code as keyof typeof codes]
    : undefined;
}

function judgeType(seen: Seen, type: unknown): Judgement['findings'] {
  if (typeof type !== 'string') return [];
  const findings: Judgement['findings'] = [];
  if (seen.firstType !== undefined && seen.firstType !== type) {
    const expected = `error.type is ${quote(seen.firstType)}, as in the run's first error`;
    findings.push(breach('errors.type.constant', expected, quote(type)));
  }
  const due = seen.words.map((word) => `${word}_error`);
  if (due.length > 0 && !due.includes(type)) {
    findings.push(breach('errors.type.service', `error.type is ${due.map(quote).join(' or ')}`, quote(type)));
  }
  return findings;
}

const tracePatterns = [
  /^\s+at .+:\d+:\d+\)?$/m,
  /Traceback \(most recent call last\)/,
  /\bat [\w.$]+\([\w]+\.java:\d+\)/,
  /(?:^|[\s"'(])\/(?:usr|home|var|opt|srv|app|root)\/[\w./-]+/,
  /\b[A-Z]:\\\\?[\w\\ ]+\.\w+/,
];

function advise(seen: Seen, error: Record<string, unknown> | undefined): Judgement['findings'] {
  const findings: Judgement['findings'] = [];
  const deviates = (clause: ClauseId, expected: string, received: string) =>
    findings.push({ clause, verdict: 'deviates', expected, received });
  const json = /^application\/(?:[\w.+-]+\+)?json\b/i.test(seen.contentType);
  if (error !== undefined && (!json || seen.byteOrderMark)) {
    const received = seen.byteOrderMark ? 'a byte-order mark' : seen.contentType || 'no content type';
    deviates('errors.body.media-type', 'application/json without a byte-order mark', received);
  }
  if (error?.message === '') deviates('errors.message.empty', 'a message with words', 'an empty string');
  if (seen.leaks.length > 0) {
    deviates('errors.secret-free', 'no key in an error', `the value of ${seen.leaks.join(', ')}`);
  } else if (tracePatterns.some((pattern) => pattern.test(messageOf(seen, error)))) {
    deviates('errors.secret-free', 'no stack trace or file path in an error', 'one of them');
  }
  return findings;
}

/** A message is searched unescaped, so that a trace's line ends are line ends. */
function messageOf(seen: Seen, error: Record<string, unknown> | undefined): string {
  return typeof error?.message === 'string' ? error.message : (seen.text ?? '');
}

/** The body is the error object and nothing else: a job's own record of a failure is not. */
export function isErrorBody(body: unknown): body is { error: Record<string, unknown> } {
  return isObject(body) && Object.keys(body).length === 1 && isObject(body.error) && 'code' in body.error;
}

/** The JSON value of a text, or undefined where it is none. */
export function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function breach(clause: ClauseId, expected: string, received: string): Omit<Finding, 'exchange'> {
  return { clause, verdict: 'violates', expected, received };
}
