import { stateCodes } from '../../spec/accounts';
import { codes } from '../../spec/contract';
import { type Answer, errorOf, observed } from './answer';
import type { Inconclusive } from './evidence';
import type { Reason } from './reason';

/** The answers that tell the state of an account (contract 7). */
const states = new Set(stateCodes.map((code) => `${codes[code]} ${code}`));

/** Whether an answer tells that its account cannot use the AI: out of credits, unlinked, or over its day. */
export function speaksOfTheAccount(answer: Answer): boolean {
  return states.has(pairOf(answer));
}

/** What an answer to API_KEY tells of that account, where it tells why it cannot use the AI. */
export function stateOfOwner(answer: Answer): Inconclusive | null {
  const { variable } = answer.exchange;
  const { code } = errorOf(answer);
  if (variable !== 'API_KEY' || code === undefined || !speaksOfTheAccount(answer)) return null;
  return { verdict: 'blocked', reason: { kind: 'account', variable, code } };
}

/** Whether a variable says something of the account that sent the request: that of API_KEY is the one under test. */
export function isClaimed({ exchange: { variable } }: Answer): boolean {
  return variable !== null && variable !== 'API_KEY';
}

/** The variable is blamed, and not the target. */
export function refuted(
  answer: Answer,
  more: Pick<Extract<Reason, { kind: 'refuted' }>, 'how' | 'claimedStateSeenAt'> = {},
): Inconclusive | null {
  const { variable } = answer.exchange;
  if (variable === null) return null;
  return { verdict: 'blocked', reason: { kind: 'refuted', variable, received: observed(answer), ...more } };
}

export function pairOf(answer: Answer | null): string {
  return answer === null ? '' : `${answer.status} ${errorOf(answer).code}`;
}
