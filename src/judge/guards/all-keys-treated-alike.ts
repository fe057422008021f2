import { sanityCheck } from '../response/sanity-check';
import type { Ask } from './guard';

/**
 * On a target that rejects nobody, acceptance proves nothing; on one that accepts nobody, rejection proves
 * nothing.
 */
export const allKeysTreatedAlike: Ask = ({ expected, met, around }) => {
  const doubt = met && expected.kind !== 'failure' ? sanityCheck(around) : null;
  return doubt === null ? null : { verdict: 'blocked', reason: { kind: 'words', words: doubt } };
};
