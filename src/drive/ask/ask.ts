import { stateOf } from '../../../spec/accounts';
import { usesAi } from '../../../spec/operations';
import type { Expectation } from '../../judge/data/expectation';
import type { FollowUp } from '../../judge/data/follow-up';
import { claimedCode } from '../../judge/response/account-state';
import { type Answer, failsWith, isAccepted } from '../../judge/response/answer';
import { evaluate, missingFor } from '../../judge/verdict/evaluate';
import { sendRequest } from '../client/client';
import { once } from '../client/once';
import { identityOf, type Request } from '../client/request';
import { otherSenderIn } from '../client/senders';
import { balanceOf } from '../credits/readings';
import { because, type CheckSession, endUnjudged } from '../evidence/recorder';
import { claimedState, compareWithPrice } from '../named/accounts';
import { lookedUpAtOnce, lookUpOf, type Work } from '../named/look-ups';
import { notAccepted, recognised } from '../named/models';
import { referenceAgain, referenceFor } from '../named/references';
import { sharedSubmission } from '../named/work';
import { table } from './table';

/**
 * The response to a request that a check judges. It is sent once in a run, unless it says that it `isRepeat`. The
 * check is blocked unless the key is recognised and the same operation accepts a request of API_KEY: otherwise no
 * response proves anything.
 */
export async function ask(session: CheckSession, request: Request): Promise<Answer> {
  await requireKnown(session, request);
  return await askAtOnce(session, request);
}

/** What must be known before this request, or one like it, is sent. */
export async function requireKnown(session: CheckSession, request: Request): Promise<void> {
  const before = because(session, { followUp: 'reference' });
  await recognised(before, request.sender);
  await requireReference(before, request);
}

/** As `ask`, for a request like one that was sent before: nothing is looked up first. */
export async function askAtOnce(session: CheckSession, request: Request): Promise<Answer> {
  const { sender, operation } = request;
  const { account } = sender;
  const meansTooFew =
    usesAi(operation) && account !== null && stateOf(account)?.code === 'insufficient_credits';
  const send = async (own: CheckSession) => {
    // Whether the balance covers the request is known only if it was read before.
    if (meansTooFew) await balanceOf(own, sender);
    const answer = await sendRequest(own, request, { control: () => referenceAgain(own, operation) });
    const isSupposedlyEmpty = meansTooFew && isAccepted(answer);
    if (isSupposedlyEmpty || deniesClaim(answer)) await compareWithPrice(own, request, answer);
    if (isSupposedlyEmpty) await claimedState(own, sender);
    return answer;
  };
  return await (request.isRepeat ? send(session) : once(session, ['stimulus', identityOf(request)], send));
}

/** Whether an AI request is rejected for too few credits although the variable of its account claims something else. */
function deniesClaim(answer: Answer): boolean {
  const { operation, variable } = answer.exchange;
  const isClaimed = variable !== null && variable !== 'API_KEY' && variable !== 'OTHER_API_KEY';
  if (!usesAi(operation) || !isClaimed || claimedCode(answer) === 'insufficient_credits') return false;
  return failsWith(answer, 402, 'insufficient_credits');
}

/** The lookup by OTHER_API_KEY of the shared job or run, as soon as its id is known. */
export async function foreignAtOnce(session: CheckSession, what: Work): Promise<Answer> {
  const other = otherSenderIn(session, 'other account');
  const before = because(session, { followUp: 'reference' });
  await recognised(before, other);
  const submission = await sharedSubmission(before, what);
  await requireReference(before, lookUpOf(session, other, what, submission));
  return lookedUpAtOnce(session, what, submission);
}

/**
 * Asks for what the judge needs to decide whether these responses are as expected, until nothing is missing. What
 * is asked for is evidence of the check.
 */
export async function settle(
  session: CheckSession,
  expected: Expectation,
  answers: readonly Answer[],
): Promise<void> {
  const [answer] = answers;
  const request = answer && session.requests.get(answer.exchange.id);
  if (answer === undefined || request === undefined) return;
  const known = new Set<FollowUp>();
  for (;;) {
    const { exchanges, context } = session.evidence;
    const missing = missingFor(expected, answers, exchanges, context, known);
    if (missing === null) return;
    known.add(missing.followUp);
    await table[missing.followUp](because(session, missing), request, answer);
  }
}

/** Ends unless the operation accepts a request of API_KEY like this one. */
export async function requireReference(session: CheckSession, request: Request): Promise<void> {
  const answer = await referenceFor(session, request);
  if (isAccepted(answer)) return;
  const { blocks, operation } = request;
  const isShort = blocks === undefined || blocks.length === 2;
  const expected: Expectation = { kind: isShort ? 'success' : 'success if not too long' };
  await settle(session, expected, [answer]);
  const { exchanges, context } = session.evidence;
  const instead = evaluate(expected, [answer], exchanges, context).unjudged;
  if (instead !== undefined) endUnjudged(instead.verdict, instead.reason);
  const length = blocks === undefined ? '' : ` of ${blocks.length} blocks`;
  notAccepted(`the accepted ${operation} request${length}`, answer);
}
