import { isFullDepth, isSmokeDepth } from '../../judge/depth';
import type { Session } from '../run/session';

/**
 * The approximate number of requests of a run, counted on the mock: for every target, and additionally for
 * text, the submission of jobs, and workflows with their runs.
 */
const counts = {
  brief: [
    { always: 175, text: 90, submit: 85, workflow: 125 },
    { always: 200, text: 145, submit: 140, workflow: 190 },
    { always: 215, text: 190, submit: 185, workflow: 215 },
  ],
  some: { always: 1570, text: 1290, submit: 2690, workflow: 2280 },
  exhaustive: { always: 2530, text: 2690, submit: 4600, workflow: 4690 },
};

/** The part of them that is sent without OTHER_API_KEY, which sends a share of each family. */
const withoutOther = { brief: 0.65, deeper: 0.75 };

/**
 * The approximate number of requests of a run, rounded to tens.
 * @param given the keys and the target file; whatever is not known yet is assumed to be complete
 */
export function requestsOf(depth: number, given: Partial<Pick<Session, 'keys' | 'target'>> = {}): number {
  const { keys, target } = given;
  const brief = isSmokeDepth(depth) ? counts.brief[depth] : undefined;
  const count = brief ?? (isFullDepth(depth) ? counts.exhaustive : counts.some);
  const spelled = { text: target?.text, submit: target?.job?.submit, workflow: target?.workflow };
  const parts = (['text', 'submit', 'workflow'] as const).filter((part) => !target || spelled[part]);
  const sent = parts.reduce((sum, part) => sum + count[part], count.always);
  const share =
    keys === undefined || keys.OTHER_API_KEY ? 1 : withoutOther[isSmokeDepth(depth) ? 'brief' : 'deeper'];
  return Math.round((sent * share) / 10) * 10;
}
