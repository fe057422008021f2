import { requestTo } from '../../../spec/operations';
import { difference } from '../../judge/credits/decimal';
import { readingOf } from '../../judge/credits/reading';
import type { Answer } from '../../judge/response/answer';
import { creditsAt, pointerOf } from '../../settings/target-file/target';
import { prepare } from '../client';
import type { CheckSession } from '../evidence/recorder';
import type { Sender } from '../request';
import type { Session } from '../run/session';
import { ownerOf } from '../senders';

/** The response to GET /v1/credits for an account. */
export function balanceOf(session: CheckSession, sender: Sender): Promise<Answer> {
  const request = { sender, operation: 'credits', spec: requestTo('credits') } as const;
  return prepare(session, request);
}

/** The credits of API_KEY or another account; null if the response has no number to compare. */
export async function readCredits(session: CheckSession, of = ownerOf(session)): Promise<Answer | null> {
  const answer = await balanceOf(session, of);
  return amountIn(session, answer) === null ? null : answer;
}

function amountIn({ target }: Pick<Session, 'target'>, answer: Answer): string | null {
  return readingOf(answer, pointerOf(creditsAt(target)));
}

export function sameBalance(session: Pick<Session, 'target'>, first: Answer, second: Answer): boolean {
  const [one, other] = [amountIn(session, first), amountIn(session, second)];
  return one !== null && other !== null && difference(one, other) === 0;
}

/** By how much the credits fell, if they are numbers. */
export function fallOf(session: CheckSession, before: Answer, after: Answer): number {
  const [from, to] = [amountIn(session, before), amountIn(session, after)];
  return from === null || to === null ? 0 : difference(from, to);
}

/** Whether a balance covers the measured cost of a request; undefined if one of them is not known. Nothing costs something. */
export function covers(session: CheckSession, balance: Answer, cost: number): boolean | undefined {
  const amount = amountIn(session, balance);
  if (amount === null) return undefined;
  if (cost > 0) return difference(amount, String(cost)) >= 0;
  return difference(amount, '0') > 0 ? undefined : false;
}
