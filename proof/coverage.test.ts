import { expect, test } from '@playwright/test';
import { defects } from '../mock/defects';
import { ledger } from '../spec/ledger';
import { allChecks } from '../src/drive/check/all-checks';
import { misnamed, unlistedCodes } from './coverage';

// What `npm run prove` reports to the author of a new clause, in addition to its defects.

const phrase = 'a job is lost';
const lost = { phrase, clause: 'jobs.lookup.own', level: 'must', metBy: [], change: {} } as const;

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
