import type { Controls } from './controls';
import type { Given } from './given';
import type { Session } from './session';
import { groundOf } from './trials/ground';
import { type InputTrials, inputTrials } from './trials/inputs';
import { type KeyTrials, keyTrials } from './trials/keys';
import { type ReadTrials, readTrials } from './trials/reads';
import { type RefusalTrials, refusalTrials } from './trials/refusals';
import { type UseTrials, useTrials } from './trials/uses';

/** Families of probes, sent where a case says. Each answers all that was sent, the smallest breach first. */
export type Trials = KeyTrials & ReadTrials & InputTrials & UseTrials & RefusalTrials;

export function trialsOf(session: Session, baseline: Controls, given: Given): Trials {
  const ground = groundOf(session, baseline, given);
  return {
    ...keyTrials(ground),
    ...readTrials(ground),
    ...inputTrials(ground),
    ...useTrials(ground),
    ...refusalTrials(ground),
  };
}
