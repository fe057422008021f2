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
  const uses = expected.kind === 'uncharged' ? 0 : expected.kind === 'charged' ? 1 : 2;
  if (uses > 0 && answers.length !== 3 * uses) return needsPointer('no readings could be compared');
  const [before, after] = uses === 2 ? answers.slice(1, 3) : answers.slice(-2);
  const [second, last] = answers.slice(-2);
  if (before === undefined || after === undefined) return needsPointer('no readings could be compared');
  if (expected.kind === 'cheaper') {
    const costs = [fall(before, after, expected.at), second && last ? fall(second, last, expected.at) : null];
    const [a, b] = costs;
    if (a == null || b == null) return needsPointer('no number tells what a request cost');
    return { met: a < b, received: { kind: 'costs', costs: [a, b] } };
  }
  const [from, to] = [readingOf(before, expected.at), readingOf(after, expected.at)];
  if (from === null || to === null) return needsPointer('no readings could be compared');
  const same = sameCredits(from, to);
  const received: Found['received'] = { kind: 'credits', before: from.amount, after: to.amount, same };
  if (expected.kind === 'uncharged') return { met: same, received };
  const lowered = fall(before, after, expected.at);
  const met = lowered === null ? !same : lowered > 0;
  return { met, received, ...(!met && { note: { kind: 'patience' } }) };
}

/** What was taken between two readings, rounded past the noise of decimal fractions; null without a number. */
function fall(before: Answer, after: Answer, pointer: Pointer | undefined): number | null {
  const [from, to] = [readingOf(before, pointer)?.amount, readingOf(after, pointer)?.amount];
  return from == null || to == null ? null : Number(difference(from, to).toPrecision(9));
}
