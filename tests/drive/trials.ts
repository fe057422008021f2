import type { Session } from './run/session';
import { groundOf } from './trials/ground';
import { inputTrials } from './trials/inputs';
import { keyTrials } from './trials/keys';
import { readTrials } from './trials/reads';
import { refusalTrials } from './trials/refusals';
import { useTrials } from './trials/uses';

/** Families of probes, sent where a case says. Each answers all that was sent, the smallest breach first. */
export type Trials = ReturnType<typeof trialsOf>;

export function trialsOf(session: Session) {
  const ground = groundOf(session);
  return {
    ...keyTrials(ground),
    ...readTrials(ground),
    ...inputTrials(ground),
    ...useTrials(ground),
    ...refusalTrials(ground),
  };
}
