import { isMetered } from '../charge';
import type { Unfinished } from '../expectation';
import type { Reason } from '../reason';
import type { Ask } from './guard';

export const unfinishedWork: Ask = ({ expected }) => {
  if (!isMetered(expected) || !('unfinished' in expected) || !expected.unfinished) return null;
  return { verdict: 'not tested', reason: whyUncharged(expected.unfinished) };
};

/** Why nothing was charged for work: it failed, or was not done in the time that a setting says; TIMEOUT_MS by itself. */
export function whyUncharged(unfinished: Unfinished | true): Reason {
  if (unfinished === 'failed') return { kind: 'work failed' };
  return { kind: 'unfinished', ...(unfinished !== true && { within: unfinished }) };
}
