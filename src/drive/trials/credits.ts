import type { Undecided } from '../../judge/data/evidence';
import { type Answer, isAccepted, observed } from '../../judge/response/answer';
import { oncePerRun } from '../client/once-per-run';
import { afterCharge, chargeBound, overdueBound } from '../credits/charges';
import { holding } from '../credits/meter';
import { fallOf, readCredits, sameBalance } from '../credits/readings';
import { endUndecided } from '../evidence/recorder';
import { creditsOf } from '../target-file/target';
import type { Common } from './common';
import type { Account } from './trial';

/** The credits of another account: what its own requests cost. */
export function creditTrials({ controls, preconditions, actorFor, session, sender }: Common) {
  const { target } = session;
  /** If nothing can be said of this account, the result for API_KEY stays. */
  const untold = (reason: Undecided['reason']) => endUndecided('not tested', reason);
  const charged = oncePerRun<Account, Answer>(session);
  return {
    /**
     * A text request of this account with its credits before and after, as soon as they are lower. Not tested
     * if no charge of API_KEY was seen, or the request is not accepted.
     */
    chargedTo: (account: Account) =>
      charged(account, async () => {
        const of = sender(account);
        const pointer = target.credits !== undefined;
        const own = await controls.text();
        const { resolution = 0, settlesWithin } = creditsOf(target);
        if (!own.charge?.seen && settlesWithin !== undefined)
          return untold({ kind: 'unfit', what: 'an AI request of API_KEY that lowers its credits' });
        if (!own.charge?.seen || resolution > 1) return untold({ kind: 'unsettled' });
        const measured = async (words = '') => {
          const before = await readCredits(session, of);
          if (before === null) return untold({ kind: 'credits', how: 'unreadable', pointer });
          const actor = actorFor(of);
          const answer = await actor.text(
            await preconditions.fields('text', 'prompt', undefined, actor.words + words),
          );
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
      }),
  };
}
