import type { WithModel } from '../../../spec/operations';
import type { Answer } from '../../judge/response/answer';
import type { Tier } from '../../judge/response/models';
import { ownerOf } from '../client/senders';
import { rejectOverdue } from '../credits/meter';
import { AT_LENGTH, costAlike, dearer, isDearer, pairsAfforded } from '../credits/prices';
import { balanceOf, fallOf } from '../credits/readings';
import type { Session } from '../run/session';
import { modelPart } from '../target-file/parts';
import { creditsOf } from '../target-file/target';
import { type Form, isCoarse, preparedTier, textUse, unlistedUse, useOfKind } from './uses';

/** The accepted text request, with the current credits if no charge was seen at once. */
export async function chargedUse(session: Session): Promise<Answer> {
  const answer = await textUse(session);
  const { charge } = answer;
  if (charge === undefined || charge.seen) return answer;
  return session.coordinator.withLock('API_KEY', async () => {
    const after = await balanceOf(session, ownerOf(session));
    const fell = fallOf(session, charge.before, after);
    const tier = await preparedTier(session, 'text');
    // Somebody may have topped up the account meanwhile: another AI request shows it.
    if (fell < 0 && tier) return useOfKind(session, 'text', 'prompt', tier, ', in other words');
    const read = { ...answer, charge: { ...charge, after, coarse: isCoarse(session) } };
    if (fell === 0) await rejectOverdue(session, 'text', read);
    return read;
  });
}

/** AI requests for this tier and for pro by turns: one pair, or more if it shows no lower price. */
export async function pricePairs(
  session: Session,
  tier: Tier,
  at: WithModel = 'text',
  form: Form = 'prompt',
): Promise<Answer[]> {
  const kind = (which: Tier, words?: string) =>
    useOfKind(session, at, form, which, words, words !== undefined);
  const pair = [await kind(tier), await kind('pro')];
  if (!dearer(session, pair)) return pair;
  if (pair[0]?.exchange.parts?.includes(modelPart(at))) await unlistedUse(session, at);
  const pairAgain = async (round: number) => {
    const words = ` beside ${tier}, again ${round}`;
    pair.push(await kind(tier, words), await kind('pro', words));
  };
  const rounds = pairsAfforded(session);
  for (let round = 1; round < rounds && dearer(session, pair); round++) await pairAgain(round);
  // The first pair may include the late charge or refund of an earlier AI request.
  const waited = creditsOf(session.target).settlesWithin !== undefined;
  if (waited && dearer(session, pair) && !isDearer(session, pair)) await pairAgain(rounds);
  if (!isDearer(session, pair)) return pair;
  const long = costAlike(session, pair) ? [await kind(tier, AT_LENGTH), await kind('pro', AT_LENGTH)] : [];
  if (long.length > 0 && !dearer(session, long)) return long;
  await rejectOverdue(session, 'pairs', [...pair, ...long].at(-1));
  return pair;
}
