import querystring from 'node:querystring';
import type { ClauseId } from '../../../spec/ledger';
import { isKnownOperation } from '../../../spec/operations';
import type { Exchange, Operation } from '../data/evidence';
import type { Observation, Rule } from '../data/expectation';
import { isObject, kindOf } from '../data/json';
import { quoted } from '../data/quoted';
import { type Answer, observed } from './answer';
import type { Known } from './judge';
import { typesOf } from './models';

/** A response with its parsed body and its error object, as that of an operation. */
export interface SeenResponse extends Answer, Known {
  operation: Operation;
  /** Undefined if the body is not JSON. */
  body: unknown;
  error: Record<string, unknown> | undefined;
}

/** A rule for responses that no schema can say. */
interface ResponseRule {
  clause: ClauseId;
  rule: Rule;
  on: readonly ('success' | 'failure')[];
  /** Whether a response that does not break it shows that it is kept. */
  isShown: (seen: SeenResponse) => boolean;
  /** What breaks it; undefined if nothing does. */
  broken: (seen: SeenResponse) => Observation | undefined;
  /** The values that it requires in this run. */
  values?: (seen: SeenResponse) => string[];
}

/** In the order in which they are reported. */
export const responseRules: readonly ResponseRule[] = [
  {
    clause: 'errors.code.status',
    rule: 'no error under success',
    on: ['success'],
    isShown: () => false,
    broken: ({ status, error }) =>
      error && {
        kind: 'found',
        status,
        what: `the error object of ${formatValue(error.code ?? error.type)}`,
      },
  },
  {
    clause: 'service.json',
    rule: 'json body',
    on: ['success'],
    isShown: isOfJson,
    broken: (seen) => (isOfJson(seen) && seen.body === undefined ? observed(seen) : undefined),
  },
  {
    clause: 'errors.type.constant',
    rule: 'type as elsewhere',
    on: ['failure'],
    isShown: ({ error }) => error !== undefined,
    broken: (seen) => typeOtherThan(seen, seen.constantType === undefined ? [] : [seen.constantType]),
    values: ({ constantType = '' }) => [constantType],
  },
  {
    clause: 'errors.type.service',
    rule: 'type of the models',
    on: ['failure'],
    isShown: ({ error, words }) => typeof error?.type === 'string' && words.length > 0,
    broken: (seen) => typeOtherThan(seen, typesOf(seen.words)),
    values: ({ words }) => typesOf(words),
  },
  {
    clause: 'errors.body.media-type',
    rule: 'media type',
    on: ['failure'],
    isShown: hasError,
    broken: labelIn,
  },
  {
    clause: 'errors.message.empty',
    rule: 'message with words',
    on: ['failure'],
    isShown: ({ error }) => typeof error?.message === 'string',
    broken: ({ error }) => (error?.message === '' ? observation('an empty string') : undefined),
  },
  {
    clause: 'errors.secret-free',
    rule: 'no key',
    on: ['failure'],
    isShown: hasError,
    broken: ({ exchange: { leaks } }) => leaks && observation(`the value of ${leaks.join(', ')}`),
  },
  {
    clause: 'errors.secret-free',
    rule: 'no trace',
    on: ['failure'],
    isShown: hasError,
    broken: traceIn,
  },
];

/** Whether the body has the field `error`, whatever is in it. */
export function hasError({ body }: Pick<SeenResponse, 'body'>): boolean {
  return isObject(body) && 'error' in body;
}

/** Whether the contract shows that the success has a JSON body. */
function isOfJson({ operation, error }: SeenResponse): boolean {
  return error === undefined && isKnownOperation(operation);
}

function typeOtherThan({ error }: SeenResponse, due: readonly string[]): Observation | undefined {
  const type = error?.type;
  return typeof type !== 'string' || due.length === 0 || due.includes(type)
    ? undefined
    : observation(quoted(type));
}

function labelIn({ error, contentType, reading }: SeenResponse): Observation | undefined {
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType);
  const isMarked = reading.start?.startsWith('\ufeff');
  if (error === undefined || (isJson && !isMarked)) return undefined;
  return observation(isMarked ? 'a byte-order mark' : contentType || 'no content type');
}

const tracePatterns = [
  /^[^\S\n]+at .+:\d+:\d+\)?$/gm,
  /Traceback \(most recent call last\)/g,
  /\bat [\w.$]+\([\w]+\.java:\d+\)/g,
  // With the ending of a file: without one, it may be an address of the service or of its dashboard.
  /(?<=^|[\s"'(])\/(?:usr|home|var|opt|srv|app|root)\/(?:[\w.-]+\/)*[\w.-]+\.(?!html?\b)[a-z]\w*(?![\w/-])/g,
  /\b[A-Z]:\\\\?[\w\\ ]+\.\w+/g,
];

/** How many characters of such words are looked for in the request. */
const LONGEST = 300;

/** The first words of a message that look like a stack trace or a file path, and that the request does not contain. */
function traceIn({ error, reading, exchange }: SeenResponse): Observation | undefined {
  // Unescaped, so that line ends of a stack trace are line ends.
  const message = typeof error?.message === 'string' ? error.message : (reading.start ?? '');
  const found = tracePatterns
    .flatMap((pattern) => message.match(pattern) ?? [])
    .map((words) => words.trim().slice(0, LONGEST));
  const words = found.find((each) => !isSent(each, exchange.request));
  if (words === undefined) return undefined;
  return observation(
    exchange.asksAbout === 'somebody' ? `a text of ${words.length} characters` : quoted(words),
  );
}

/** Whether words are in the request, or name another address below the same version of the service (contract 9). */
function isSent(words: string, { url, headers, body }: Exchange['request']): boolean {
  const { pathname } = new URL(url);
  const [version] = /^.*?\/v1\//.exec(pathname) ?? [];
  if (version !== undefined && words.startsWith(version)) return true;
  const sent = [url, querystring.unescape(url), ...headers.map(([, value]) => value), body ?? ''];
  return sent.some((text) => text.includes(words.replace(/[./-]+$/, '')));
}

export function formatValue(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : kindOf(value);
}

export function observation(what: string): Observation {
  return { kind: 'seen', what };
}
