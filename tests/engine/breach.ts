import { ledger } from '../../spec/ledger';
import type { Context, Exchange, Finding } from './evidence';
import { type Fingerprint, fingerprintOf, stable } from './signature';
import { judgeExchange } from './universal';

type Broken = Pick<Finding, 'clause' | 'expected'>;

/** The name of a breach of a clause that holds for every answer: the same on every answer that shows it. */
export function universalBreach({ clause, expected }: Broken): string {
  return `breach ${clause} ${JSON.stringify(stable(expected))}`;
}

/**
 * The name of the breach that a finding shows: the same for what one defect of the target breaks. A refusal that
 * stands in another's place is the same one under every clause; and where only code or status of the right one is
 * hidden, it is the breach that hides it (contract 4, 7).
 * @param exchange the telling one, where there was one
 */
export function breachOf(broken: Broken, exchange: Exchange | undefined, context: Context): string {
  const { clause, expected } = broken;
  const seen = fingerprintOf(exchange);
  if (exchange !== undefined && isHidden(broken, seen)) {
    const { breaches } = judgeExchange(exchange, context);
    const hides = breaches.find(({ clause }) => ledger[clause].level === 'must');
    if (hides) return universalBreach(hides);
  }
  const isRefusal = expected.kind === 'failure' && seen.status !== null && seen.status >= 400;
  return `breach ${JSON.stringify(isRefusal ? [expected, seen] : [clause, stable(expected), seen])}`;
}

/** No code can be read under the right status, or the right code stands under a success. */
function isHidden({ expected }: Broken, { status, code }: Fingerprint): boolean {
  if (expected.kind !== 'failure' || status === null) return false;
  return expected.pairs.some((pair) =>
    code === null ? pair.status === status : pair.code === code && status < 300,
  );
}
