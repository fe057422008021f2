import type { KeyVariable } from '../../../spec/accounts';
import type { Answer } from '../../judge/response/answer';
import { wait } from '../client/waits';
import type { CheckSession } from '../evidence/recorder';
import { monotonicNow } from '../run/clock';
import type { Session } from '../run/session';
import { creditsOf } from '../target-file/target';
import { chargeBound } from './charges';
import { fallOf } from './readings';

/** Waits until the charge or refund of the last AI request is in, if the target file says when. */
export async function settleUses(session: CheckSession, account: KeyVariable): Promise<void> {
  const left = unsettledFor(session, account);
  if (left > 0) await wait(session, left, 'charge');
}

/** How many seconds it takes until the charge or refund of the last AI request is in. */
export function unsettledFor(session: Session, account: KeyVariable): number {
  return chargeBound(session) - (monotonicNow() - session.coordinator.spending.usedAt(account)) / 1000;
}

/** Whether the account may yet be charged for an accepted request without an account, such as a wrong key. */
export function mayStrayBeCharged({ coordinator: { spending }, target }: Session): boolean {
  const { settlesWithin = Number.POSITIVE_INFINITY } = creditsOf(target);
  const used = spending.usedAt(null);
  return used > 0 && monotonicNow() - used < settlesWithin * 1000;
}

/** Records on a quiet account that its credits fell by themselves: another run may have used them. */
export function noteFall(
  session: CheckSession,
  account: KeyVariable,
  last: Answer | undefined,
  now: Answer,
): void {
  const fell = last === undefined ? 0 : fallOf(session, last, now);
  if (fell <= 0) return;
  session.facts.fell.add(account);
  // The cost of a run is that of API_KEY.
  if (account === 'API_KEY') session.facts.note(now.exchange, { fell });
}
