import type { Exchange, Unjudged } from '../data/evidence';
import type { Expectation } from '../data/expectation';
import type { Pointer } from '../data/json';
import { formatThrew } from '../texts/wording';
import { type Answer, answerOf, isAccepted } from './answer';
import { readAt } from './read-at';

type Value = Extract<Expectation, { kind: 'value' }>;

export function wasShownElsewhere(
  { part, at }: Value,
  { exchange }: Answer,
  around: readonly Exchange[],
): boolean {
  return around.some((each) => each.request.url === exchange.request.url && shows(each, part, at));
}

/** Whether an accepted lookup lacks a result that no other lookup of this job showed. */
export function lacksResult(expected: Value, answer: Answer, around: readonly Exchange[]): boolean {
  const { part, at } = expected;
  return (
    part === 'job.result' &&
    isAccepted(answer) &&
    readAt(answer, part, at) == null &&
    !wasShownElsewhere(expected, answer, around)
  );
}

function shows(exchange: Exchange, part: string, at: Pointer | undefined): boolean {
  const answer = answerOf(exchange);
  return answer !== null && isAccepted(answer) && readAt(answer, part, at) != null;
}

/** The work had no result at the time limit. */
export function notDone({ exchange }: Answer): Unjudged {
  const threw = exchange.threw?.['job.result'];
  const words = `needs longer patience.job in the target file: the job was not done${formatThrew('job.result', threw)}`;
  return { verdict: 'not tested', reason: { kind: 'words', words } };
}
