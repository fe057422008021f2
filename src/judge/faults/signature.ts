import { createHash } from 'node:crypto';
import type { Exchange } from '../data/evidence';
import { type Expectation, stable } from '../data/expectation';
import { answerOf, errorOf } from '../response/answer';

/** What was received, reduced to what the contract specifies. */
export interface Fingerprint {
  /** Null if there is no response. */
  status: number | null;
  /** `error.code` of the response; null if it has none. */
  code: string | null;
}

export function fingerprintOf(exchange: Exchange | undefined): Fingerprint {
  if (!exchange?.response) return { status: null, code: null };
  const answer = answerOf(exchange);
  return { status: exchange.response.status, code: (answer && errorOf(answer).code) ?? null };
}

/**
 * Twelve hexadecimal digits that are the same in every run for the same failure.
 * @param own what else distinguishes it: the check, or the family of probes and its operation, and what was received
 */
export function signatureOf(
  { clause, expected }: { clause: string; expected: Expectation },
  own: readonly unknown[] = [],
): string {
  const parts = [clause, stable(expected), ...own];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}
