import { charge, costsOf, isMetered, PAIRS } from '../credits/charge';
import type { Ask } from './guard';

/**
 * The credits cannot be compared, a charge may be too small to be seen, or prices differ from request to request. The
 * price of a tier is too high if the cheapest of its requests costs as much as the dearest one for pro.
 */
export const unclearCharge: Ask = ({ expected, answers }) => {
  if (!isMetered(expected)) return null;
  if (charge(expected, answers) === null)
    return { verdict: 'not tested', reason: { kind: 'credits', how: 'unreadable' } };
  if (expected.kind === 'charged')
    return expected.settled ? null : { verdict: 'inconclusive', reason: { kind: 'unsettled' } };
  if (expected.kind === 'uncharged') return null;
  const costs = costsOf(answers, expected.at) ?? [];
  const least = Math.min(...costs.map(([one]) => one));
  const dearest = Math.max(...costs.map(([, other]) => other));
  // Readings that do not show each charge may hide a difference, or a charge.
  const isShown = ([one, other]: (typeof costs)[number]) =>
    one > 0 && (expected.settled ? other >= 0 : other > 0 && least > dearest);
  if (costs.length >= PAIRS && least >= dearest && costs.every(isShown)) return null;
  return { verdict: 'inconclusive', reason: { kind: 'prices', costs } };
};
