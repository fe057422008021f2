import type { Answer } from '../../judge/answer';
import { charge, withReadings } from '../../judge/charge';
import { theFirstIsSmaller } from '../../judge/requirements';
import type { Session } from '../run/session';

const comparisonOf = ({ target }: Session, pairs: readonly Answer[]) =>
  charge(theFirstIsSmaller(target.credits), withReadings(pairs));

/** The first of a pair does not cost less, as far as the readings tell. */
export function dearer(session: Session, pair: readonly Answer[]): boolean {
  const { met, instead } = comparisonOf(session, pair);
  return !met && (instead === undefined || instead.reason.kind === 'prices');
}

/** The pairs show a breach. */
export function isDearer(session: Session, pairs: readonly Answer[]): boolean {
  const { met, instead } = comparisonOf(session, pairs);
  return !met && instead === undefined;
}

/** The two requests of each pair cost alike. */
export function costAlike(session: Session, pairs: readonly Answer[]): boolean {
  const { received } = comparisonOf(session, pairs);
  const costs = received.kind === 'costs' ? received.costs : [];
  return costs.length > 0 && costs.every((cost, index) => index % 2 === 0 || cost === costs[index - 1]);
}

/** Words that make a request long: short ones may all cost the least that any costs. */
export const AT_LENGTH = `, at length: ${'and once more, so that there is more to read, '.repeat(170)}`;

/** Three pairs confirm a breach where prices are fixed; ten, where a budget that was set affords them, in any case. */
export function pairsAfforded({ settings, coordinator }: Session): number {
  const left = settings.maxAiUses - coordinator.aiUses;
  return Number.isFinite(left) && left >= 20 ? 10 : 3;
}
