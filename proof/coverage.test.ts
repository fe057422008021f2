import { expect, test } from '@playwright/test';
import type { Defect } from '../mock/defect';
import { ledger } from '../spec/ledger';
import type { Finding } from '../src/judge/data/evidence';
import {
  killsOf,
  neverRed,
  type Result,
  SOUND,
  shortcomings,
  unbroken,
  unlistedNeeds,
  unsaidCosts,
} from './coverage';

// What `npm run prove` reports to the author of a new clause, in addition to its defects.

const { 'jobs.lookup.own': own, 'workflows.reference.self-exact': exact } = ledger;

const aResult = (clause: string, more: Partial<Result>): Result => ({
  phrase: SOUND,
  title: 'a case',
  tags: ['@must', `@${clause}`, '@free'],
  findings: [],
  mayUseAi: false,
  ...more,
});

const needing = (what: string): Partial<Result> => ({
  inconclusive: { verdict: 'not tested', reason: { kind: 'needs', what } },
});

test('a clause whose checks all need something unlisted is reported with the needs to add and the file', () => {
  const lines = (...checks: Partial<Result>[]) =>
    unlistedNeeds(
      checks.map((each) => aResult('jobs.lookup.own', each)),
      { 'jobs.lookup.own': own },
    );
  expect(lines(needing('job'), needing('OTHER_API_KEY'), needing('job'))).toEqual([
    'no check of jobs.lookup.own is tested without job or OTHER_API_KEY: add that to its needs in spec/clauses/jobs.ts',
  ]);
  expect(lines(needing('job'), {}), 'one is tested').toEqual([]);
  expect(lines({ ...needing('job'), phrase: 'a defect' }), 'a defect may take it away').toEqual([]);
});

test('a check that may send AI requests without declaring it is reported with the function to change', () => {
  const lines = (more: Partial<Result>) =>
    unsaidCosts([aResult('workflows.reference.self-exact', { mayUseAi: true, ...more })], {
      'workflows.reference.self-exact': exact,
    });
  expect(lines({})).toEqual(['"a case" may use the AI: say so in costOf, src/drive/check/check.ts']);
  expect(lines({ mayUseAi: false })).toEqual([]);
  expect(lines({ tags: ['@should', '@workflows.reference.self-exact', '@billable'] })).toEqual([]);
});

test('the file for a new defect is named, even if two chapters share it', () => {
  expect(unbroken([], { 'jobs.lookup.own': own, 'workflows.reference.self-exact': exact })).toEqual([
    'no defect breaks jobs.lookup.own: add one to mock/defects/work.ts',
    'no defect breaks workflows.reference.self-exact: add one to mock/defects/workflows.ts',
  ]);
});

test('a check that no defect makes fail is reported, unless the mock does not need it', () => {
  const lines = (more: Partial<Result>) =>
    neverRed([], [aResult('jobs.lookup.own', { phrase: 'a defect', ...more })], { 'jobs.lookup.own': own });
  expect(lines({})).toEqual([
    'no defect turns "a case" (jobs.lookup.own) red: add one to mock/defects/work.ts',
  ]);
  const reason = { kind: 'absent', why: 'unneeded' } as const;
  expect(lines({ inconclusive: { verdict: 'not tested', reason } })).toEqual([]);
});

test('a defect with the phrase of another one is reported', () => {
  const phrase = 'a job is lost';
  const aFault = (clause: string): Defect => ({ phrase, clause, level: 'must', metBy: [clause], change: {} });
  const [first, second] = [aFault('jobs.lookup.own'), aFault('runs.lookup.own')];
  const finding = {
    clause: 'runs.lookup.own',
    verdict: 'violates',
    expected: { kind: 'success' },
    received: { kind: 'seen', what: 'nothing' },
    exchanges: [],
  } as const satisfies Finding;
  const kills = killsOf([second], [aResult('runs.lookup.own', { phrase, findings: [finding] })]);
  expect(shortcomings(kills, ledger, [second])).toEqual([]);
  expect(shortcomings(kills, ledger, [first, second])).toEqual([
    `"${phrase}" (runs.lookup.own) is already a defect of jobs.lookup.own: choose another phrase in mock/defects/work.ts`,
  ]);
});

test('a defect that no check finds is reported with a possible cause', () => {
  const phrase = 'a job is lost';
  const defect: Defect = {
    phrase,
    clause: 'jobs.lookup.own',
    level: 'must',
    metBy: ['jobs.lookup.own'],
    change: {},
  };
  const kills = killsOf([defect], [aResult('jobs.lookup.own', { phrase })]);
  expect(shortcomings(kills, ledger, [defect])).toEqual([
    expect.stringMatching(/^no check finds "a job is lost" .*with DEPTH=3$/),
  ]);
});
