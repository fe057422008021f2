import type { Undecided } from '../../judge/data/evidence';
import { type Answer, isAccepted, observed } from '../../judge/response/answer';
import { ask } from '../ask/ask';
import { once } from '../client/once';
import { again } from '../client/request';
import { afterCharge, chargeBound, overdueBound } from '../credits/charges';
import { holding } from '../credits/meter';
import { fallOf, readCredits, sameBalance } from '../credits/readings';
import { endUndecided } from '../evidence/recorder';
import { fieldsOf, requestWith, textUse, wordsOf } from '../named/uses';
import type { Session } from '../run/session';
import { creditsOf } from '../target-file/target';
import { senderFor } from './common';
import type { Account } from './probes';

/** If nothing can be said of this account, the result for API_KEY stays. */
const untold = (reason: Undecided['reason']) => endUndecided('not tested', reason);

/**
 * A text request of this account with its credits before and after, as soon as they are lower. Not tested if no
 * charge of API_KEY was seen, or the request is not accepted.
 */
export const chargedTo = (session: Session, account: Account): Promise<Answer> =>
  once(session, ['charged to', account], async () => {
    const { target } = session;
    const of = senderFor(session, account);
    const pointer = target.credits !== undefined;
    const own = await textUse(session);
    const { resolution = 0, settlesWithin } = creditsOf(target);
    if (!own.charge?.seen && settlesWithin !== undefined)
      return untold({ kind: 'unfit', what: 'an AI request of API_KEY that lowers its credits' });
    if (!own.charge?.seen || resolution > 1) return untold({ kind: 'unsettled' });
    const measured = async (words = '') => {
      const before = await readCredits(session, of);
      if (before === null) return untold({ kind: 'credits', how: 'unreadable', pointer });
      const fields = await fieldsOf(session, 'text', 'prompt', undefined, wordsOf(of) + words);
      const answer = await ask(session, again(requestWith(session, of, 'text', fields)));
      const what = `a text request of ${account}`;
      if (!isAccepted(answer)) return untold({ kind: 'not accepted', what, received: observed(answer) });
      const after = await afterCharge(session, before, chargeBound(session).seconds, of);
      if (after === null) return untold({ kind: 'credits', how: 'unreadable', pointer });
      const fell = fallOf(session, before, after.answer);
      // A rise in credits is not a charge.
      if (fell < 0) return untold({ kind: 'credits', how: 'restless', pointer });
      const seen = !sameBalance(session, before, after.answer);
      return { ...answer, charge: { before, after: after.answer, seen } };
    };
    return holding(session, of, async () => {
      const first = await measured();
      // It is sent once more, in other words, before it is reported as free.
      const last = first.charge.seen ? first : await measured(', once more');
      if (last.charge.seen) return last;
      const { after } = last.charge;
      const late = await afterCharge(session, after, overdueBound(session), of);
      if (late && fallOf(session, after, late.answer) > 0)
        return untold({ kind: 'unsettled', overdue: true });
      return last;
    });
  });
