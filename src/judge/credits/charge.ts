import type { AssertionResult } from '../data/evidence';
import type { Expectation } from '../data/expectation';
import type { Pointer } from '../data/json';
import type { Answer } from '../response/answer';
import { difference } from './decimal';
import { readingOf } from './reading';

export type Metered = Extract<Expectation, { kind: 'charged' | 'cheaper' | 'uncharged' }>;

export function isMetered(expected: Expectation): expected is Metered {
  return expected.kind === 'charged' || expected.kind === 'cheaper' || expected.kind === 'uncharged';
}

/** The measurement, or why nothing can be compared. */
type Measured = Pick<AssertionResult, 'met' | 'received' | 'note'> | { unread: string };

const NO_READINGS = { unread: 'no readings could be compared' };

/** What readings of the credits show about an AI request, two AI requests, or rejected requests (contract 1). */
export function charge(expected: Metered, answers: readonly Answer[]): Measured {
  if ('unfinished' in expected && expected.unfinished) return NO_READINGS;
  if (expected.kind === 'cheaper') return cheaper(expected, answers);
  const [measurement, ...others] = measurementsIn(answers);
  if (measurement === undefined || others.length > 0) return NO_READINGS;
  const { before, after } = measurement;
  const [from, to] = [readingOf(before, expected.at), readingOf(after, expected.at)];
  if (from === null || to === null) return NO_READINGS;
  const fell = difference(from, to);
  const received: AssertionResult['received'] = { kind: 'credits', before: from, after: to };
  if (expected.kind === 'uncharged') return { met: fell === 0, received };
  const met = fell > 0;
  return { met, received, ...(!met && expected.settled && { note: { kind: 'charges' } }) };
}

/** What was sent between two readings of the credits of an account: an AI request, or requests that must be rejected. */
interface Measurement {
  acts: Answer[];
  before: Answer;
  after: Answer;
}

/** The measurements among these responses: each is what was sent, followed by the readings before and after it. */
export function measurementsIn(answers: readonly Answer[]): Measurement[] {
  const measurements: Measurement[] = [];
  let acts: Answer[] = [];
  let before: Answer | undefined;
  for (const answer of answers) {
    if (answer.exchange.operation !== 'credits') acts.push(answer);
    else if (before === undefined) before = answer;
    else {
      measurements.push({ acts, before, after: answer });
      [acts, before] = [[], undefined];
    }
  }
  return measurements;
}

/** Each AI request, with the readings before and after it if there are any. */
export function withReadings(uses: readonly Answer[]): Answer[] {
  return uses.flatMap((use) => [use, ...(use.charge ? [use.charge.before, use.charge.after] : [])]);
}

/** The costs of both AI requests of each pair. */
export type Costs = [one: number, other: number][];

/**
 * What equal requests cost, in pairs. A first pair that shows it is enough; since charges may have come in late
 * there, all others are needed otherwise. No AI request costs less than nothing: if the credits
 * rose, something else raised them.
 */
function cheaper(expected: Extract<Metered, { kind: 'cheaper' }>, answers: readonly Answer[]): Measured {
  const costs = costsOf(expected, answers);
  if ('unread' in costs) return costs;
  const [[a, b] = [0, 0]] = costs;
  const shown = ([one, other]: readonly [number, number]) => one >= 0 && one < other;
  const late = costs.slice(1);
  const met = shown([a, b]) || (late.length > 1 && late.every(shown));
  const received: AssertionResult['received'] = { kind: 'costs', costs: costs.flat() };
  return { met, received, ...(!met && expected.settled && { note: { kind: 'charges' } }) };
}

/** The costs of the AI requests of each pair, or why they are unknown. */
export function costsOf(
  { at }: Extract<Metered, { kind: 'cheaper' }>,
  answers: readonly Answer[],
): Costs | { unread: string } {
  const measurements = measurementsIn(answers);
  const isOfPairs = measurements.length > 0 && measurements.length % 2 === 0;
  if (!isOfPairs || measurements.some(({ acts }) => acts.length !== 1)) return NO_READINGS;
  const costs: Costs = [];
  let one: number | undefined;
  for (const { before, after } of measurements) {
    const cost = fall(before, after, at);
    if (cost === null) return { unread: 'no number shows what a request cost' };
    if (one !== undefined) costs.push([one, cost]);
    one = one === undefined ? cost : undefined;
  }
  return costs;
}

/** The difference between two readings; null if there is no number. */
function fall(before: Answer, after: Answer, pointer: Pointer | undefined): number | null {
  const [from, to] = [readingOf(before, pointer), readingOf(after, pointer)];
  return from === null || to === null ? null : difference(from, to);
}
