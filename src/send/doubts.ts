import { prepare } from '../client/client';
import type { CheckSession } from '../client/evidence/recorder';
import { ownerOf } from '../client/senders';
import type { Unjudged } from '../judge/data/evidence';
import type { Reason } from '../judge/data/reason';
import { type Answer, answerOf, errorOf, isAccepted, observed } from '../judge/response/answer';
import { formatObservation } from '../judge/texts/wording';
import { credits } from '../settings/operations';
import { keyForOtherHeaders } from '../stimuli/keys';
import type { Planned } from '../stimuli/plan';
import { readRequest } from '../world/requests';

/** A wrong key got 429 where the valid key did not: no more are sent, and the last one is not judged. */
export function whyStopped(
  { facts, evidence, requests }: CheckSession,
  { doubt }: Planned,
): Unjudged | undefined {
  if (doubt !== 'wrong keys' || facts.limitsOwner) return undefined;
  const limited = evidence.exchanges.find(({ id, variable, response }) => {
    const isProbe = variable !== null && requests.get(id)?.sender.account === null;
    return isProbe && response?.status === 429;
  });
  const answer = limited && answerOf(limited);
  if (answer) facts.keysEnded ??= keysEnded('a wrong key', answer);
  return facts.keysEnded && { verdict: 'not tested', reason: facts.keysEnded };
}

const keysEnded = (sent: string, answer: Answer): Reason => ({
  kind: 'words',
  words: `stopped sending invalid keys: ${sent} got ${formatObservation(observed(answer), true)}; set REQUESTS_PER_MINUTE to send fewer`,
});

/** Why responses that differ from the expected one cannot be judged. */
export async function whyInDoubt(
  session: CheckSession,
  { doubt, oneByOne, place }: Planned,
  answers: readonly Answer[],
): Promise<Unjudged | undefined> {
  if (doubt === 'unknown headers') return whyHeadersRejected(session, answers);
  return doubt === 'wrong keys' && !oneByOne ? whyShutOut(session, place, answers) : undefined;
}

/** A target may lock out a client after many wrong keys, which is no violation: the valid key is sent again. */
async function whyShutOut(
  session: CheckSession,
  place: string,
  answers: readonly Answer[],
): Promise<Unjudged | undefined> {
  const { references } = session.world;
  const read = (['credits', 'models'] as const).find((id) => references[id]?.is);
  const odd = answers.some((answer) => errorOf(answer).code !== 'invalid_api_key');
  if (read === undefined || !(place === credits.name || odd)) return undefined;
  const repeated = await prepare(session, readRequest(ownerOf(session), read));
  if (isAccepted(repeated)) return undefined;
  const reason = keysEnded('the valid key, accepted before,', repeated);
  session.facts.keysEnded = reason;
  return { verdict: 'inconclusive', reason };
}

/** A target that rejects unknown headers says nothing about the key. */
async function whyHeadersRejected(
  session: CheckSession,
  answers: readonly Answer[],
): Promise<Unjudged | undefined> {
  if (answers.every((answer) => isAccepted(answer) || answer.status === 401)) return undefined;
  const owner = ownerOf(session);
  const beside = { ...owner, headers: { 'x-api-key': keyForOtherHeaders(session, owner) } };
  const control = await prepare(session, readRequest(beside, 'credits'));
  if (isAccepted(control)) return undefined;
  const what = 'GET /v1/credits with the valid key and x-api-key beside it';
  return { verdict: 'blocked', reason: { kind: 'not accepted', what, received: observed(control) } };
}
