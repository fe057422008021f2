import { isMetered } from '../credits/charge';
import type { Unfinished } from '../data/expectation';
import type { Reason } from '../data/reason';
import type { Ask } from './guard';

export const unfinishedWork: Ask = ({ expected }) => {
  if (!isMetered(expected) || !('unfinished' in expected) || !expected.unfinished) return null;
  return { verdict: 'not tested', reason: whyUncharged(expected.unfinished) };
};

/**
 * Why nothing was charged for a job or run: it failed, or it was not done in time.
 */
export const whyUncharged = (unfinished: Unfinished | true): Reason => ({
  kind: unfinished === 'failed' ? 'work failed' : 'unfinished',
});
