import { charge, costsOf, type Metered, withReadings } from '../../judge/credits/charge';
import { areClear } from '../../judge/guards/unclear-prices';
import type { Answer } from '../../judge/response/answer';
import type { Session } from '../run/session';
import { creditsAt, creditsOf, pointed, settled } from '../target-file/target';

/** For pairs of AI requests. */
export const cheaperThanPro = ({ target }: Session): Extract<Metered, { kind: 'cheaper' }> => ({
  kind: 'cheaper',
  ...pointed(creditsAt(target)),
  ...settled(target),
  ...(creditsOf(target).settlesWithin !== undefined && { waited: true }),
});

/** True if the first of a pair does not cost less, according to the readings. */
export function dearer(session: Session, pairs: readonly Answer[]): boolean {
  const measured = charge(cheaperThanPro(session), withReadings(pairs));
  return 'met' in measured && !measured.met;
}

/** True if the pairs show a violation. */
export function isDearer(session: Session, pairs: readonly Answer[]): boolean {
  const costs = costsOf(cheaperThanPro(session), withReadings(pairs));
  return dearer(session, pairs) && !('unread' in costs) && areClear(cheaperThanPro(session), costs);
}

/** True if the two requests of each pair cost the same. */
export function costAlike(session: Session, pairs: readonly Answer[]): boolean {
  const costs = costsOf(cheaperThanPro(session), withReadings(pairs));
  return !('unread' in costs) && costs.every(([one, other]) => one === other);
}

/** Text that makes a request long: short ones may all cost the minimum price. */
export const AT_LENGTH = `, at length: ${'and once more, so that there is more to read, '.repeat(170)}`;

/**
 * A few pairs confirm a violation if prices are fixed; many confirm it in any case, if the budget of the user
 * allows them.
 */
const PAIRS = { few: 3, many: 10 };

export function pairsAfforded({ settings, coordinator }: Session): number {
  const { maxAiRequests = 0 } = settings;
  return maxAiRequests - coordinator.aiRequests >= 2 * PAIRS.many ? PAIRS.many : PAIRS.few;
}
