import type { Actor } from '../actors';
import { burstOf } from '../burst';
import { nobody, oldKeySenderOf, otherSenderIn, ownerOf } from '../client/senders';
import { outageOf } from '../outage';
import { stageIn } from '../preconditions';
import type { Session } from '../run/session';
import { trialsOf } from '../trials';
import type { Role } from './check';

/** What the stimuli of a session have in common. */
export type Stage = ReturnType<typeof stageOf>;

export function stageOf(session: Session) {
  const { controls, preconditions, actorFor } = stageIn(session);
  /** The sender of this role. Without its key, the check is not tested. */
  const actor = (role?: Role): Actor => {
    switch (role) {
      case undefined:
        return actorFor(ownerOf(session));
      case 'nobody':
        return actorFor(nobody);
      case 'old key':
        return actorFor(oldKeySenderOf(session));
      default:
        return actorFor(otherSenderIn(session, role));
    }
  };
  return {
    session,
    controls,
    preconditions,
    actorFor,
    actor,
    trials: trialsOf(session),
    burst: () => burstOf(session, actor('rate limited')),
    outage: () => outageOf(session, actor('upstream failing')),
  };
}
