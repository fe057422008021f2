import type { Answer } from '../../judge/response/answer';
import { once } from '../client/once';
import type { Sender } from '../client/request';
import { ownerOf } from '../client/senders';
import type { CheckSession } from '../evidence/recorder';
import { balanceOf } from './readings';

type Beside = readonly [before: Answer, others: Answer, after: Answer];

/** The credits of another account between two readings of those of API_KEY. Read once in a run. */
export function creditsBesideOwner(session: CheckSession, sender: Sender): Promise<Beside> {
  return once(
    session,
    ['credits beside those of API_KEY', sender.account],
    async (session): Promise<Beside> => [
      await balanceOf(session, ownerOf(session)),
      await balanceOf(session, sender),
      await balanceOf(session, ownerOf(session)),
    ],
  );
}
