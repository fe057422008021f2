import type { AiOperation } from '../../../spec/operations';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { once } from '../client/once';
import { wait } from '../client/waits';
import { type CheckSession, endUnjudged } from '../evidence/recorder';
import { afterCharge, chargeBound, overdueBound } from './charges';
import { mayStrayBeCharged, noteFall, settleUses } from './quiet';
import { fallOf, readCredits, sameBalance } from './readings';

/**
 * Sends an AI request of API_KEY and waits for its charge, so that no later measurement includes it. Nothing else is in
 * flight (`measures`). The response has the charge, unless the credits cannot be read.
 */
export async function metered(
  session: CheckSession,
  send: () => Promise<Answer>,
  patient = false,
): Promise<Answer> {
  const { facts } = session;
  const { spending } = session.coordinator;
  // It must not include the refund of an earlier AI request either.
  if (patient) await settleUses(session, 'API_KEY');
  const before = await readCredits(session);
  if (before !== null) noteFall(session, 'API_KEY', spending.quiet, before);
  const answer = await send();
  if (patient) await wait(session, chargeBound(session), 'charge');
  if (before === null || !isAccepted(answer)) return answer;
  const after = await afterCharge(session, before, chargeBound(session));
  if (after === null) return answer;
  const changed = !sameBalance(session, before, after);
  if (changed && !mayStrayBeCharged(session)) spending.noteQuiet(after);
  const charged = fallOf(session, before, after);
  facts.note(answer.exchange, { charged });
  // A rise in credits is not a charge.
  return { ...answer, charge: { before, after, seen: charged > 0 } };
}

/**
 * Ends the check as inconclusive if the credits of API_KEY change while it is quiet and, according to the
 * target file, all charges are in. Called before a request is reported as uncharged or overcharged.
 * @param what names the requests; each name is measured once in a run
 * @param last the last of them: its charge may have come in since
 */
export async function rejectOverdue(
  session: CheckSession,
  what: AiOperation | 'pairs',
  last?: Answer,
): Promise<void> {
  const now = last?.charge && (await readCredits(session));
  const isIn = last?.charge && now && fallOf(session, last.charge.after, now) > 0;
  if (isIn) return endUnjudged('inconclusive', { kind: 'unsettled', overdue: true });
  const measure = async (session: CheckSession) => {
    const before = await readCredits(session);
    const after = before && (await afterCharge(session, before, overdueBound(session)));
    return after === null ? 0 : fallOf(session, before as Answer, after);
  };
  const fell = await once(session, ['overdue', what], measure);
  if (fell > 0) return endUnjudged('inconclusive', { kind: 'unsettled', overdue: true });
  if (fell < 0) return endUnjudged('inconclusive', { kind: 'credits', how: 'restless', pointer: true });
}
