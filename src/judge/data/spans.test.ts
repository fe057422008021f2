import { expect, test } from '@playwright/test';
import { coveredBy } from './spans';

test('spans that overlap count once', () => {
  const cases: [spans: [from: number, to: number][], covered: number][] = [
    [[], 0],
    [[[5, 8]], 3],
    [
      [
        [5, 8],
        [5, 8],
      ],
      3,
    ],
    [
      [
        [10, 20],
        [0, 5],
      ],
      15,
    ],
    [
      [
        [0, 60],
        [10, 20],
        [50, 70],
        [90, 90],
      ],
      70,
    ],
  ];
  for (const [spans, covered] of cases)
    expect(coveredBy(spans.map(([from, to]) => ({ from, to }))), JSON.stringify(spans)).toBe(covered);
});
