import { isMetered } from '../credits/charge';
import { difference } from '../credits/decimal';
import { readingOf } from '../credits/reading';
import { factsOf } from '../data/facts';
import { asNumber, type Pointer, walk } from '../data/json';
import { type Answer, answerOf, digitsOf, wasAccepted } from '../response/answer';
import { isVerifiedEarlier } from '../response/parts';
import { unverified } from '../response/unverified';
import type { Ask } from './guard';

/**
 * The target file may read another number as the credits. This is possible
 * - if another number of the response has fallen since the first reading;
 * - if the number rose between the readings, or stayed the same while a smaller one has risen, as a count of usage does, and
 *   it never fell.
 */
export const wrongCreditsField: Ask = ({ expected, answer, answers, around, context }) => {
  if (!isMetered(expected)) return null;
  const readings = answers.filter(({ exchange }) => exchange.operation === 'credits');
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined || isVerifiedEarlier('credits', context)) return null;
  const { variable, read } = first.exchange;
  if (expected.at === undefined && read?.credits === undefined) return null;
  const [before, after] = [readingOf(first, expected.at), readingOf(last, expected.at)];
  const isLowered = around.some((each) => (factsOf(each, context).charged ?? 0) > 0);
  const rose = !isLowered && before != null && after != null && difference(before, after) < 0;
  const stoodStill = !isLowered && after != null && before === after;
  const earliest = around.find(
    (each) => each.operation === 'credits' && each.variable === variable && wasAccepted(each),
  );
  const numbers = numbersIn((earliest && answerOf(earliest)) ?? first);
  const foundAt = [...numbersIn(last)].flatMap(([pointer, now]) => {
    const was = numbers.get(pointer);
    if (was === undefined || pointer === expected.at || now === after) return [];
    const fell = difference(was, now);
    return fell > 0 || (stoodStill && fell < 0 && difference(after, now) >= 0) ? pointer : [];
  });
  return foundAt.length > 0 || rose ? unverified('credits', answer, foundAt.slice(0, 3)) : null;
};

function numbersIn(answer: Answer): Map<Pointer, string> {
  const numbers = [...walk(digitsOf(answer))].filter(({ value }) => asNumber(value) !== undefined);
  return new Map(numbers.map(({ pointer, value }) => [pointer, String(value).trim()]));
}
