import type { Answer } from '../engine/answer';
import { difference } from '../engine/decimal';
import { readingOf, sameCredits } from '../engine/reading';
import { exchange } from './client';
import type { Sender } from './senders';
import type { Session } from './session';
import { creditsAt, pointerOf } from './target';

/** The credits of an account; null where the answer shows nothing that can be compared. */
export async function readCredits(session: Session, sender: Sender): Promise<Answer | null> {
  const answer = await exchange(session, sender, 'credits', { path: '/v1/credits' }, { given: true });
  return readingOf(answer, pointerOf(creditsAt(session.target))) === null ? null : answer;
}

/** A reading to compare with; null where nothing can be compared, since the body changes by itself. */
export async function steadyCredits(session: Session, sender: Sender) {
  const first = await readCredits(session, sender);
  if (first === null || readingOf(first, pointerOf(creditsAt(session.target)))?.amount != null) return first;
  const second = await readCredits(session, sender);
  return second !== null && sameBalance(session, first, second) ? second : null;
}

/** Whether two answers show the same credits. */
export function sameBalance({ target }: Pick<Session, 'target'>, first: Answer, second: Answer): boolean {
  const pointer = pointerOf(creditsAt(target));
  const [one, other] = [readingOf(first, pointer), readingOf(second, pointer)];
  return one !== null && other !== null && sameCredits(one, other);
}

/** How long the target took to answer. */
export function millisecondsOf({ exchange }: Answer): number {
  return exchange.response?.milliseconds ?? 0;
}

/** What the credits fell by, where a number shows it. */
export function fallOf({ target }: Session, before: Answer, after: Answer): number {
  const pointer = pointerOf(creditsAt(target));
  const [from, to] = [readingOf(before, pointer)?.amount, readingOf(after, pointer)?.amount];
  return from == null || to == null ? 0 : difference(from, to);
}
