import { sanityCheck } from '../sanity-check';
import type { Ask } from './guard';

/** Being accepted proves nothing on a target that refuses nobody, and being refused nothing on one that accepts nobody. */
export const nothingVerified: Ask = ({ expected, met, around }) => {
  const doubt = met && expected.kind !== 'failure' ? sanityCheck(around) : null;
  return doubt === null ? null : { verdict: 'blocked', reason: { kind: 'doubt', doubt } };
};
