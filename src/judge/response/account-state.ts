import { accountOf, stateCodes } from '../../../spec/accounts';
import { codes } from '../../../spec/contract';
import { usesAi } from '../../../spec/operations';
import type { Undecided } from '../data/evidence';
import type { Reason } from '../data/reason';
import { type Answer, errorOf, observed } from './answer';

/** The responses that show the state of an account (contract 7). */
const states = new Set(stateCodes.map((code) => `${codes[code]} ${code}`));

/**
 * Whether a response says that its account cannot use the AI: too few credits, not connected, or over its
 * daily quota.
 */
export function speaksOfTheAccount(answer: Answer): boolean {
  return states.has(pairOf(answer));
}

/** Why the account of API_KEY cannot use the AI, if this response says so. */
export function stateOfOwner(answer: Answer): Undecided | null {
  const { variable } = answer.exchange;
  const { code } = errorOf(answer);
  if (variable !== 'API_KEY' || code === undefined || !speaksOfTheAccount(answer)) return null;
  return { verdict: 'blocked', reason: { kind: 'account', variable, code } };
}

/** Whether a variable claims something about the sender's account. API_KEY claims nothing: it is under test. */
export function isClaimed({ exchange: { variable } }: Answer): boolean {
  return variable !== null && variable !== 'API_KEY';
}

/** The code with which each AI request of the sender's account should be rejected, by its variable. */
export function claimedCode({ exchange: { variable, operation } }: Answer): string | undefined {
  return variable !== null && usesAi(operation) ? accountOf(variable).always : undefined;
}

/** Blames the variable instead of the target. */
export function refuted(
  answer: Answer,
  more: Pick<Extract<Reason, { kind: 'refuted' }>, 'how' | 'claimedStateSeenAt'> = {},
): Undecided | null {
  const { variable } = answer.exchange;
  if (variable === null) return null;
  return { verdict: 'blocked', reason: { kind: 'refuted', variable, received: observed(answer), ...more } };
}

export function pairOf(answer: Answer | null): string {
  return answer === null ? '' : `${answer.status} ${errorOf(answer).code}`;
}
