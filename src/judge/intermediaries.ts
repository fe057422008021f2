import { errorOf, headerOf } from './answer';
import type { Stop } from './run';

/**
 * How what stands between the suite and the service answers in its place: none of these is in the contract's table, and
 * none has its error object (2.1). With one, the service itself answered.
 */
interface Intermediary {
  statuses: readonly number[];
  /** It comes and goes whatever was asked, so that the request is sent again. */
  passes?: true;
  /** What the run is where every address answers so, whoever asks. */
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
    // Cloudflare's own, for whatever it meets at the server behind it.
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

/** What answered in place of the service; undefined where it may have been the service. */
export function intermediaryOf(answer: { status: number; text: string | null }): Intermediary | undefined {
  if (errorOf(answer).code !== undefined) return undefined;
  return intermediaries.find(({ statuses }) => statuses.includes(answer.status));
}

/** Who it was, as far as its headers tell: ` (server: cloudflare)`. */
export function signatureIn(headers: readonly [name: string, value: string][]): string {
  const told = ['server', 'via', 'cf-ray'].flatMap((name) => {
    const value = headerOf(headers, name);
    return value === null ? [] : [`${name}: ${value.slice(0, 60)}`];
  });
  return told.length === 0 ? '' : ` (${told.join(', ')})`;
}
