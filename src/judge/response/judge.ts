import querystring from 'node:querystring';
import { contract, knownOperations } from '../../../spec/contract';
import type { ErrorCode } from '../../../spec/error-code';
import type { ClauseId } from '../../../spec/ledger';
import { hasBody, isKnownOperation, type KnownOperation } from '../../../spec/operations';
import { pathOf } from '../../../spec/pointer';
import type { Validators, Violation } from '../../../spec/validators';
import type { Exchange, Operation, Response, Universal, UniversalViolation } from '../data/evidence';
import type { Expectation, Observation, Rule } from '../data/expectation';
import { uniqueBy } from '../data/grouped';
import { asWritten, at, isObject, kindOf, type Pointer } from '../data/json';
import { quoted } from '../data/quoted';
import { type Answer, contentOf, observed, parse } from './answer';
import { documented, shownFor } from './documented';
import { judgeHeaders } from './documented-headers';
import { rejectionIn } from './error-object';
import { type Listing, typesOf } from './models';

/** A response as the universal clauses see it. */
export interface JudgedResponse extends Pick<Answer, 'status' | 'contentType' | 'text'> {
  operation: Operation;
  headers: Response['headers'];
  /** An error may repeat what it contains. */
  request?: Exchange['request'];
  read?: Exchange['read'] | undefined;
  /** The variables whose values are in the response. */
  leaks: string[];
  /** The `error.type` that every error of the run must have; undefined if it is unknown. */
  constantType?: string | undefined;
  /** The service words of the model names, or SERVICE; empty if none are known. */
  words: readonly string[];
  /** Where the list of models is, if the target file says so. */
  models?: Listing | undefined;
}

type BrokenRule = [clause: ClauseId, rule: Rule];
const singleField: BrokenRule = ['errors.body.single-field', 'single field'];
const threeFields: BrokenRule = ['errors.object.fields', 'three fields'];

/** The clause that a difference from the document violates, by its pointer in an error body. */
const brokenAt: Record<Pointer, BrokenRule> = {
  '': singleField,
  '/error': threeFields,
  '/error/code': ['errors.code.listed', 'listed code'],
  '/error/message': ['errors.message.string', 'message string'],
  '/error/type': ['errors.type.constant', 'type form'],
};

/** The expectation of a success of an operation that goes beyond the document, if there is one. */
const shown: Partial<Record<KnownOperation, Expectation>> = {
  models: { kind: 'models' },
  credits: { kind: 'credits' },
  job: { kind: 'rule', rule: 'job' },
};

/**
 * Judges a response by itself (contract 2.1, 4, 7). A failure must have the error object. A success must not
 * have one; that of a known operation must be JSON and as documented. A redirect is neither. Its headers must be as
 * documented. At addresses
 * that the contract does not know, nothing is judged.
 * @param body the parsed text, if it was parsed before
 */
export function judge(
  seen: JudgedResponse,
  body: unknown = parse(seen.text),
  document: Validators = contract,
): Universal {
  if (seen.operation === 'other') return nothing;
  const [ofBody, ofHeaders] = [judgeBody(seen, body, document), judgeHeaders(seen, document)];
  return {
    judged: [...new Set([...ofBody.judged, ...ofHeaders.judged])],
    // A response may break a clause in a million places; one is reported.
    violations: uniqueBy([...ofBody.violations, ...ofHeaders.violations], ({ clause }) => clause),
  };
}

function judgeBody(seen: JudgedResponse, body: unknown, document: Validators): Universal {
  const { operation, status } = seen;
  if (status >= 400) return judgeFailure(seen, body, document);
  if (status >= 300) return nothing;
  const error = rejectionIn(body ?? contentOf(seen), seen);
  if (error !== undefined) {
    const what = `the error object of ${formatValue(error.code)}`;
    return singleViolation(
      'errors.code.status',
      { kind: 'rule', rule: 'no error under success' },
      { kind: 'found', status, what },
    );
  }
  if (!isKnownOperation(operation) || !hasBody(operation)) return nothing;
  if (body === undefined)
    return singleViolation('service.json', { kind: 'rule', rule: 'json body' }, observed(seen));
  const { clause } = knownOperations[operation];
  const expected = shown[operation] ?? { kind: 'documented', operation };
  const { met, received, several } = documented(operation, status, body, seen.models, document);
  // The target file may say wrongly where the list is. The check of the list reports that.
  const unclear =
    several || (operation === 'models' && seen.models !== undefined && !('list' in seen.models));
  const violations = met || unclear ? [] : [{ clause, expected, received }];
  // The document says everything that the clause of the list does.
  return {
    judged: operation === 'models' && !unclear ? ['service.json', clause] : ['service.json'],
    violations,
  };
}

const nothing: Universal = { judged: [], violations: [] };

function singleViolation(clause: ClauseId, expected: Expectation, received: Observation): Universal {
  return { judged: [clause], violations: [{ clause, expected, received }] };
}

function judgeFailure(seen: JudgedResponse, body: unknown, document: Validators): Universal {
  const validate = shownFor(seen.operation, seen.status, document);
  const differences = body === undefined ? [] : (validate ?? document.failure)(body);
  const error = isObject(body) && isObject(body.error) ? body.error : undefined;
  const due = statusOf(error?.code, document);
  const atCode = ({ pointer }: Violation) => pointer === '/error/code';
  const misplaced = validate === undefined || differences.some(atCode);
  const violations = [
    ...judgeText(seen, body),
    ...differences
      .filter((each) => due === undefined || !atCode(each))
      .flatMap((each) => violationsOf(each, seen, body)),
    ...(due !== undefined && misplaced ? [underAnotherStatus(seen, error?.code, due)] : []),
    ...judgeType(seen, error?.type),
    ...judgeRecommendations(seen, error),
  ];
  const judged: ClauseId[] = ['errors.body.single-field'];
  if (isObject(body) && 'error' in body)
    judged.push('errors.object.fields', 'errors.secret-free', 'errors.body.media-type');
  if (error !== undefined) judged.push('errors.code.listed', 'errors.message.string', 'errors.type.constant');
  if (due !== undefined) judged.push('errors.code.status');
  if (typeof error?.type === 'string' && seen.words.length > 0) judged.push('errors.type.service');
  if (typeof error?.message === 'string') judged.push('errors.message.empty');
  return { judged, violations };
}

/** What a parsed body does not show: text that is not JSON, and duplicate fields. */
function judgeText(seen: JudgedResponse, body: unknown): UniversalViolation[] {
  if (body === undefined) return [violation(...singleField, observed(seen))];
  return asWritten(seen.text ?? '').twice.map((name) =>
    violation(...singleField, observation(`${quoted(name)} twice`)),
  );
}

/** The violations by a difference from the document. A missing field of `error` also violates its own clause. */
function violationsOf(
  { pointer, keyword, params }: Violation,
  seen: JudgedResponse,
  body: unknown,
): UniversalViolation[] {
  const here = brokenAt[pointer] ?? threeFields;
  const field = (name: unknown) => [...pathOf(pointer), `${name}`].join('.');
  if (keyword === 'required') {
    const there = brokenAt[`${pointer}/${params.missingProperty}`];
    const broken = pointer === '' || there === undefined ? [here] : [here, there];
    const missing = field(params.missingProperty);
    return broken.map((each) => violation(...each, { kind: 'missing', field: missing }));
  }
  if (keyword === 'additionalProperties')
    return [violation(...here, observation(`an extra field ${quoted(field(params.additionalProperty))}`))];
  if (pointer === '') return [violation(...here, observed(seen))];
  // Its expectation names a field that has a rule of its own.
  const place = pointer !== '/error' && brokenAt[pointer] ? '' : ` in ${pathOf(pointer).join('.')}`;
  return [violation(...here, observation(`${formatValue(at(body, pointer))}${place}`))];
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : kindOf(value);
}

function underAnotherStatus({ status }: JudgedResponse, code: unknown, due: number): UniversalViolation {
  const expected: Expectation = { kind: 'failure', pairs: [{ status: due, code: code as ErrorCode }] };
  return { clause: 'errors.code.status', expected, received: observation(`${status} ${code}`) };
}

/** The status that belongs to a code of the table; undefined for any other value. */
function statusOf(code: unknown, { codes }: Validators): number | undefined {
  return typeof code === 'string' && Object.hasOwn(codes, code) ? codes[code] : undefined;
}

function judgeType(seen: JudgedResponse, type: unknown): UniversalViolation[] {
  if (typeof type !== 'string') return [];
  const violations: UniversalViolation[] = [];
  if (seen.constantType !== undefined && seen.constantType !== type) {
    violations.push(
      violation('errors.type.constant', 'type as elsewhere', observation(quoted(type)), [seen.constantType]),
    );
  }
  const due = typesOf(seen.words);
  if (due.length > 0 && !due.includes(type)) {
    violations.push(violation('errors.type.service', 'type of the models', observation(quoted(type)), due));
  }
  return violations;
}

const tracePatterns = [
  /^\s+at .+:\d+:\d+\)?$/gm,
  /Traceback \(most recent call last\)/g,
  /\bat [\w.$]+\([\w]+\.java:\d+\)/g,
  /(?<=^|[\s"'(])\/(?:usr|home|var|opt|srv|app|root)\/[\w./-]+/g,
  /\b[A-Z]:\\\\?[\w\\ ]+\.\w+/g,
];

/** The first words of a message that look like a stack trace or a file path, and that the request does not contain. */
function traceIn(message: string, request: JudgedResponse['request']): string | undefined {
  const found = tracePatterns.flatMap((pattern) => message.match(pattern) ?? []).map((words) => words.trim());
  return request === undefined ? found[0] : found.find((words) => !isSent(words, request));
}

/** Whether words are in the request, or name another address below the same version of the service (contract 9). */
function isSent(words: string, { url, headers, body }: Exchange['request']): boolean {
  const { pathname } = new URL(url);
  const [version] = /^.*?\/v1\//.exec(pathname) ?? [];
  if (version !== undefined && words.startsWith(version)) return true;
  const sent = [url, querystring.unescape(url), ...headers.map(([, value]) => value), body ?? ''];
  return sent.some((text) => text.includes(words.replace(/[./-]+$/, '')));
}

function judgeRecommendations(
  seen: JudgedResponse,
  error: Record<string, unknown> | undefined,
): UniversalViolation[] {
  const violations: UniversalViolation[] = [];
  const deviates = (clause: ClauseId, rule: Rule, received: string) =>
    violations.push(violation(clause, rule, observation(received)));
  const json = /^application\/(?:[\w.+-]+\+)?json\b/i.test(seen.contentType);
  const marked = seen.text?.startsWith('\ufeff');
  if (error !== undefined && (!json || marked)) {
    const received = marked ? 'a byte-order mark' : seen.contentType || 'no content type';
    deviates('errors.body.media-type', 'media type', received);
  }
  if (error?.message === '') deviates('errors.message.empty', 'message with words', 'an empty string');
  const trace = seen.leaks.length > 0 ? undefined : traceIn(messageOf(seen, error), seen.request);
  if (seen.leaks.length > 0)
    deviates('errors.secret-free', 'no key', `the value of ${seen.leaks.join(', ')}`);
  if (trace !== undefined) deviates('errors.secret-free', 'no trace', quoted(trace));
  return violations;
}

/** The message is searched unescaped, so that line ends of a stack trace are line ends. */
function messageOf(seen: JudgedResponse, error: Record<string, unknown> | undefined): string {
  return typeof error?.message === 'string' ? error.message : (seen.text ?? '');
}

function violation(
  clause: ClauseId,
  rule: Rule,
  received: Observation,
  values?: string[],
): UniversalViolation {
  return { clause, expected: { kind: 'rule', rule, ...(values && { values }) }, received };
}

function observation(what: string): Observation {
  return { kind: 'seen', what };
}
