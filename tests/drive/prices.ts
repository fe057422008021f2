import type { Answer } from '../engine/answer';
import { charge } from '../engine/charge';
import { theFirstIsSmaller } from '../engine/requirements';
import type { Session } from './session';

/** The first of a pair does not cost less, as far as the readings tell. */
export function dearer({ target }: Session, [first, second]: Answer[]): boolean {
  const readings = [first, second].flatMap((each) => {
    const around = each?.charge;
    return each && around ? [each, around.before, around.after] : [];
  });
  const expected = theFirstIsSmaller(target.credits);
  const found = expected.kind === 'cheaper' ? charge(expected, readings) : null;
  return (
    found !== null && !found.met && (found.instead === undefined || found.instead.reason.kind === 'prices')
  );
}

/** Three pairs confirm a breach where prices are fixed; ten, where a budget that was set affords them, in any case. */
export function pairsAfforded({ settings, coordinator }: Session): number {
  const left = settings.maxAiUses - coordinator.aiUses;
  return Number.isFinite(left) && left >= 20 ? 10 : 3;
}
