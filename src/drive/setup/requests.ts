import { type Depth, isSmokeDepth } from '../../judge/verdict/depth';
import type { Session } from '../run/session';

/**
 * Requests for every target, and additionally for text, the submission of jobs, and workflows with their runs: as
 * counted on the mock. A test fails if a run sends clearly more or fewer.
 */
const counts = {
  0: { always: 155, text: 180, submit: 180, workflow: 210 },
  1: { always: 330, text: 340, submit: 245, workflow: 205 },
  3: { always: 2000, text: 2160, submit: 3400, workflow: 2805 },
};

/** The AI requests that a service accepts which keeps the contract. */
const aiCounts = {
  0: { text: 11, submit: 2, workflow: 4 },
  1: { text: 11, submit: 2, workflow: 4 },
  3: { text: 22, submit: 12, workflow: 7 },
};

/** The part of them that is sent without OTHER_API_KEY, which repeats some of the others. */
const withoutOther = { brief: 0.8, deeper: 0.75 };
const aiWithoutOther = { brief: 0.85, deeper: 0.6 };

type Given = Partial<Pick<Session, 'keys' | 'target'>>;

/**
 * The approximate number of requests of a run, rounded to tens.
 * @param given the keys and the target file; whatever is not known yet is assumed to be complete
 */
export function requestsOf(depth: Depth, given: Given = {}): number {
  const { always, ...parts } = counts[depth];
  return Math.round(((always + sumOf(parts, given)) * partOf(withoutOther, depth, given)) / 10) * 10;
}

/** The approximate number of AI requests that a service accepts which keeps the contract. */
export function aiRequestsOf(depth: Depth, given: Given = {}): number {
  return Math.round(sumOf(aiCounts[depth], given) * partOf(aiWithoutOther, depth, given));
}

function sumOf(count: (typeof aiCounts)[Depth], { target }: Given): number {
  const described = { text: target?.text, submit: target?.job?.submit, workflow: target?.workflow };
  const parts = (['text', 'submit', 'workflow'] as const).filter((part) => !target || described[part]);
  return parts.reduce((sum, part) => sum + count[part], 0);
}

function partOf(without: typeof withoutOther, depth: number, { keys }: Given): number {
  return keys === undefined || keys.OTHER_API_KEY ? 1 : without[isSmokeDepth(depth) ? 'brief' : 'deeper'];
}
