import {
  accountStates,
  type KeyVariable,
  keyVariables,
  lastingStateOf,
  type State,
} from '../../../spec/accounts';
import { codes } from '../../../spec/contract';
import { type Operation, usesAi } from '../../../spec/operations';
import type { Exchange, Unjudged } from '../data/evidence';
import type { Reason } from '../data/reason';
import { type Answer, answerOf, errorOf, failsWith, observed } from './answer';

/** `402 insufficient_credits` */
export const pairIn = ({ code }: State) => `${codes[code]} ${code}`;

/** The responses that show what a variable claims about an account (contract 7). */
export const claimedPairs: ReadonlySet<string> = new Set(accountStates.map(pairIn));

/** The responses that show a state whichever request the account sends. */
const states = new Set(accountStates.filter(({ sometimes }) => !sometimes).map(pairIn));

const shutOut = keyVariables.flatMap((variable) => {
  const state = lastingStateOf(variable);
  return state?.at === 'every request' ? [state] : [];
});

/** The state, of an account or its key, that this response shows and every other request would show. */
export const shutOutBy = (answer: Pick<Answer, 'status' | 'reading'>) =>
  shutOut.find(({ code }) => failsWith(answer, codes[code], code));

/** Whether such a request of an account in this state is rejected. */
export const isRejectedAt = ({ at }: State, operation: Operation) =>
  at === 'every request' || (at === 'AI requests') === usesAi(operation);

/**
 * Whether a response says that its account cannot use the AI: too few credits, not connected, or over its
 * daily quota.
 */
export function speaksOfTheAccount(answer: Answer): boolean {
  return states.has(pairOf(answer));
}

/** The code with which each such request of the sender's account should be rejected, by its variable. */
export function claimedCode({ exchange: { variable, operation } }: Answer): string | undefined {
  const state = variable === null ? undefined : lastingStateOf(variable);
  return state && isRejectedAt(state, operation) ? state.code : undefined;
}

/** Whether a response shows what the variable of its account claims about it. */
export function showsClaim(variable: KeyVariable, exchanges: readonly Exchange[]): boolean {
  const state = lastingStateOf(variable);
  const isClaim = (each: Exchange) =>
    each.variable === variable && pairOf(answerOf(each)) === pairIn(state as State);
  return state !== undefined && exchanges.some(isClaim);
}

/** Blames the variable instead of the target. */
export function refuted(
  variable: KeyVariable,
  answer: Answer,
  how?: Extract<Reason, { kind: 'refuted' }>['how'],
): Unjudged {
  const verdict = how === 'another state' ? 'inconclusive' : 'blocked';
  return { verdict, reason: { kind: 'refuted', variable, received: observed(answer), ...(how && { how }) } };
}

export function pairOf(answer: Answer | null): string {
  return answer === null ? '' : `${answer.status} ${errorOf(answer).code}`;
}
