import { expect, test } from '@playwright/test';
import { defects } from '../mock/defects';
import { ledger } from '../spec/ledger';
import { allChecks } from '../src/drive/check/all-checks';
import { misnamed, neverRed, type Shown, unbroken, unlistedCodes, unsaidCosts } from './coverage';
import type { Judged } from './run';

// What `npm run prove` reports to the author of a new clause, in addition to its defects.

const { 'jobs.lookup.own': own, 'workflows.reference.self-exact': exact } = ledger;
const [phrase, title] = ['a job is lost', 'a check'];
const lost = { phrase, clause: 'jobs.lookup.own', level: 'must', metBy: [], change: {} } as const;

const shown = (more: Partial<Judged>): Shown => {
  const judged = {
    clause: lost.clause,
    title,
    verdict: 'conforms',
    why: '',
    lacks: [],
    spends: false,
  } as const;
  return { verdicts: [{ ...judged, ...more }], faults: [] };
};

test('a check that may send AI requests without declaring it is reported with the function to change', () => {
  const lines = (spends: boolean, free: string[]) => unsaidCosts([shown({ spends })], new Set(free));
  expect(lines(true, [title])).toEqual([
    '"a check" may use the AI: say so in costOf, src/drive/check/check.ts',
  ]);
  expect(lines(false, [title])).toEqual([]);
  expect(lines(true, [])).toEqual([]);
});

test('the file for a new defect is named, even if two chapters share it', () => {
  expect(unbroken([], { 'jobs.lookup.own': own, 'workflows.reference.self-exact': exact })).toEqual([
    'no defect breaks jobs.lookup.own: add one to mock/defects/work.ts',
    'no defect breaks workflows.reference.self-exact: add one to mock/defects/workflows.ts',
  ]);
});

test('a check that no defect makes fail is reported, unless the mock does not need it', () => {
  const lines = (more: Partial<Judged>) =>
    neverRed(new Map([[lost, shown(more)]]), { 'jobs.lookup.own': own });
  expect(lines({})).toEqual([
    'no defect turns "a check" (jobs.lookup.own) red: add one to mock/defects/work.ts',
  ]);
  expect(lines({ verdict: 'violates' })).toEqual([]);
  expect(lines({ verdict: 'not tested' })).toEqual([]);
});

test('each defect has its own phrase, and the level of its clause', () => {
  expect(misnamed(defects, ledger)).toEqual([]);
  const others = [
    { ...lost, clause: 'runs.lookup.own' },
    { ...lost, phrase: '2', level: 'should' },
  ] as const;
  expect(misnamed([lost, ...others], ledger)).toEqual([
    `"${phrase}" (runs.lookup.own) is already a defect of jobs.lookup.own: choose another phrase in mock/defects/work.ts`,
    '"2" is should, its clause must: one of them is wrong',
  ]);
});

test('each clause lists the codes that its checks expect', () => {
  expect(unlistedCodes(allChecks(), ledger)).toEqual([]);
  const { codes: _, ...without } = ledger['auth.key.wrong'];
  expect(unlistedCodes(allChecks(), { ...ledger, 'auth.key.wrong': without })[0]).toBe(
    'a check of auth.key.wrong asks for invalid_api_key: add it to its codes in spec/clauses/auth.ts',
  );
});
