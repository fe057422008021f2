import { type Answer, answerOf, isServed } from './answer';
import type { Exchange, Inconclusive } from './evidence';
import type { Expectation } from './expectation';
import type { Pointer } from './json';
import { located } from './located';

type Value = Extract<Expectation, { kind: 'value' }>;

/** Whether another lookup of this job showed the value. */
export function wasShown({ part, at }: Value, { exchange }: Answer, around: readonly Exchange[]): boolean {
  return around.some((each) => each.request.url === exchange.request.url && shows(each, part, at));
}

/** Whether a lookup that is answered lacks a result that no other lookup of this job showed. */
export function isOwed(expected: Value, answer: Answer, around: readonly Exchange[]): boolean {
  const { part, at } = expected;
  return (
    part === 'job.result' &&
    isServed(answer) &&
    located(answer, part, at) == null &&
    !wasShown(expected, answer, around)
  );
}

function shows(exchange: Exchange, part: string, at: Pointer | undefined): boolean {
  const answer = answerOf(exchange);
  return answer !== null && isServed(answer) && located(answer, part, at) != null;
}

/** The work was not done at the end of patience, as far as its result tells. */
export function notDone({ exchange }: Answer): Inconclusive {
  const threw = exchange.threw?.['job.result'];
  return { verdict: 'not tested', reason: { kind: 'not done', ...(threw !== undefined && { threw }) } };
}
