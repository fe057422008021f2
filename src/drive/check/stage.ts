import type { Actor } from '../actors';
import { burstOf } from '../burst';
import { holderIn, nobody, ownerOf, retiredOf } from '../client/senders';
import { givenIn } from '../given';
import { outageOf } from '../outage';
import type { Session } from '../run/session';
import { trialsOf } from '../trials';
import type { Role } from './check';

/** What the stimuli of a session build on. */
export type Stage = ReturnType<typeof stageOf>;

export function stageOf(session: Session) {
  const { baseline, given, by } = givenIn(session);
  /** Who sends as this role; the check is not tested where the key is not given. */
  const actor = (role?: Role): Actor => {
    switch (role) {
      case undefined:
        return by(ownerOf(session));
      case 'anonymous':
        return by(nobody);
      case 'old key':
        return by(retiredOf(session));
      default:
        return by(holderIn(session, holders[role]));
    }
  };
  return {
    session,
    baseline,
    given,
    by,
    actor,
    trials: trialsOf(session),
    burst: () => burstOf(session, actor('rate limited')),
    outage: () => outageOf(session, actor('upstream failing')),
  };
}

const holders = {
  other: 'stranger',
  'no credits': 'broke',
  'not connected': 'unlinked',
  'over quota': 'capped',
  'rate limited': 'rateLimited',
  'upstream failing': 'unlucky',
} as const;
