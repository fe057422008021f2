import type { Ask } from './guard';

/** The target file tells neither when charges are in nor what a reading shows, or a reading may not show so little. */
export const unsettledCharge: Ask = ({ expected }) => {
  if (expected.kind !== 'charged' || (expected.settled && !expected.coarse)) return null;
  const reason = { kind: 'unsettled', ...(expected.coarse && { coarse: true }) } as const;
  return { verdict: 'inconclusive', reason };
};
