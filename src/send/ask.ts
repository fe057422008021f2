import { stateOf } from '../../spec/accounts';
import { usesAi } from '../../spec/operations';
import { sendRequest } from '../drive/client/client';
import { once } from '../drive/client/once';
import { identityOf, type Request } from '../drive/client/request';
import { balanceOf } from '../drive/credits/readings';
import type { CheckSession } from '../drive/evidence/recorder';
import { claimedCode } from '../judge/response/account-state';
import { type Answer, failsWith, isAccepted } from '../judge/response/answer';
import { claimedState, compareWithPrice } from '../world/accounts';
import { referenceAgain } from '../world/follow-ups';
import { requirePremises } from '../world/world';

/**
 * The response to a request that a check judges. The check is blocked unless its key is recognised and the same operation
 * accepts a request of API_KEY: otherwise no response proves anything.
 * @param turn distinguishes repetitions on purpose; otherwise equal requests are sent once in a run
 */
export async function ask(session: CheckSession, request: Request, turn?: string | number): Promise<Answer> {
  requirePremises(session, request);
  return once(session, ['asked', identityOf(request), turn], (session) => askNow(session, request));
}

/** As `ask`, for a request that is sent once more on purpose. */
export async function askAgain(session: CheckSession, request: Request): Promise<Answer> {
  requirePremises(session, request);
  return askNow(session, request);
}

/** As `askAgain`, for a request whose premises are known. */
export async function askNow(session: CheckSession, request: Request): Promise<Answer> {
  const { sender, operation } = request;
  const { account } = sender;
  const meansTooFew =
    usesAi(operation) && account !== null && stateOf(account)?.code === 'insufficient_credits';
  // Whether the balance covers the request is known only if it was read before.
  const balance = meansTooFew ? await balanceOf(session, sender) : undefined;
  const answer = await sendRequest(session, request, { control: () => referenceAgain(session, operation) });
  const isSupposedlyEmpty = meansTooFew && isAccepted(answer);
  if (isSupposedlyEmpty || deniesClaim(answer)) await compareWithPrice(session, request, answer, balance);
  if (isSupposedlyEmpty) await claimedState(session, sender.variable);
  return answer;
}

/** Whether an AI request is rejected for too few credits although the variable of its account claims something else. */
function deniesClaim(answer: Answer): boolean {
  const { operation, variable } = answer.exchange;
  const isClaimed = variable !== null && variable !== 'API_KEY' && variable !== 'OTHER_API_KEY';
  if (!usesAi(operation) || !isClaimed || claimedCode(answer) === 'insufficient_credits') return false;
  return failsWith(answer, 402, 'insufficient_credits');
}
