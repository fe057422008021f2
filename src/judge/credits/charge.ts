import type { AssertionResult } from '../data/evidence';
import type { Expectation } from '../data/expectation';
import type { Pointer } from '../data/json';
import type { Reason } from '../data/reason';
import type { Answer } from '../response/answer';
import { difference } from './decimal';
import { readingOf } from './reading';

type Metered = Extract<Expectation, { kind: 'charged' | 'cheaper' | 'uncharged' }>;

export function isMetered(expected: Expectation): expected is Metered {
  return expected.kind === 'charged' || expected.kind === 'cheaper' || expected.kind === 'uncharged';
}

const UNSEEN_CHARGES =
  'First check credits.settlesWithin and credits.resolution in the target file: a charge that shows after settlesWithin, or is smaller than resolution, is not seen.';

/** What readings of the credits show about AI requests or rejected requests (contract 1); null if none can be compared. */
export function charge(
  expected: Metered,
  answers: readonly Answer[],
): Pick<AssertionResult, 'met' | 'received' | 'note'> | null {
  const note = (met: boolean) =>
    !met && expected.kind !== 'uncharged' && { note: { kind: 'remark', words: UNSEEN_CHARGES } as const };
  if (expected.kind === 'cheaper') {
    const costs = costsOf(answers, expected.at);
    if (costs === null) return null;
    const met = costs.every(isCheaper);
    return { met, received: { kind: 'seen', what: `${costs.flat().join(' and ')} credits` }, ...note(met) };
  }
  const [change] = changesIn(answers, expected.at);
  if (change === undefined) return null;
  const { before, after } = change;
  const fell = difference(before, after);
  const met = expected.kind === 'uncharged' ? fell === 0 : fell > 0;
  return { met, received: { kind: 'seen', what: `${before} before, ${after} after` }, ...note(met) };
}

/** Each AI request, with the readings before and after it if there are any. */
export function withReadings(uses: readonly Answer[]): Answer[] {
  return uses.flatMap((use) => [use, ...(use.charge ? [use.charge.before, use.charge.after] : [])]);
}

/** The credits before and after each AI request, or before and after all requests that must be rejected. */
function changesIn(
  answers: readonly Answer[],
  pointer: Pointer | undefined,
): { before: string; after: string }[] {
  const readings = answers.filter(({ exchange }) => exchange.operation === 'credits');
  return readings.flatMap((reading, index) => {
    const [before, after] = [reading, readings[index + 1]].map((each) => each && readingOf(each, pointer));
    return index % 2 === 0 && before != null && after != null ? [{ before, after }] : [];
  });
}

/** Why a charge that was not seen says nothing, unless the target file says that readings show each charge. */
export const unsettled: Reason = {
  kind: 'words',
  words:
    'no charge was seen. It may be too small to see: set credits.resolution in the target file, and let the run send at least as many AI requests',
};

/** How many pairs of AI requests must agree before a price is too high. */
export const PAIRS = 3;

/** What the two AI requests of a pair cost. */
type Costs = readonly [one: number, other: number];

/** The costs of the AI requests of each pair; null unless readings show all of them. */
export function costsOf(answers: readonly Answer[], pointer: Pointer | undefined): Costs[] | null {
  const uses = answers.filter(({ exchange }) => exchange.operation !== 'credits').length;
  const costs = changesIn(answers, pointer).map(({ before, after }) => difference(before, after));
  if (uses === 0 || costs.length !== uses) return null;
  return costs.flatMap((one, index) => (index % 2 === 0 ? [[one, costs[index + 1] ?? 0] as const] : []));
}

/** A charge that was not seen shows no price, and if the credits rose, something else raised them. */
export const isCheaper = ([one, other]: Costs) => one > 0 && one < other;

/**
 * Whether pairs show that a tier is not cheaper: its cheapest request costs more than the dearest one for pro, by at least
 * as much as equal requests differ, since prices may depend on what the model writes. Unless readings show each charge
 * (`settled`), they may hide a difference, or a charge.
 */
export function areDearer(costs: readonly Costs[], settled = false): boolean {
  const [ones, others] = [costs.map(([one]) => one), costs.map(([, other]) => other)];
  const gap = Math.min(...ones) - Math.max(...others);
  const spread = Math.max(spreadOf(ones), spreadOf(others));
  const areShown =
    ones.every((one) => one > 0) && others.every((other) => (settled ? other >= 0 : other > 0));
  return costs.length >= PAIRS && areShown && gap >= spread && (settled || gap > 0);
}

const spreadOf = (costs: readonly number[]) => Math.max(...costs) - Math.min(...costs);
