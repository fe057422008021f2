import { type Answer, errorOf, gistOf, isServed, observed, usesAi } from './answer';
import type { Exchange, Inconclusive } from './evidence';
import type { Pair } from './expectation';
import type { Reason } from './reason';

/** The answers that tell the state of an account (contract 7). */
const states = new Set(['402 insufficient_credits', '409 no_backend_account', '429 daily_quota_exceeded']);

/** The answers by which an account shows what its variable claims. */
const shownClaims = new Set([...states, '429 rate_limited', '502 upstream_error']);

/** The account under test may be out of credits, unlinked, or over its day: no breach, unless it can afford it. */
export function cannotUse(answer: Answer): Inconclusive | null {
  return answer.exchange.affordable ? null : stateOfOwner(answer);
}

/** What an answer to API_KEY tells of that account, where it tells why it cannot use the AI. */
export function stateOfOwner(answer: Answer): Inconclusive | null {
  const { variable } = answer.exchange;
  const { code } = errorOf(answer);
  if (variable !== 'API_KEY' || code === undefined || !tellsOfTheAccount(answer)) return null;
  return { verdict: 'blocked', reason: { kind: 'account', variable, code } };
}

/** Whether an answer tells that its account cannot use the AI: out of credits, unlinked, or over its day. */
export function tellsOfTheAccount(answer: Answer): boolean {
  return states.has(pairOf(answer));
}

/**
 * The account under test cannot use the AI, as a request that is to be refused for another reason: which of two
 * wins is open. The accepted request of the same operation, sent after it, is answered alike.
 */
export function cannotUseNow(answer: Answer, around: readonly Exchange[]): Inconclusive | null {
  const { id, operation, variable } = answer.exchange;
  const accepted = around.filter(
    (each) => each.given && each.variable === variable && each.operation === operation,
  );
  const last = accepted.at(-1);
  if (last === undefined || last.id === id || pairOf(gistOf(last)) !== pairOf(answer)) return null;
  return stateOfOwner(answer);
}

/**
 * Blames the variable and not the target, where the account is shown not to be what its variable claims: it is that of
 * API_KEY, or another than it is to be; another variable's account is what this one is to be; its balance covers the
 * request; it is told to have too few credits, and its balance says nothing else; or every use of the AI is refused to
 * it with the code of another claim.
 */
export function claimRefuted(
  pairs: readonly Pair[],
  answer: Answer,
  around: readonly Exchange[],
): Inconclusive | null {
  const { variable, ofOwner, ofAnother, affordable, keptBy } = answer.exchange;
  if (variable === null || variable === 'API_KEY') return null;
  const asked = pairs.map(({ status, code }) => `${status} ${code}`);
  if (ofAnother) return refuted(answer, 'another account');
  if (isServed(answer)) {
    if (ofOwner) return refuted(answer, 'same account');
    if (keptBy) return refuted(answer);
    return affordable && asked.includes('402 insufficient_credits')
      ? refuted(answer, 'enough credits')
      : null;
  }
  const other = pairOf(answer);
  const elsewhere =
    states.has(other) && !asked.includes(other) && asked.some((pair) => shownClaims.has(pair));
  // A balance that is not short disproves what the answer says of it.
  if (!elsewhere || affordable) return null;
  // It may have run out meanwhile, or be short of this request alone.
  if (other === '402 insufficient_credits' && usesAi(answer.exchange.operation)) return refuted(answer);
  // A code that this account gets now and then is the target's: one that it always gets is the account's.
  const uses = around.filter((each) => each.variable === variable && usesAi(each.operation));
  const always = uses.length > 0 && uses.every((use) => pairOf(gistOf(use)) === other);
  return always ? refuted(answer) : null;
}

export function refuted(
  answer: Answer,
  how?: Extract<Reason, { kind: 'refuted' }>['how'],
): Inconclusive | null {
  const { variable, keptBy } = answer.exchange;
  if (variable === null) return null;
  const more = { ...(how && { how }), ...(keptBy && { keptBy }) };
  return { verdict: 'blocked', reason: { kind: 'refuted', variable, received: observed(answer), ...more } };
}

function pairOf(answer: Answer | null): string {
  return answer === null ? '' : `${answer.status} ${errorOf(answer).code}`;
}
