import type { WithModel } from '../../spec/operations';
import { endUnclear, requireQuiet, settledCredits } from '../client/credits/measure';
import type { CheckSession } from '../client/evidence/recorder';
import { once } from '../client/once';
import { areDearer, costsOf, isCheaper, PAIRS, withReadings } from '../judge/credits/charge';
import type { Answer } from '../judge/response/answer';
import type { Tier } from '../judge/response/models';
import { modelPart } from '../settings/target-file/parts';
import { creditsOf, pointerOf } from '../settings/target-file/target';
import { atLength, type Form } from '../world/requests';
import { unlistedUse, useOfKind } from '../world/uses';
import { requireMeasured } from './charged';

/** AI requests for this tier and for pro: a pair that shows a lower price, or else several long ones, one after another. */
export const pricePairs = (
  session: CheckSession,
  tier: Tier,
  at: WithModel = 'text',
  form: Form = 'prompt',
): Promise<Answer[]> =>
  once(session, ['prices', tier, at, form], async (session) => {
    const { at: locator, resolution } = creditsOf(session.target);
    const costs = (pairs: readonly Answer[]) => costsOf(withReadings(pairs), pointerOf(locator)) ?? [];
    const use = async (which: Tier, words?: string) => {
      const answer = await useOfKind(session, at, form, which, words, words !== undefined);
      await requireMeasured(session, answer);
      return answer;
    };
    const first = [await use(tier), await use('pro')];
    if (costs(first).every(isCheaper)) return first;
    if (first[0]?.exchange.parts?.includes(modelPart(at))) await unlistedUse(session, at);
    // The first pair may include the late charge or refund of an earlier AI request.
    const settled = await settledCredits(session);
    if (typeof settled === 'string') return endUnclear(settled);
    // Short requests may all cost the least price.
    const pairs: Answer[] = [];
    for (let pair = 1; pair <= PAIRS; pair++) {
      const words = ` beside ${tier}, again ${pair}${atLength(170)}`;
      pairs.push(await use(tier, words), await use('pro', words));
    }
    const latest = pairs.at(-1)?.charge?.after;
    if (latest && areDearer(costs(pairs), resolution !== undefined)) await requireQuiet(session, latest);
    return pairs;
  });
