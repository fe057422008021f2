import { expect, test } from '@playwright/test';
import { defects } from '../mock/defects';
import type { Clause } from '../spec/clause';
import { ledger } from '../spec/ledger';
import { allChecks } from '../src/check/all-checks';
import { codesOf } from '../src/judge/data/expectation';

const clauses = Object.entries<Clause>(ledger);

test('each defect has its own phrase, and a clause that exists', () => {
  const phrases = defects.map(({ phrase }) => phrase);
  expect(phrases.filter((phrase, index) => phrases.indexOf(phrase) < index)).toEqual([]);
  expect(defects.filter(({ clause }) => !Object.hasOwn(ledger, clause))).toEqual([]);
});

test('a defect breaks each clause', () => {
  const broken = new Set(defects.map(({ clause }) => clause));
  const unbroken = clauses.filter(
    ([id, { level }]) => (level === 'must' || level === 'should') && !broken.has(id),
  );
  expect(unbroken.map(([id]) => `add a defect of ${id} to mock/defects`)).toEqual([]);
});

test('each clause lists the codes that its checks expect', () => {
  const unlisted = allChecks().flatMap(({ clause, check: { expect } }) => {
    const expected = 'each' in expect && typeof expect.each === 'object' ? codesOf(expect.each) : [];
    const listed: readonly string[] = ledger[clause].codes ?? [];
    return expected.filter((code) => !listed.includes(code)).map((code) => `add ${code} to ${clause}`);
  });
  expect(unlisted).toEqual([]);
});
