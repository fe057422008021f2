import { isBrief, isExhaustive } from '../../judge/draws';
import type { Target } from '../target';

/**
 * About how many requests a run sends, as they were counted on the mock: to every target, and more for text, the
 * submission of jobs and workflows with their runs.
 */
const counts = {
  brief: [
    { always: 130, text: 55, submit: 50, workflow: 90 },
    { always: 150, text: 90, submit: 90, workflow: 120 },
    { always: 165, text: 130, submit: 130, workflow: 145 },
  ],
  some: { always: 1255, text: 1030, submit: 2145, workflow: 1820 },
  exhaustive: { always: 2000, text: 2130, submit: 3640, workflow: 3710 },
};

/**
 * About how many requests a run sends, rounded to tens.
 * @param target what its file spells; everything, where it is not known yet
 */
export function requestsOf(depth: number, target?: Target): number {
  const brief = isBrief(depth) ? counts.brief[depth] : undefined;
  const count = brief ?? (isExhaustive(depth) ? counts.exhaustive : counts.some);
  const spelled = { text: target?.text, submit: target?.job?.submit, workflow: target?.workflow };
  const parts = (['text', 'submit', 'workflow'] as const).filter((part) => !target || spelled[part]);
  const sent = parts.reduce((sum, part) => sum + count[part], count.always);
  return Math.round(sent / 10) * 10;
}
