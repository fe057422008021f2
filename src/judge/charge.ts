import { type Answer, gistOf, isServed, observed } from './answer';
import { difference } from './decimal';
import type { Exchange, Found } from './evidence';
import type { Expectation, Unfinished } from './expectation';
import type { Pointer } from './json';
import { readingOf, sameCredits } from './reading';
import type { Reason } from './reason';

/** What readings of the credits show of a use, of two uses, or of a refusal (contract 1). */
export function charge(
  expected: Extract<Expectation, { kind: 'charged' | 'cheaper' | 'uncharged' }>,
  answers: readonly Answer[],
  around: readonly Exchange[] = [],
): Found {
  const instead = (reason: Reason): Found => ({
    met: false,
    received: { kind: 'seen', what: 'nothing' },
    instead: { verdict: 'not driven', reason },
  });
  if ('unfinished' in expected && expected.unfinished) return instead(whyUncharged(expected.unfinished));
  const unread = (detail: string) => instead(whyUnread(expected, answers, around, detail));
  if (expected.kind === 'cheaper') return cheaper(expected, answers, unread);
  if (expected.kind === 'charged' && answers.length !== 3) return unread('no readings could be compared');
  const [before, after] = answers.slice(-2);
  if (before === undefined || after === undefined) return unread('no readings could be compared');
  const [from, to] = [readingOf(before, expected.at), readingOf(after, expected.at)];
  if (from === null || to === null) return unread('no readings could be compared');
  const same = sameCredits(from, to);
  const received: Found['received'] = { kind: 'credits', before: from.amount, after: to.amount, same };
  if (expected.kind === 'uncharged') return { met: same, received };
  const lowered = fall(before, after, expected.at);
  const met = lowered === null ? !same : lowered > 0;
  if (met) return { met, received };
  if (expected.settled && !expected.coarse) return { met, received, note: { kind: 'charges' } };
  const reason = { kind: 'unsettled', ...(expected.coarse && { coarse: true }) } as const;
  return { met, received, instead: { verdict: 'indeterminate', reason } };
}

/** Why nothing was charged for work: it failed, or was not done in the time that a setting says; TIMEOUT_MS by itself. */
export function whyUncharged(unfinished: Unfinished | true): Reason {
  if (unfinished === 'failed') return { kind: 'work failed' };
  return { kind: 'unfinished', ...(unfinished !== true && { within: unfinished }) };
}

/**
 * Why readings of the credits do not tell what was asked: a use of the AI, or a reading, was refused, or nothing can be
 * compared where the target file points at; or it points nowhere.
 */
function whyUnread(
  expected: Parameters<typeof charge>[0],
  answers: readonly Answer[],
  around: readonly Exchange[],
  detail: string,
): Reason {
  const { variable } = answers[0]?.exchange ?? {};
  // What is to cost nothing is refused.
  const asked = expected.kind === 'uncharged' ? answers.slice(-2) : answers;
  const readings = around.filter((each) => each.operation === 'credits' && each.variable === variable);
  const refused = [...asked, ...readings.flatMap((each) => gistOf(each) ?? [])].find(
    (each) => !isServed(each),
  );
  if (refused !== undefined) {
    const reading = expected.kind === 'uncharged' || refused.exchange.operation === 'credits';
    const what = reading ? 'a reading of the credits' : 'the use of the AI';
    return { kind: 'not served', what, received: observed(refused) };
  }
  const pointer = expected.at !== undefined || readings.some(({ read }) => read?.credits !== undefined);
  if (answers.some(({ exchange }) => exchange.beside)) return { kind: 'credits', how: 'not alone', pointer };
  if (pointer || ('settled' in expected && expected.settled))
    return { kind: 'credits', how: 'unreadable', pointer };
  return { kind: 'needs', what: 'credits', detail };
}

/** Each use of the AI, with the readings of the credits around it where there are any. */
export function withReadings(uses: readonly Answer[]): Answer[] {
  return uses.flatMap((use) => [use, ...(use.charge ? [use.charge.before, use.charge.after] : [])]);
}

/** Repeated pairs of equal requests agree, or nothing is said. */
const ENOUGH = 10;

/**
 * A first pair that shows it is enough, or, where its charges may have come in late, all that were waited for. Where
 * it does not, prices may depend on tokens or settle late, so a breach needs every repetition to agree, with equal
 * costs of equal requests, or ten pairs; and charges that are in. No use costs less than nothing: what raised the
 * credits was something else.
 */
function cheaper(
  { at, settled, waited }: Extract<Expectation, { kind: 'cheaper' }>,
  answers: readonly Answer[],
  unread: (detail: string) => Found,
): Found {
  if (answers.length === 0 || answers.length % 6 !== 0) return unread('no readings could be compared');
  const costs: [one: number, other: number][] = [];
  for (let from = 0; from < answers.length; from += 6) {
    const [, before, after, , second, last] = answers.slice(from, from + 6);
    const [a, b] = [before && after && fall(before, after, at), second && last && fall(second, last, at)];
    if (a == null || b == null) return unread('no number tells what a request cost');
    costs.push([a, b]);
  }
  const [[a, b] = [0, 0]] = costs;
  const received: Found['received'] = { kind: 'costs', costs: costs.flat() };
  const shown = ([one, other]: readonly [number, number]) => one >= 0 && one < other;
  const late = waited ? costs.slice(1) : [];
  if (shown([a, b]) || (late.length > 1 && late.every(shown))) return { met: true, received };
  // The first pair begins before earlier uses are settled: what was charged or paid back then is no cost of its own.
  const counted = late.length > (a < 0 || b < 0 ? 1 : 2) ? late : costs;
  const [[first, last] = [0, 0]] = counted;
  const agree = counted.every(([one, other]) => other >= 0 && one >= other);
  const fixed = counted.every(([one, other]) => one === first && other === last);
  // Alike as they are shown, they may differ by less than a reading shows.
  const dearer = counted.every(([one, other]) => one > other);
  const enough =
    (counted.length >= ENOUGH && (dearer || (settled && first > 0))) ||
    (counted.length > 1 && fixed && settled && first > 0);
  if (agree && enough) return { met: false, received, ...(settled && { note: { kind: 'charges' } }) };
  const reason = { kind: 'prices', costs: counted, ...(settled && { settled: true }) } as const;
  return { met: false, received, instead: { verdict: 'indeterminate', reason } };
}

/** What was taken between two readings, rounded past the noise of decimal fractions; null without a number. */
function fall(before: Answer, after: Answer, pointer: Pointer | undefined): number | null {
  const [from, to] = [readingOf(before, pointer)?.amount, readingOf(after, pointer)?.amount];
  return from == null || to == null ? null : Number(difference(from, to).toPrecision(9));
}
