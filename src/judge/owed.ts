import { type Answer, answerOf, isServed } from './answer';
import type { Exchange, Inconclusive } from './evidence';
import type { Expectation } from './expectation';
import type { Pointer } from './json';
import { located } from './located';

type Value = Extract<Expectation, { kind: 'value' }>;

/** Whether another look-up of this job showed the value. */
export function wasShown({ part, at }: Value, { exchange }: Answer, around: readonly Exchange[]): boolean {
  return around.some((each) => each.request.url === exchange.request.url && shows(each, part, at));
}

/** Whether a look-up that is answered lacks a result that no other look-up of this job showed. */
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
  return { verdict: 'not driven', reason: { kind: 'not done', ...(threw !== undefined && { threw }) } };
}
