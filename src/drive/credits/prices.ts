import type { Answer } from '../../judge/answer';
import { charge, costsOf, withReadings } from '../../judge/charge';
import { areClear } from '../../judge/guards/unclear-prices';
import { theFirstIsSmaller } from '../../judge/requirements';
import type { Session } from '../run/session';

const asked = ({ target }: Session) => theFirstIsSmaller(target.credits);

/** The first of a pair does not cost less, as far as the readings tell. */
export function dearer(session: Session, pairs: readonly Answer[]): boolean {
  const measured = charge(asked(session), withReadings(pairs));
  return 'met' in measured && !measured.met;
}

/** The pairs show a breach. */
export function isDearer(session: Session, pairs: readonly Answer[]): boolean {
  const costs = costsOf(asked(session), withReadings(pairs));
  return dearer(session, pairs) && !('unread' in costs) && areClear(asked(session), costs);
}

/** The two requests of each pair cost alike. */
export function costAlike(session: Session, pairs: readonly Answer[]): boolean {
  const costs = costsOf(asked(session), withReadings(pairs));
  return !('unread' in costs) && costs.every(([one, other]) => one === other);
}

/** Words that make a request long: short ones may all cost the least that any costs. */
export const AT_LENGTH = `, at length: ${'and once more, so that there is more to read, '.repeat(170)}`;

/** A few pairs confirm a breach where prices are fixed; many, where a budget that the user set affords them, in any case. */
export const PAIRS = { few: 3, many: 10 };

export function pairsAfforded({ settings, coordinator }: Session): number {
  const { maxAiRequests = 0 } = settings;
  return maxAiRequests - coordinator.aiRequests >= 2 * PAIRS.many ? PAIRS.many : PAIRS.few;
}
