import { codes } from '../../../spec/contract';
import type { Stop } from '../data/run';
import { type Answer, body, type Headed, headerOf } from './answer';
import { errorIn } from './error-object';
import { typesOf } from './models';

/**
 * Responses of gateways and limiters in place of the service: by their status, and by their form, which is
 * not the error object of the contract (2.1).
 */
interface Intermediary {
  statuses: readonly number[];
  /** True if it is temporary, so that the request is retried. */
  passes?: true;
  /** The outcome of a run in which every address responds like this, with and without a key. */
  kind: Stop['kind'];
  remedy: string;
}

const intermediaries: readonly Intermediary[] = [
  {
    statuses: [429],
    passes: true,
    kind: 'unavailable',
    remedy: 'does this machine send too many requests? REQUESTS_PER_MINUTE sends fewer.',
  },
  {
    // Those from 520 are Cloudflare's own for problems with the server behind it.
    statuses: [502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530],
    passes: true,
    kind: 'unavailable',
    remedy: 'is the API up behind its gateway?',
  },
  {
    statuses: [403],
    kind: 'misconfigured',
    remedy:
      'does a firewall, a list of allowed addresses or a login keep this machine out, or is something missing from the path of BASE_URL, or too much?',
  },
  {
    statuses: [451],
    kind: 'misconfigured',
    remedy: 'is the API blocked at the location of this machine (RFC 7725)?',
  },
  {
    statuses: [426],
    kind: 'misconfigured',
    remedy: 'is https or another version of HTTP asked for (header Upgrade)?',
  },
  {
    statuses: [511],
    kind: 'misconfigured',
    remedy: 'does the network of this machine ask for a login first (RFC 6585)?',
  },
];

/** A response, as far as it shows who sent it. */
type Sent = Pick<Answer, 'status' | 'reading'>;

/**
 * The intermediary that responded; undefined if it may have been the service.
 * @param words the service words of the model names; empty if none are known
 */
export function intermediaryOf(answer: Sent, words: readonly string[]): Intermediary | undefined {
  const found = intermediaries.find(({ statuses }) => statuses.includes(answer.status));
  const isOfService = found?.passes ? hasCodeOrType(answer, words) : hasErrorObject(answer);
  return isOfService ? undefined : found;
}

/** Whether a response says nothing of the service, and may be another one the next time. */
export function isTemporary(answer: Sent, words: readonly string[]): boolean {
  return intermediaryOf(answer, words)?.passes === true;
}

/** An attempt at the error object counts, too. Where `code` is a number, it is that of Google's gateways. */
export function hasErrorObject(answer: Sent): boolean {
  const error = errorIn(body(answer));
  return error !== undefined && typeof error.code !== 'number';
}

/**
 * A code of the contract or none at all, or a type that is the service's or may be, since its word is not known
 * (2.1). Gateways have error objects with codes and types of their own.
 */
function hasCodeOrType(answer: Sent, words: readonly string[]): boolean {
  const error = errorIn(body(answer));
  if (error === undefined || !('code' in error)) return error !== undefined;
  const { code, type } = error;
  if (typeof code === 'string' && Object.hasOwn(codes, code)) return true;
  if (typeof type !== 'string') return false;
  return words.length > 0 ? typesOf(words).includes(type) : /.+_error$/.test(type);
}

type Headers = readonly [name: string, value: string][];

/** Who responded, according to the headers: `server: cloudflare, via: 1.1 varnish`; empty if they do not say it. */
export function respondentIn(headers: Headers): string {
  return formatHeaders(headers, ['server', 'via', 'cf-ray'], () => true);
}

/** Who responded, in brackets after a space. */
export function signatureIn(headers: Headers): string {
  const said = respondentIn(headers);
  return said === '' ? '' : ` (${said})`;
}

/** The signs that a response comes from a cache (RFC 9111, 5.1): `age: 3, x-cache: HIT`; empty if there are none. */
export function cacheSignsIn(headers: Headers): string {
  const names = headers
    .map(([name]) => name.toLowerCase())
    .filter((name) => /(?:^|-)cache(?:-|$)/.test(name));
  return formatHeaders(headers, ['age', ...new Set(names)], saysHit);
}

/** `age: 3`, `x-proxy-cache: TCP_HIT`, `any-cache-status: x; hit` (RFC 9211) or `x-cache-hits: 1`. */
function saysHit(value: string, name: string): boolean {
  if (name === 'age') return Number(value) > 0;
  return /(?<![a-z])hit(?![a-z])/i.test(value) || (/-hits?$/.test(name) && /true|[1-9]/i.test(value));
}

/** Whether a response comes from a cache, and perhaps from a request of another account. */
export function isCached({ response }: Headed): boolean {
  return cacheSignsIn(response?.headers ?? []) !== '';
}

function formatHeaders(
  headers: Headers,
  names: readonly string[],
  isMeant: (value: string, name: string) => boolean,
): string {
  const said = names.flatMap((name) => {
    const value = headerOf(headers, name);
    return value === null || !isMeant(value, name) ? [] : [`${name}: ${value.slice(0, 60)}`];
  });
  return said.join(', ');
}
