import type { Reason } from '../../judge/data/reason';
import { type Answer, isAccepted } from '../../judge/response/answer';
import type { Sender } from '../client/request';
import { ownerOf } from '../client/senders';
import { wait } from '../client/waits';
import type { CheckSession } from '../evidence/recorder';
import { afterCharge, chargeBound, overdueBound } from './charges';
import { mayStrayBeCharged, noteFall, settleUses, unsettledFor } from './quiet';
import { fallOf, readCredits, sameBalance } from './readings';

/** How often the credits must fall by the same amount, each time between two quiet windows. */
const CONFIRMED = 3;

/** How many rounds may be of no use for the same reason. */
const MOST_USELESS = 3;

/** Why nothing can be said about the cost of an act. */
type Undecided = Extract<Reason, { kind: 'credits' }>['how'];

/** How the credits of an account are measured before and after an act. */
interface How {
  /** Returns the first change, confirmed or not. */
  first?: boolean;
  /** The account; by default that of API_KEY. */
  of?: Sender;
}

/** One act with the credits before and after it. */
interface Round {
  answers: Answer[];
  before: Answer;
  after: Answer;
  /** By how much the credits fell. */
  cost: number;
}

/**
 * Measures whether something changes the credits of an account that should not. Two equally long windows on a
 * quiet account are compared, the first without the act, and a change is confirmed by repetition.
 * @param act sends requests that must be rejected, and returns the responses
 * @returns the responses, and the readings before and after them; or one word where the question cannot be
 *   decided: the credits cannot be read, they change by themselves or only sometimes, they are paid back in the
 *   end, a request of the act was accepted, or an accepted one had to be sent beside it
 */
export async function measureCredits(
  session: CheckSession,
  act: () => Promise<Answer[]>,
  { first: isFirst = false, of = ownerOf(session) }: How = {},
): Promise<Answer[] | Undecided> {
  const account = of.account ?? 'API_KEY';
  const useless = { restless: 0, beside: 0 };
  const charges: number[] = [];
  for (;;) {
    const round = await oneRound(session, act, of, useless.restless > 0);
    if (round === 'unsettled') {
      await settleUses(session, account);
      continue;
    }
    if (round === 'beside accepted') {
      if (++useless.beside === MOST_USELESS) return round;
      continue;
    }
    if (round === 'restless') {
      if (++useless.restless === MOST_USELESS) return round;
      await settleUses(session, account);
      continue;
    }
    if (typeof round === 'string') return round;
    const { answers, before, after, cost } = round;
    const all = [...answers, before, after];
    if (isFirst) return all;
    if (sameBalance(session, before, after)) return charges.length > 0 ? 'sometimes' : all;
    // Another user of the account may be charged the same amount twice.
    if (session.facts.fell.has(account)) return 'restless';
    charges.push(cost);
    if (charges.length < CONFIRMED) continue;
    if (charges.some((each) => each !== cost)) return 'restless';
    const last = await afterCharge(session, after, overdueBound(session), of);
    if (last === null) return 'unreadable';
    const paid = fallOf(session, after, last);
    return paid === 0 ? all : paid < 0 ? 'paid back' : 'restless';
  }
}

/**
 * Acts once between two windows on a quiet account. The order of the readings decides what a fall shows: what falls
 * before the act is a late charge or somebody else's, so only a fall after it, in an equally long window, may be by
 * the act.
 * @param settled every earlier charge is in
 * @returns a word if the round is of no use: `unsettled`: the fall may belong to an earlier AI request;
 *   `beside accepted`: the act needed an accepted request to compare with, which costs something itself
 */
async function oneRound(
  session: CheckSession,
  act: () => Promise<Answer[]>,
  of: Sender,
  settled: boolean,
): Promise<Round | Undecided | 'unsettled'> {
  const { spending } = session.coordinator;
  const account = of.account ?? 'API_KEY';
  const strayed = mayStrayBeCharged(session);
  const first = await readCredits(session, of);
  if (first === null) return 'unreadable';
  const window = chargeBound(session);
  await wait(session, window, 'charge');
  const before = await readCredits(session, of);
  // A late charge of our own falls into the first window; one for rejected requests may be as late.
  if (!strayed && before !== null && settled) noteFall(session, account, first, before);
  const used = spending.usedAt(account);
  const left = unsettledFor(session, account);
  const answers = await act();
  if (answers.some(isAccepted)) return 'accepted';
  if (spending.usedAt(account) > used) return 'beside accepted';
  await wait(session, window, 'charge');
  const after = await readCredits(session, of);
  if (before === null || after === null) return 'unreadable';
  const cost = fallOf(session, before, after);
  // A charge never raises the credits: a rise is a refund.
  if (!sameBalance(session, first, before) || cost < 0) return 'restless';
  // A fall before every charge is in may belong to an AI request.
  return cost > 0 && left > 0 ? 'unsettled' : { answers, before, after, cost };
}
