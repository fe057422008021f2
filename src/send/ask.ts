import { stateOf } from '../../spec/accounts';
import { usesAi } from '../../spec/operations';
import { sendRequest } from '../client/client';
import { balanceOf } from '../client/credits/readings';
import type { CheckSession } from '../client/evidence/recorder';
import { once } from '../client/once';
import { identityOf, type Request } from '../client/request';
import { isOwner } from '../client/senders';
import { claimedCode, speaksOfTheAccount } from '../judge/response/account-state';
import { type Answer, failsWith, isAccepted } from '../judge/response/answer';
import { isInvalidWorkflow } from '../judge/response/parts';
import { compareWithPrice, earlierRejectionAgain, useBy } from '../world/accounts';
import { referenceAgain, withoutFault } from '../world/controls';
import { requirePremises } from '../world/world';

/**
 * The response to a request that a check judges. The check is blocked unless its key is recognised and the same operation
 * accepts a request of API_KEY: otherwise no response proves anything.
 * @param turn distinguishes repetitions on purpose; otherwise equal requests are sent once in a run
 */
export async function ask(session: CheckSession, request: Request, turn?: string): Promise<Answer> {
  requirePremises(session, request);
  return once(session, ['asked', identityOf(request), turn], (session) => askAgain(session, request));
}

/** As `ask`, for a request that is sent once more on purpose. */
export async function askAgain(session: CheckSession, request: Request): Promise<Answer> {
  requirePremises(session, request);
  const { sender, operation } = request;
  const { account } = sender;
  const meansTooFew =
    usesAi(operation) && account !== null && stateOf(account)?.code === 'insufficient_credits';
  // Whether the balance covers the request is known only if it was read before.
  const before = meansTooFew ? await balanceOf(session, sender) : null;
  const answer = await sendRequest(session, request, { control: () => referenceAgain(session, operation) });
  if ((before && isAccepted(answer)) || deniesClaim(answer))
    compareWithPrice(session, request, answer, before ?? (await balanceOf(session, sender)));
  await sendControls(session, request, answer);
  return answer;
}

/** Sends what shows whether an unexpected response is due to the account, or to the target file. */
async function sendControls(session: CheckSession, request: Request, answer: Answer): Promise<void> {
  const { sender, operation, fields, chain } = request;
  if (isAccepted(answer) && claimedCode(answer)) await earlierRejectionAgain(session, answer);
  if (usesAi(operation) && speaksOfTheAccount(answer)) {
    if (sender.account === 'OTHER_API_KEY') await useBy(session, sender, operation);
    else if (isOwner(sender))
      await once(session, ['valid request', answer.exchange.id], (session) =>
        referenceAgain(session, operation, fields?.model),
      );
  }
  if (chain && !isInvalidWorkflow(answer)) await withoutFault(session, chain);
}

/** Whether an AI request is rejected for too few credits although the variable of its account claims something else. */
function deniesClaim(answer: Answer): boolean {
  const { operation, variable } = answer.exchange;
  const isClaimed = variable !== null && variable !== 'API_KEY' && variable !== 'OTHER_API_KEY';
  if (!usesAi(operation) || !isClaimed || claimedCode(answer) === 'insufficient_credits') return false;
  return failsWith(answer, 402, 'insufficient_credits');
}
