import type { Answer } from './answer';
import { difference } from './decimal';
import type { Expectation, Found } from './expectation';
import type { Pointer } from './json';
import { readingOf, sameCredits } from './reading';

/** What readings of the credits show of a use, of two uses, or of a refusal (contract 1). */
export function charge(
  expected: Extract<Expectation, { kind: 'charged' | 'cheaper' | 'uncharged' }>,
  answers: readonly Answer[],
): Found {
  const nothing: Found = { met: false, received: { kind: 'seen', what: 'nothing' } };
  if ('unfinished' in expected && expected.unfinished)
    return { ...nothing, instead: { verdict: 'not driven', reason: { kind: 'unfinished' } } };
  const needsPointer = (detail: string): Found => ({
    ...nothing,
    instead: { verdict: 'not driven', reason: { kind: 'needs', what: 'credits', detail } },
  });
  if (expected.kind === 'cheaper') return cheaper(expected, answers, needsPointer);
  if (expected.kind === 'charged' && answers.length !== 3)
    return needsPointer('no readings could be compared');
  const [before, after] = answers.slice(-2);
  if (before === undefined || after === undefined) return needsPointer('no readings could be compared');
  const [from, to] = [readingOf(before, expected.at), readingOf(after, expected.at)];
  if (from === null || to === null) return needsPointer('no readings could be compared');
  const same = sameCredits(from, to);
  const received: Found['received'] = { kind: 'credits', before: from.amount, after: to.amount, same };
  if (expected.kind === 'uncharged') return { met: same, received };
  const lowered = fall(before, after, expected.at);
  const met = lowered === null ? !same : lowered > 0;
  if (met || (expected.settled && !expected.coarse)) return { met, received };
  const reason = { kind: 'unsettled', ...(expected.coarse && { coarse: true }) } as const;
  return { met, received, instead: { verdict: 'indeterminate', reason } };
}

/** Each use of the AI, with the readings of the credits around it where there are any. */
export function withReadings(uses: readonly Answer[]): Answer[] {
  return uses.flatMap((use) => [use, ...(use.charge ? [use.charge.before, use.charge.after] : [])]);
}

/** Repeated pairs of equal requests agree, or nothing is said. */
const ENOUGH = 10;

/**
 * A first pair that shows it is enough. Where it does not, prices may depend on tokens or settle late, so a breach
 * needs every repetition to agree, with equal costs of equal requests, or ten pairs; and charges that are in.
 */
function cheaper(
  { at, settled }: Extract<Expectation, { kind: 'cheaper' }>,
  answers: readonly Answer[],
  needsPointer: (detail: string) => Found,
): Found {
  if (answers.length === 0 || answers.length % 6 !== 0) return needsPointer('no readings could be compared');
  const costs: number[][] = [];
  for (let from = 0; from < answers.length; from += 6) {
    const [, before, after, , second, last] = answers.slice(from, from + 6);
    const [a, b] = [before && after && fall(before, after, at), second && last && fall(second, last, at)];
    if (a == null || b == null) return needsPointer('no number tells what a request cost');
    costs.push([a, b]);
  }
  const [[a = 0, b = 0] = []] = costs;
  const received: Found['received'] = { kind: 'costs', costs: costs.flat() };
  if (a < b) return { met: true, received };
  const agree = costs.every(([one = 0, other = 0]) => one >= other);
  const fixed = costs.every(([one, other]) => one === a && other === b);
  // Alike as they are shown, they may differ by less than a reading shows.
  const dearer = costs.every(([one = 0, other = 0]) => one > other);
  const enough =
    (costs.length >= ENOUGH && (dearer || (settled && a > 0))) ||
    (costs.length > 1 && fixed && settled && a > 0);
  if (agree && enough) return { met: false, received };
  const reason = { kind: 'prices', costs, ...(settled && { settled: true }) } as const;
  return { met: false, received, instead: { verdict: 'indeterminate', reason } };
}

/** What was taken between two readings, rounded past the noise of decimal fractions; null without a number. */
function fall(before: Answer, after: Answer, pointer: Pointer | undefined): number | null {
  const [from, to] = [readingOf(before, pointer)?.amount, readingOf(after, pointer)?.amount];
  return from == null || to == null ? null : Number(difference(from, to).toPrecision(9));
}
