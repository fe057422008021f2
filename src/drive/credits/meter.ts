import type { KeyVariable } from '../../../spec/accounts';
import type { AiOperation } from '../../../spec/operations';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { once } from '../client/once';
import type { Sender } from '../client/request';
import { ownerOf } from '../client/senders';
import { wait } from '../client/waits';
import { endUnjudged } from '../evidence/recorder';
import type { Session } from '../run/session';
import { creditsOf } from '../target-file/target';
import { readsOtherCredits } from './beside-owner';
import { afterCharge, chargeBound, overdueBound } from './charges';
import { fallOf, millisecondsOf, readCredits, sameBalance, steadyCredits } from './readings';

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
    if (before !== null && lag !== 'never') noteFall(session, spending.quietOf('API_KEY'), before);
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
    if (changed && !mayStrayBeCharged(session)) spending.noteQuiet('API_KEY', after.answer);
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
 * Measures whether something changes the credits of an account that should not. Two equally long windows on a
 * quiet account are compared, the first without the act, and a change is confirmed by repetition.
 * @param act sends requests that must be rejected, and returns the responses
 * @param late waits as long as the target file says that a charge may take, else as long as five readings;
 *   otherwise twice the longest time to a charge in the run
 * @param of the account; by default that of API_KEY
 * @param first returns the first change, confirmed or not
 * @returns one word where the question cannot be decided: the credits cannot be read, they change by
 *   themselves or only sometimes, they are paid back in the end, or a request of the act was accepted
 */
export async function measureCredits(
  session: Session,
  act: () => Promise<Answer[]>,
  { late = false, first: isFirst = false, of = ownerOf(session) } = {},
): Promise<Answer[] | 'unreadable' | 'restless' | 'accepted' | 'sometimes' | 'paid back'> {
  const { coordinator, facts } = session;
  const { spending } = coordinator;
  const account = of.account ?? 'API_KEY';
  const measured = async () => {
    const lag = spending.lag;
    const { settlesWithin } = creditsOf(session.target);
    let restless = 0;
    let controlled = 0;
    const charges: number[] = [];
    for (;;) {
      const strayed = mayStrayBeCharged(session);
      const first = await readCredits(session, of);
      if (first === null) return 'unreadable';
      const window = Math.max(
        0.03,
        lag === 'never' ? 0 : (lag * 2) / 1000,
        late ? (settlesWithin ?? (millisecondsOf(first) * 5) / 1000) : 0,
      );
      await wait(window, 'charge');
      const before = await readCredits(session, of);
      // A late charge of our own falls into the first window; one for rejected requests may be as late.
      if (!strayed && before !== null && lag !== 'never' && restless > 0 && window >= (settlesWithin ?? 0))
        noteFall(session, first, before);
      const used = spending.usedAt(account);
      const left = unsettledFor(session, account);
      const answers = await act();
      if (answers.some(isAccepted)) return 'accepted';
      // An accepted request was sent as a control. The run keeps it, so the next round sends none.
      if (spending.usedAt(account) > used) {
        if (++controlled === 3) return 'accepted';
        continue;
      }
      await wait(window, 'charge');
      let after = await readCredits(session, of);
      if (before === null || after === null) return 'unreadable';
      // Credits that were reserved for a rejected request are paid back.
      if (settlesWithin !== undefined && window < settlesWithin && fallOf(session, before, after) > 0) {
        await wait(settlesWithin - window, 'charge');
        after = await readCredits(session, of);
        if (after === null) return 'unreadable';
      }
      const cost = fallOf(session, before, after);
      // A charge never raises the credits: a rise is a refund.
      if (!sameBalance(session, first, before) || cost < 0) {
        if (++restless === 3) return 'restless';
        await settleUses(session, account);
        continue;
      }
      // A fall before every charge is in may belong to an AI request.
      if (cost > 0 && left > 0) {
        await settleUses(session, account);
        continue;
      }
      if (isFirst) return [...answers, before, after];
      if (sameBalance(session, before, after))
        return charges.length > 0 ? 'sometimes' : [...answers, before, after];
      // Another user of the account may be charged the same amount twice.
      if (facts.creditsFell) return 'restless';
      charges.push(cost);
      if (charges.length < CONFIRMED) continue;
      if (charges.some((each) => each !== cost)) return 'restless';
      const last = await afterCharge(session, after, overdueBound(session), of);
      if (last === null) return 'unreadable';
      const paid = fallOf(session, after, last.answer);
      return paid === 0 ? [...answers, before, after] : paid < 0 ? 'paid back' : 'restless';
    }
  };
  return holding(session, of, measured);
}

/**
 * Runs a function while nothing else uses this account. Unless its credits show that it is not the account of
 * API_KEY, API_KEY is locked as well, and first, as everywhere.
 */
export async function holding<T>(session: Session, of: Sender, act: () => Promise<T>): Promise<T> {
  const { coordinator } = session;
  const account = of.account ?? 'API_KEY';
  const locked = () => coordinator.withLock(account, act);
  const isOneLockEnough = account === 'API_KEY' || (await readsOtherCredits(session, of));
  return isOneLockEnough ? locked() : coordinator.withLock('API_KEY', locked);
}

/** Waits until the charge or refund of the last AI request is in, if the target file says when. */
async function settleUses(session: Session, account: KeyVariable): Promise<void> {
  const left = unsettledFor(session, account);
  if (left > 0) await wait(left, 'charge');
}

function unsettledFor({ coordinator: { spending }, target }: Session, account: KeyVariable): number {
  const { settlesWithin = 0 } = creditsOf(target);
  return settlesWithin - (Date.now() - spending.usedAt(account)) / 1000;
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
      const missed = now && before && spending.usedAt('API_KEY') === used ? fallOf(session, now, before) : 0;
      if (missed > 0) return missed;
      const after = before && (await afterCharge(session, before, overdueBound(session)));
      return after === null ? 0 : fallOf(session, before as Answer, after.answer);
    });
  const fell = await once(session, ['overdue', what], measure);
  if (fell > 0) return endUnjudged('inconclusive', { kind: 'unsettled', overdue: true });
  if (fell < 0) return endUnjudged('inconclusive', { kind: 'credits', how: 'restless', pointer: true });
}

/** Whether the account may yet be charged for an accepted request without an account, such as a wrong key. */
function mayStrayBeCharged(session: Session): boolean {
  return Date.now() - session.coordinator.spending.usedAt(null) < chargeBound(session).seconds * 1000;
}

/** How often the credits must fall by the same amount, each time between two quiet windows. */
const CONFIRMED = 3;

/** Records on a quiet account that the credits fell by themselves: another run may have used them. */
function noteFall(session: Session, last: Answer | undefined, now: Answer): void {
  const fell = last === undefined ? 0 : fallOf(session, last, now);
  if (fell <= 0) return;
  session.facts.note(now.exchange, { fell });
}
