import type { Ask } from './guard';

/**
 * The target file does not say what a reading shows, or a reading may be too coarse for the cost.
 */
export const unsettledCharge: Ask = ({ expected }) => {
  if (expected.kind !== 'charged' || (expected.settled && !expected.coarse)) return null;
  const reason = { kind: 'unsettled', ...(expected.coarse && { coarse: true }) } as const;
  return { verdict: 'inconclusive', reason };
};
