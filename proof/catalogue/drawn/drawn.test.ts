import { expect, test } from '@playwright/test';
import { ledger } from '../../../spec/ledger';
import { mockToAsk } from './ask';
import { drawn, families } from './drawn';
import { chapters, type DrawnDefect } from './family';

async function shown(defect: DrawnDefect, faulty: boolean): Promise<boolean> {
  await using mock = await mockToAsk(faulty ? { variant: defect.change } : {});
  return await defect.shows(mock.ask);
}

test('there are at least 300 random defects, and every chapter has some', () => {
  expect(drawn.length).toBeGreaterThanOrEqual(300);
  expect(new Set(drawn.map(({ chapter }) => chapter))).toEqual(new Set(chapters));
});

test('every family has a unique name and breaks only required clauses', () => {
  expect(new Set(families.map(({ about }) => about)).size).toBe(families.length);
  const named = [...families, ...drawn].flatMap(({ clauses, metBy }) => [...clauses, ...metBy]);
  expect(named.filter((id) => !(id in ledger))).toEqual([]);
  const broken = drawn.flatMap(({ clauses }) => clauses);
  const levels: Readonly<Record<string, { level: string }>> = ledger;
  expect(broken.filter((id) => levels[id]?.level !== 'must')).toEqual([]);
});

test('the share of affected probes is unset, or above 0 and at most 1', () => {
  for (const { share, phrase } of drawn) {
    if (share === null) continue;
    expect(share, phrase).toBeGreaterThan(0);
    expect(share, phrase).toBeLessThanOrEqual(1);
  }
});

for (const chapter of chapters)
  test(`a request shows each random defect of ${chapter} in the mock, and its absence without the defect`, async () => {
    const wrong: string[] = [];
    for (const defect of drawn.filter((each) => each.chapter === chapter)) {
      if (!(await shown(defect, true))) wrong.push(`not there: ${defect.phrase}`);
      if (await shown(defect, false)) wrong.push(`there without it: ${defect.phrase}`);
    }
    expect(wrong).toEqual([]);
  });
