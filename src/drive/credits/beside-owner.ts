import type { KeyVariable } from '../../../spec/accounts';
import type { Answer } from '../../judge/answer';
import { oncePerRun } from '../client/once-per-run';
import { ownerOf, type Sender } from '../client/senders';
import { recordSeparately } from '../evidence/recorder';
import { perSession } from '../run/per-session';
import type { Session } from '../run/session';
import { balanceOf, fallOf, sameBalance } from './readings';

const readingsIn = perSession((session) => oncePerRun<KeyVariable | null, Answer[]>(session));

/**
 * The credits of another account between two readings of those of API_KEY, while API_KEY does not use the AI. Read
 * once in a run.
 */
export async function creditsBesideOwner(
  session: Session,
  sender: Sender,
): Promise<Record<'before' | 'others' | 'after', Answer>> {
  const owner = ownerOf(session);
  const read = () =>
    session.coordinator.withLock('API_KEY', async () => [
      await balanceOf(session, owner),
      await balanceOf(session, sender),
      await balanceOf(session, owner),
    ]);
  const [before, others, after] = await readingsIn(session)(sender.account, read);
  return { before, others, after } as Record<'before' | 'others' | 'after', Answer>;
}

/** Whether the credits of a sender show that its account is not that of API_KEY: they are another number. */
export async function readsOtherCredits(session: Session, sender: Sender): Promise<boolean> {
  const { value } = await recordSeparately(() => creditsBesideOwner(session, sender));
  if (value === undefined) return false;
  const { before, others, after } = value;
  return sameBalance(session, before, after) && fallOf(session, before, others) !== 0;
}
