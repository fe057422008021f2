import type { KeyVariable } from '../../../spec/accounts';
import type { Answer } from '../../judge/response/answer';
import type { Sender } from '../client/request';
import { wait } from '../client/waits';
import { monotonicNow } from '../run/clock';
import type { Session } from '../run/session';
import { creditsOf } from '../target-file/target';
import { readsOtherCredits } from './beside-owner';
import { chargeBound } from './charges';
import { fallOf } from './readings';

/**
 * Runs a function while nothing else uses this account: a balance does not say which request was charged, so a
 * charge beside a measurement could not be told from what is measured. Unless its credits show that it is not the account of
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
export async function settleUses(session: Session, account: KeyVariable): Promise<void> {
  const left = unsettledFor(session, account);
  if (left > 0) await wait(left, 'charge');
}

/** How many seconds it takes until the charge or refund of the last AI request is in. */
export function unsettledFor({ coordinator: { spending }, target }: Session, account: KeyVariable): number {
  const { settlesWithin = 0 } = creditsOf(target);
  return settlesWithin - (monotonicNow() - spending.usedAt(account)) / 1000;
}

/** Whether the account may yet be charged for an accepted request without an account, such as a wrong key. */
export function mayStrayBeCharged(session: Session): boolean {
  return monotonicNow() - session.coordinator.spending.usedAt(null) < chargeBound(session).seconds * 1000;
}

/** Records on a quiet account that its credits fell by themselves: another run may have used them. */
export function noteFall(
  session: Session,
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
