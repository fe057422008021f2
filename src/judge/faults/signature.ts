import { createHash } from 'node:crypto';
import type { Exchange } from '../data/evidence';
import type { Expectation } from '../data/expectation';
import type { SentProbe } from '../data/probe';
import { errorOf, gistOf } from '../response/answer';

/** What was received, reduced to what the contract specifies. */
export interface Fingerprint {
  /** Null if there is no response. */
  status: number | null;
  /** `error.code` of the response; null if it has none. */
  code: string | null;
}

export function fingerprintOf(exchange: Exchange | undefined): Fingerprint {
  if (!exchange?.response) return { status: null, code: null };
  const answer = gistOf(exchange);
  return { status: exchange.response.status, code: (answer && errorOf(answer).code) ?? null };
}

/** An expectation without values that differ in every run or come from the target. */
export function stable(expected: Expectation): Expectation {
  if (expected.kind === 'rule') return { kind: 'rule', rule: expected.rule };
  if (expected.kind !== 'names connection') return expected;
  const { elsewhere: _, ...asked } = expected;
  const end = { consumer: '#', input: '#', source: '#', field: '#' };
  return { ...asked, connection: end, others: [], positions: [] };
}

/**
 * Twelve hexadecimal digits that are the same in every run for the same failure: of the same check, of the
 * same family of probes at the same operation, or of the same universal clause.
 */
export function signatureOf(
  failure: { clause: string; expected: Expectation } & (
    | ({ check: string; probe?: SentProbe | undefined } & Fingerprint)
    | object
  ),
): string {
  const { clause, expected } = failure;
  const probe = 'probe' in failure ? failure.probe : undefined;
  const what = probe ? `${probe.family} ${probe.place}` : 'check' in failure ? failure.check : null;
  const own = 'check' in failure ? [what, failure.status, failure.code] : [];
  const parts = [clause, stable(expected), ...own];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}
