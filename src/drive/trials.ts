import { perSession } from './run/per-session';
import { commonOf } from './trials/common';
import { creditTrials } from './trials/credits';
import { inputTrials } from './trials/inputs';
import { keyTrials } from './trials/keys';
import { readTrials } from './trials/reads';
import { rejectionTrials } from './trials/rejections';
import { useTrials } from './trials/uses';

/**
 * Probe families, sent where a check says. Each function returns all responses, with that of the smallest
 * violation first.
 */
export type Trials = ReturnType<typeof trialsOf>;

export const trialsOf = perSession((session) => {
  const common = commonOf(session);
  return {
    ...keyTrials(common),
    ...readTrials(common),
    ...inputTrials(common),
    ...useTrials(common),
    ...rejectionTrials(common),
    ...creditTrials(common),
  };
});
