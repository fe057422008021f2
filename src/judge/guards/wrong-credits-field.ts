import { isMetered } from '../credits/charge';
import { difference } from '../credits/decimal';
import { readingOf } from '../credits/reading';
import { factsOf } from '../data/facts';
import { asNumber, type Pointer, walk } from '../data/json';
import { type Answer, answerOf, digitsOf } from '../response/answer';
import { isVerifiedEarlier } from '../response/parts';
import { unverified } from '../response/unverified';
import type { Ask } from './guard';

/**
 * The target file may read another number as the credits. This is possible if between the readings
 * - another number of the response fell;
 * - the number rose, or stayed the same while a smaller one rose, as a count of usage does, and it never
 *   fell;
 * - it fell as much for each rejected request as for each AI request, as a count of calls does, and another
 *   number falls with AI requests.
 */
export const wrongCreditsField: Ask = ({ expected, answer, answers, around, context }) => {
  if (!isMetered(expected)) return null;
  const readings = answers.filter(({ exchange }) => exchange.operation === 'credits');
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined || isVerifiedEarlier('credits', context)) return null;
  if (expected.at === undefined && first.exchange.read?.credits === undefined) return null;
  const later = numbersIn(last);
  const [before, after] = [readingOf(first, expected.at), readingOf(last, expected.at)];
  const charges = around.flatMap((each) => {
    const { charged = 0 } = factsOf(each, context);
    return charged > 0 ? charged : [];
  });
  const isLowered = charges.length > 0;
  const change = before != null && after != null ? difference(before, after) : 0;
  const rejected = answers.length - readings.length;
  const countsCalls =
    expected.kind === 'uncharged' && isLowered && charges.every((each) => each * rejected === change);
  const numbers = numbersIn(first);
  const byFunction = expected.at === undefined;
  // A function may add up several numbers that fall together.
  if (byFunction && change > 0 && ![...numbers.values()].includes(before ?? '')) return null;
  const rose = !isLowered && change < 0;
  const stoodStill = !isLowered && after != null && before === after;
  const fellWithUses = (pointer: Pointer, now: string) =>
    around.some((each) => {
      const reading =
        each.operation === 'credits' && each.variable === first.exchange.variable && answerOf(each);
      const was = reading ? numbersIn(reading).get(pointer) : undefined;
      return was !== undefined && difference(was, now) > 0;
    });
  const foundAt = [...numbers].flatMap(([pointer, was]) => {
    const now = later.get(pointer);
    const isRead = byFunction ? was === before && now === after : pointer === expected.at;
    if (now === undefined || isRead) return [];
    const fell = difference(was, now);
    const roseBelow = stoodStill && fell < 0 && difference(after, now) >= 0;
    return fell > 0 || roseBelow || (countsCalls && fellWithUses(pointer, now)) ? pointer : [];
  });
  if (foundAt.length === 0 && !rose) return null;
  return unverified('credits', answer, foundAt.slice(0, 3));
};

function numbersIn(answer: Answer): Map<Pointer, string> {
  const numbers = [...walk(digitsOf(answer))].filter(({ value }) => asNumber(value) !== undefined);
  return new Map(numbers.map(({ pointer, value }) => [pointer, String(value).trim()]));
}
