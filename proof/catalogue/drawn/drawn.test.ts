import { expect, test } from '@playwright/test';
import { ledger } from '../../../spec/ledger';
import { mockToAsk } from './ask';
import { drawn, families } from './drawn';
import { chapters, type DrawnDefect } from './family';

async function shown(defect: DrawnDefect, faulty: boolean): Promise<boolean> {
  await using mock = await mockToAsk(faulty ? { variant: defect.change } : {});
  return await defect.shows(mock.ask);
}

test('at least 300 defects are drawn, over every chapter', () => {
  expect(drawn.length).toBeGreaterThanOrEqual(300);
  expect(new Set(drawn.map(({ chapter }) => chapter))).toEqual(new Set(chapters));
});

test('every family has a name of its own, and clauses that are must', () => {
  expect(new Set(families.map(({ about }) => about)).size).toBe(families.length);
  const named = [...families, ...drawn].flatMap(({ clauses, metBy }) => [...clauses, ...metBy]);
  expect(named.filter((id) => !(id in ledger))).toEqual([]);
  const broken = drawn.flatMap(({ clauses }) => clauses);
  const levels: Readonly<Record<string, { level: string }>> = ledger;
  expect(broken.filter((id) => levels[id]?.level !== 'must')).toEqual([]);
});

test('a share is none, or one of probes', () => {
  for (const { share, phrase } of drawn) {
    if (share === null) continue;
    expect(share, phrase).toBeGreaterThan(0);
    expect(share, phrase).toBeLessThanOrEqual(1);
  }
});

for (const chapter of chapters)
  test(`of each drawn defect of ${chapter}, a request shows that the mock has it, and that it has not without it`, async () => {
    const wrong: string[] = [];
    for (const defect of drawn.filter((each) => each.chapter === chapter)) {
      if (!(await shown(defect, true))) wrong.push(`not there: ${defect.phrase}`);
      if (await shown(defect, false)) wrong.push(`there without it: ${defect.phrase}`);
    }
    expect(wrong).toEqual([]);
  });
