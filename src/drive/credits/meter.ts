import type { AiOperation } from '../../../spec/operations';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { once } from '../client/once';
import { wait } from '../client/waits';
import { endUnjudged } from '../evidence/recorder';
import type { Session } from '../run/session';
import { creditsOf } from '../target-file/target';
import { afterCharge, chargeBound, overdueBound } from './charges';
import { mayStrayBeCharged, noteFall, settleUses } from './quiet';
import { fallOf, readCredits, sameBalance, steadyCredits } from './readings';

/**
 * Sends an AI request of API_KEY on its quiet account and waits for its charge, so that no later measurement
 * includes it. The response has the charge, unless the credits cannot be read. If a request without an
 * account was accepted meanwhile, which the account may have paid for, it is measured once more.
 */
export async function metered(
  session: Session,
  send: () => Promise<Answer>,
  patient = false,
): Promise<Answer> {
  const { coordinator, facts } = session;
  const { spending } = coordinator;
  const usedWithoutAccount = () => spending.usedAt(null);
  const measured = async () => {
    const lag = spending.lag;
    const earlier = usedWithoutAccount();
    const { settlesWithin } = creditsOf(session.target);
    // It must not include the refund of an earlier AI request either.
    if (patient) await settleUses(session, 'API_KEY');
    const before = await steadyCredits(session);
    if (before !== null && lag !== 'never') noteFall(session, 'API_KEY', spending.quiet, before);
    const answer = await send();
    if (patient && settlesWithin !== undefined) await wait(settlesWithin, 'charge');
    if (before === null || !isAccepted(answer)) return answer;
    const after = await afterCharge(
      session,
      before,
      lag === 'never' && settlesWithin === undefined ? 0 : chargeBound(session).seconds,
    );
    if (usedWithoutAccount() > earlier) {
      facts.note(answer.exchange, { beside: true });
      return answer;
    }
    if (after === null) return answer;
    const changed = !sameBalance(session, before, after.answer);
    spending.noteLag(changed ? after.lag : 'never');
    if (changed && !mayStrayBeCharged(session)) spending.noteQuiet(after.answer);
    const charged = fallOf(session, before, after.answer);
    facts.note(answer.exchange, { charged });
    // A rise in credits is not a charge.
    return { ...answer, charge: { before, after: after.answer, seen: changed && charged >= 0 } };
  };
  return coordinator.withLock('API_KEY', async () => {
    const earlier = usedWithoutAccount();
    const answer = await measured();
    const strayed = isAccepted(answer) && usedWithoutAccount() > earlier;
    return strayed && coordinator.affordsAiRequest ? measured() : answer;
  });
}

/**
 * Ends the check as inconclusive if the credits of API_KEY change while it is quiet and, according to the
 * target file, all charges are in. Called before a request is reported as uncharged or overcharged.
 * @param what names the requests; each name is measured once in a run
 * @param last the last of them: its charge may have come in since
 */
export async function rejectOverdue(
  session: Session,
  what: AiOperation | 'pairs',
  last?: Answer,
): Promise<void> {
  const { coordinator } = session;
  const { spending } = coordinator;
  const { settlesWithin } = creditsOf(session.target);
  if (settlesWithin === undefined) return;
  const used = spending.usedAt('API_KEY');
  const now = last?.charge && (await readCredits(session));
  const isIn = last?.charge && now && fallOf(session, last.charge.after, now) > 0;
  if (isIn) return endUnjudged('inconclusive', { kind: 'unsettled', overdue: true });
  const measure = () =>
    coordinator.withLock('API_KEY', async () => {
      const before = await readCredits(session);
      // The charge may have come in while another task held the account without AI requests.
      const late = now && before && spending.usedAt('API_KEY') === used ? fallOf(session, now, before) : 0;
      if (late > 0) return late;
      const after = before && (await afterCharge(session, before, overdueBound(session)));
      return after === null ? 0 : fallOf(session, before as Answer, after.answer);
    });
  const fell = await once(session, ['overdue', what], measure);
  if (fell > 0) return endUnjudged('inconclusive', { kind: 'unsettled', overdue: true });
  if (fell < 0) return endUnjudged('inconclusive', { kind: 'credits', how: 'restless', pointer: true });
}
