import type { Answer } from '../../judge/response/answer';
import { once } from '../client/once';
import type { Sender } from '../client/request';
import { ownerOf } from '../client/senders';
import { recordSeparately } from '../evidence/recorder';
import type { Session } from '../run/session';
import { balanceOf, fallOf, sameBalance } from './readings';

type Beside = readonly [before: Answer, others: Answer, after: Answer];

/**
 * The credits of another account between two readings of those of API_KEY, while API_KEY does not use the AI.
 * Read once in a run.
 */
export function creditsBesideOwner(session: Session, sender: Sender): Promise<Beside> {
  const owner = ownerOf(session);
  return once(session, ['credits beside those of API_KEY', sender.account], () =>
    session.coordinator.withLock(
      'API_KEY',
      async (): Promise<Beside> => [
        await balanceOf(session, owner),
        await balanceOf(session, sender),
        await balanceOf(session, owner),
      ],
    ),
  );
}

/** Whether the credits of a sender show that its account is not that of API_KEY: they are another number. */
export async function readsOtherCredits(session: Session, sender: Sender): Promise<boolean> {
  const { value } = await recordSeparately(() => creditsBesideOwner(session, sender));
  if (value === undefined) return false;
  const [before, others, after] = value;
  return sameBalance(session, before, after) && fallOf(session, before, others) !== 0;
}
