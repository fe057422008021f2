import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { type DrawnDefect, drawDefects, familiesOf, family } from '../drawn/family';
import { nearTexts } from '../drawn/near';
import type { Met } from '../drawn/results';
import { curve, leftAlone, seenAt, survivors } from '../drawn/table';

const aDefect = (place: number, chapter: DrawnDefect['chapter'], share: number | null): DrawnDefect => ({
  place,
  family: 'a family',
  chapter,
  phrase: `a defect of ${chapter}`,
  clauses: [],
  metBy: [],
  change: {},
  shows: async () => true,
  share,
});

const met = (place: number, seen: boolean, more: Partial<Met> = {}): Met => ({
  place,
  seenBy: seen ? { clause: 'auth.key.wrong', title: 'a case' } : null,
  also: [],
  cases: 1,
  reasons: [],
  ...more,
});

const drawn = [aDefect(0, 'auth', 0.5), aDefect(1, 'auth', 1), aDefect(2, 'models', null)];
const rounds = [
  { depth: 1, met: [met(0, false), met(1, true), met(2, false)] },
  { depth: 3, met: [met(0, true), met(2, false, { also: ['errors.code.listed'] })] },
];

test('what was seen at one depth is seen at each deeper one', () => {
  expect([...seenAt(rounds, 1)]).toEqual([1]);
  expect([...seenAt(rounds, 3)].sort()).toEqual([0, 1]);
});

test('the curve has a row a chapter, what was seen beside what the draw lets expect', () => {
  expect(curve(drawn, rounds)).toEqual([
    ['auth', '2', '50.0 %', '75.0 %', '100 %', '93.8 %'],
    ['models', '1', '0 %', '', '0 %', ''],
    ['all', '3', '33.3 %', '75.0 %', '66.7 %', '93.8 %'],
  ]);
});

test('a survivor is told with the reason', () => {
  expect(survivors(drawn, rounds)).toEqual([
    [
      'models',
      'a defect of models',
      'seen by errors.code.listed instead; the contract tells no domain to draw from',
    ],
  ]);
});

test('what is no sure breach stands in a table of its own, and in no share', () => {
  const open = [0, 2].map((place) => ({ ...aDefect(place, 'text', null), leftAlone: 'not shown' }));
  expect(curve([...drawn.slice(1, 2), ...open], rounds)).toEqual(curve(drawn.slice(1, 2), rounds));
  expect(survivors(open, rounds)).toEqual([]);
  expect(leftAlone([...drawn, ...open], rounds)).toEqual([
    ['text', 'a defect of text', 'not shown; seen'],
    ['text', 'a defect of text', 'not shown'],
  ]);
});

/** One family, of the numbers up to this. */
const numbers = (most: number) =>
  familiesOf('auth', {
    numbers: family('auth.key.wrong', fc.nat(most), (number) => ({
      ...aDefect(0, 'auth', null),
      phrase: `${number}`,
    })),
  });

test('the same seed draws the same defects, another draws others', () => {
  const families = numbers(1000);
  const phrases = (seed: number) => drawDefects(families, 5, seed).map(({ phrase }) => phrase);
  expect(phrases(7)).toEqual(phrases(7));
  expect(phrases(7)).not.toEqual(phrases(8));
});

test('parameters are drawn uniformly over their domain', () => {
  const families = numbers(9);
  const counts = new Map<string, number>();
  for (let seed = 0; seed < 2000; seed++)
    for (const { phrase } of drawDefects(families, 1, seed))
      counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  expect(counts.size).toBe(10);
  for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(80);
});

for (const [about, members] of nearTexts(20))
  test(`of near texts, ${about}: the sample is another text, and counts as the real one`, () => {
    fc.assert(
      fc.property(members, ({ agrees, sample, share }) => {
        const real = 'abcdefghijklmnopqrst';
        expect(sample(real)).not.toBe(real);
        expect(agrees(sample(real), real)).toBe(true);
        expect(agrees('7', real)).toBe(false);
        if (share !== null) expect(share).toBeLessThanOrEqual(1);
      }),
    );
  });
