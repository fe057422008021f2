import { errorOf, headerOf } from './answer';
import type { Stop } from './run';

/**
 * Responses of proxies and gateways between the suite and the service. The contract has none of these
 * statuses, and they have no error object (2.1): with one, the service itself responded.
 */
interface Intermediary {
  statuses: readonly number[];
  /** True if it is transient, so that the request is retried. */
  passes?: true;
  /** The outcome of a run in which every address responds like this, with and without a key. */
  kind: Stop['kind'];
  remedy: string;
}

const intermediaries: readonly Intermediary[] = [
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
  if (errorOf(answer).code !== undefined) return undefined;
  return intermediaries.find(({ statuses }) => statuses.includes(answer.status));
}

/** The intermediary according to its headers: ` (server: cloudflare)`. */
export function signatureIn(headers: readonly [name: string, value: string][]): string {
  const told = ['server', 'via', 'cf-ray'].flatMap((name) => {
    const value = headerOf(headers, name);
    return value === null ? [] : [`${name}: ${value.slice(0, 60)}`];
  });
  return told.length === 0 ? '' : ` (${told.join(', ')})`;
}
