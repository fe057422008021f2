import { areDearer, charge, costsOf, isMetered, unsettled } from '../credits/charge';
import type { Ask } from './guard';

/** The credits cannot be compared, a charge may be too small to be seen, or prices differ from request to request. */
export const unclearCharge: Ask = ({ expected, answers }) => {
  if (!isMetered(expected)) return null;
  if (charge(expected, answers) === null)
    return { verdict: 'not tested', reason: { kind: 'credits', how: 'unreadable' } };
  if (expected.kind === 'charged')
    return expected.settled ? null : { verdict: 'inconclusive', reason: unsettled };
  if (expected.kind === 'uncharged') return null;
  const costs = costsOf(answers, expected.at) ?? [];
  if (areDearer(costs, expected.settled)) return null;
  const words = `the pairs of requests cost ${costs.map((pair) => pair.join(' and ')).join(', ')}: prices vary, or charges are too small or too late to be compared (credits.resolution and credits.settlesWithin in the target file)`;
  return { verdict: 'inconclusive', reason: { kind: 'words', words } };
};
