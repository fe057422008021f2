import { areDearer, charge, costsOf, isMetered } from '../credits/charge';
import type { Ask } from './guard';

/** The credits cannot be compared, a charge may be too small to be seen, or prices differ from request to request. */
export const unclearCharge: Ask = ({ expected, answers }) => {
  if (!isMetered(expected)) return null;
  if (charge(expected, answers) === null)
    return { verdict: 'not tested', reason: { kind: 'credits', how: 'unreadable' } };
  if (expected.kind === 'charged')
    return expected.settled ? null : { verdict: 'inconclusive', reason: { kind: 'unsettled' } };
  if (expected.kind === 'uncharged') return null;
  const costs = costsOf(answers, expected.at) ?? [];
  return areDearer(costs, expected.settled)
    ? null
    : { verdict: 'inconclusive', reason: { kind: 'prices', costs } };
};
