import type { WithModel } from '../../spec/operations';
import { ownerOf } from '../drive/client/senders';
import { rejectOverdue } from '../drive/credits/meter';
import { balanceOf, fallOf } from '../drive/credits/readings';
import type { CheckSession } from '../drive/evidence/recorder';
import { modelPart } from '../drive/target-file/parts';
import { creditsAt, pointed, settled } from '../drive/target-file/target';
import { charge, costsOf, type Metered, withReadings } from '../judge/credits/charge';
import { areClear } from '../judge/guards/unclear-prices';
import type { Answer } from '../judge/response/answer';
import type { Tier } from '../judge/response/models';
import { type Form, OTHER_WORDS } from '../world/requests';
import { isCoarse, unlistedUse, useOfKind } from '../world/uses';
import { requireSlot, textReference } from '../world/world';

/** The accepted text request, with the current credits if no charge was seen at once. */
export async function chargedUse(session: CheckSession): Promise<Answer> {
  const { references, models } = session.world;
  const answer = textReference(references)?.is ?? (await useOfKind(session, 'text', 'prompt'));
  const { charge } = answer;
  if (charge === undefined || charge.seen) return answer;
  const after = await balanceOf(session, ownerOf(session));
  const fell = fallOf(session, charge.before, after);
  const { tier } = requireSlot(models.text);
  // Somebody may have topped up the account meanwhile: another AI request shows it.
  if (fell < 0 && tier) return useOfKind(session, 'text', 'prompt', tier, OTHER_WORDS);
  const read = { ...answer, charge: { ...charge, after, coarse: isCoarse(session) } };
  if (fell === 0) await rejectOverdue(session, 'text', read);
  return read;
}

/** Text that makes a request long: short ones may all cost the minimum price. */
const AT_LENGTH = `, at length: ${'and once more, so that there is more to read, '.repeat(170)}`;

/**
 * A few pairs confirm a violation if prices are fixed; many confirm it in any case, if the budget of the user
 * allows them.
 */
const PAIRS = { few: 3, many: 10 };

/** For pairs of AI requests. */
export const cheaperThanPro = ({
  target,
}: Pick<CheckSession, 'target'>): Extract<Metered, { kind: 'cheaper' }> => ({
  kind: 'cheaper',
  ...pointed(creditsAt(target)),
  ...settled(target),
});

/** Whether the readings of pairs show that the first is not cheaper, clearly so, and that both cost the same. */
function pricesIn(session: CheckSession, pairs: readonly Answer[]) {
  const expected = cheaperThanPro(session);
  const answers = withReadings(pairs);
  const measured = charge(expected, answers);
  const costs = costsOf(expected, answers);
  const dearer = 'met' in measured && !measured.met;
  if ('unread' in costs) return { dearer, clear: false, alike: false };
  const alike = costs.every(([one, other]) => one === other);
  return { dearer, clear: dearer && areClear(expected, costs), alike };
}

/** AI requests for this tier and for pro by turns: one pair, or more if it shows no lower price. */
export async function pricePairs(
  session: CheckSession,
  tier: Tier,
  at: WithModel = 'text',
  form: Form = 'prompt',
): Promise<Answer[]> {
  const kind = (which: Tier, words?: string) =>
    useOfKind(session, at, form, which, words, words !== undefined);
  const pair = [await kind(tier), await kind('pro')];
  if (!pricesIn(session, pair).dearer) return pair;
  if (pair[0]?.exchange.parts?.includes(modelPart(at))) await unlistedUse(session, at);
  const pairAgain = async (round: number) => {
    const words = ` beside ${tier}, again ${round}`;
    pair.push(await kind(tier, words), await kind('pro', words));
  };
  const { maxAiRequests = 0 } = session.settings;
  const areManyAfforded = maxAiRequests - session.coordinator.aiRequests >= 2 * PAIRS.many;
  const rounds = areManyAfforded ? PAIRS.many : PAIRS.few;
  for (let round = 1; round < rounds && pricesIn(session, pair).dearer; round++) await pairAgain(round);
  // The first pair may include the late charge or refund of an earlier AI request.
  const { dearer, clear } = pricesIn(session, pair);
  if (dearer && !clear) await pairAgain(rounds);
  const shown = pricesIn(session, pair);
  if (!shown.clear) return pair;
  const long = shown.alike ? [await kind(tier, AT_LENGTH), await kind('pro', AT_LENGTH)] : [];
  if (long.length > 0 && !pricesIn(session, long).dearer) return long;
  await rejectOverdue(session, 'pairs', [...pair, ...long].at(-1));
  return pair;
}
