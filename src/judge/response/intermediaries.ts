import { isObject } from '../data/json';
import type { Stop } from '../data/run';
import { body, type Headed, headerOf } from './answer';

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
    statuses: [502, 503, 504],
    passes: true,
    kind: 'unavailable',
    remedy: 'is the API up behind its gateway?',
  },
  {
    // Cloudflare's own statuses for problems with the server behind it.
    statuses: [520, 521, 522, 523, 524, 525, 526, 527, 530],
    passes: true,
    kind: 'unavailable',
    remedy: 'is the API up behind Cloudflare?',
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

/** The intermediary that responded; undefined if it may have been the service. */
export function intermediaryOf(answer: { status: number; text: string | null }): Intermediary | undefined {
  if (hasErrorObject(answer)) return undefined;
  return intermediaries.find(({ statuses }) => statuses.includes(answer.status));
}

/** Whether a response says nothing of the service, and may be another one the next time. */
export function isTemporary(answer: { status: number; text: string | null }): boolean {
  return intermediaryOf(answer)?.passes === true;
}

/** An attempt at the error object counts, too. Where `code` is a number, it is that of Google's gateways. */
function hasErrorObject(answer: { text: string | null }): boolean {
  const json = body(answer);
  return isObject(json) && isObject(json.error) && typeof json.error.code !== 'number';
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
  const isHit = (value: string) => /^\d+$|\bhit\b/i.test(value);
  return formatHeaders(
    headers,
    ['age', 'x-cache', 'x-cache-status', 'cf-cache-status', 'cache-status'],
    isHit,
  );
}

/** Whether a response comes from a cache, and perhaps from a request of another account. */
export function isCached({ response }: Headed): boolean {
  return cacheSignsIn(response?.headers ?? []) !== '';
}

function formatHeaders(
  headers: Headers,
  names: readonly string[],
  isMeant: (value: string) => boolean,
): string {
  const said = names.flatMap((name) => {
    const value = headerOf(headers, name);
    return value === null || !isMeant(value) ? [] : [`${name}: ${value.slice(0, 60)}`];
  });
  return said.join(', ');
}
