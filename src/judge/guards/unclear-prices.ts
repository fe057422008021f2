import { type Costs, costsOf, type Metered } from '../credits/charge';
import type { Ask } from './guard';

type Cheaper = Extract<Metered, { kind: 'cheaper' }>;

/** This many pairs are enough even if equal requests do not cost the same. */
const ENOUGH = 10;

export const unclearPrices: Ask = ({ expected, answers }) => {
  if (expected.kind !== 'cheaper') return null;
  const costs = costsOf(expected, answers);
  if ('unread' in costs || areClear(expected, costs)) return null;
  const settled = expected.settled && { settled: true };
  return {
    verdict: 'inconclusive',
    reason: { kind: 'prices', costs: counted(costs), ...settled },
  };
};

/**
 * Prices may depend on tokens, or charges may come late. So a violation needs all repetitions to agree, with
 * equal costs of equal requests or ten pairs, and all charges must be in.
 */
export function areClear(expected: Cheaper, all: Costs): boolean {
  const { settled } = expected;
  const costs = counted(all);
  const [[first, last] = [0, 0]] = costs;
  const agree = costs.every(([one, other]) => other >= 0 && one >= other);
  const fixed = costs.every(([one, other]) => one === first && other === last);
  // Costs that look equal may differ by less than a reading shows.
  const dearer = costs.every(([one, other]) => one > other);
  const isEnough =
    (costs.length >= ENOUGH && (dearer || (settled && first > 0))) ||
    (costs.length > 1 && fixed && settled && first > 0);
  return Boolean(agree && isEnough);
}

/** The first pair starts before earlier requests are settled, so their charges or refunds may be in it. */
function counted(costs: Costs): Costs {
  const late = costs.slice(1);
  const [[a, b] = [0, 0]] = costs;
  return late.length > (a < 0 || b < 0 ? 1 : 2) ? late : costs;
}
