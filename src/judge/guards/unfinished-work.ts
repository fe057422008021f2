import { isMetered } from '../credits/charge';
import type { Unfinished } from '../data/expectation';
import type { Reason } from '../data/reason';
import type { Ask } from './guard';

export const unfinishedWork: Ask = ({ expected }) => {
  if (!isMetered(expected) || !('unfinished' in expected) || !expected.unfinished) return null;
  return { verdict: 'not tested', reason: whyUncharged(expected.unfinished) };
};

/**
 * Why nothing was charged for a job or run: it failed, or it was not done within the time of a setting; by
 * default TIMEOUT_MS.
 */
export function whyUncharged(unfinished: Unfinished | true): Reason {
  if (unfinished === 'failed') return { kind: 'work failed' };
  return { kind: 'unfinished', ...(unfinished !== true && { within: unfinished }) };
}
