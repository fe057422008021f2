import type { Answer } from '../engine/answer';
import { charge, withReadings } from '../engine/charge';
import { theFirstIsSmaller } from '../engine/requirements';
import type { Session } from './session';

/** The first of a pair does not cost less, as far as the readings tell. */
export function dearer({ target }: Session, pair: readonly Answer[]): boolean {
  const expected = theFirstIsSmaller(target.credits);
  const found = expected.kind === 'cheaper' ? charge(expected, withReadings(pair)) : null;
  return (
    found !== null && !found.met && (found.instead === undefined || found.instead.reason.kind === 'prices')
  );
}

/** Three pairs confirm a breach where prices are fixed; ten, where a budget that was set affords them, in any case. */
export function pairsAfforded({ settings, coordinator }: Session): number {
  const left = settings.maxAiUses - coordinator.aiUses;
  return Number.isFinite(left) && left >= 20 ? 10 : 3;
}
