import { ledger } from '../../spec/ledger';
import type { Context, Exchange, Finding } from './evidence';
import { fingerprintOf, stable } from './signature';
import { judgeExchange } from './universal';

/** The name of a breach of a clause that holds for every answer: the same on every answer that shows it. */
export function universalBreach({ clause, expected }: Pick<Finding, 'clause' | 'expected'>): string {
  return `breach ${clause} ${JSON.stringify(stable(expected))}`;
}

/**
 * The name of the breach that a finding shows: the same where reports tell it as one. A refusal that another one
 * takes the place of is the same one under every clause; and one in which no code can be read is what makes it
 * unreadable (contract 4, 7).
 * @param exchange the telling one, where there was one
 */
export function breachOf(
  { clause, expected }: Pick<Finding, 'clause' | 'expected'>,
  exchange: Exchange | undefined,
  context: Context,
): string {
  const seen = fingerprintOf(exchange);
  const instead = expected.kind === 'failure' && seen.status !== null && seen.status >= 400;
  if (exchange === undefined || !instead)
    return `breach ${clause} ${JSON.stringify([stable(expected), seen])}`;
  const isDue = expected.pairs.some(({ status }) => status === seen.status);
  const [unreadable] =
    isDue && seen.code === null
      ? judgeExchange(exchange, context).breaches.filter(({ clause }) => ledger[clause].level === 'must')
      : [];
  return unreadable ? universalBreach(unreadable) : `breach ${JSON.stringify([expected, seen])}`;
}
