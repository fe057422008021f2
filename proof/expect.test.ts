import { expect, test } from '@playwright/test';
import { differences, type Expected } from './expect';
import type { Judged, RunResult } from './run';
import { linesOf } from './verdicts';

const judged = (clause: string, verdict: Judged['verdict'], more: Partial<Judged> = {}): Judged => {
  return { clause, title: '', verdict, why: '', lacks: [], spends: false, ...more };
};

const conforming: RunResult = {
  verdicts: [
    judged('auth.key.wrong', 'conforms'),
    judged('auth.key.wrong', 'conforms', { title: 'a wrong key' }),
  ],
  faults: [],
  exit: 0,
  says: ['conforms: the mock', 'Exit code: 0'],
  broken: [],
};

const changed = (verdict: Judged['verdict'], exit: number, check: Partial<Judged> = {}): RunResult => {
  const ofCheck = judged('auth.key.wrong', verdict, { title: 'a wrong key', ...check });
  return { ...conforming, verdicts: [judged('auth.key.wrong', verdict), ofCheck], exit };
};

const violating = changed('violates', 1);
const own = /^auth\.key\.wrong$/;

const cases: [what: string, Expected, RunResult, right?: RunResult][] = [
  ['a violation', {}, violating, conforming],
  ['a recommendation not met', {}, changed('deviates', 0), conforming],
  ['no violation', { violates: own }, conforming, violating],
  ['the violation of another clause', { violates: /^jobs\./ }, violating],
  ['a recommendation met', { deviates: own }, conforming, changed('deviates', 0)],
  ['an undecided check', {}, changed('inconclusive', 3), conforming],
  ['a check over budget', {}, changed('not tested', 0, { lacks: ['over budget: at most 3'] }), conforming],
  ['an error of a check', { undecided: /^/ }, changed('blocked', 3, { why: 'the check itself failed: x' })],
  ['a tested check', { untested: /wrong key/ }, conforming, changed('not tested', 0, { lacks: ['needs x'] })],
  ['an untested check', { untested: /other/ }, changed('not tested', 0, { lacks: ['needs x'] }), conforming],
  ['an untested clause', { tested: ['auth.key.wrong'] }, changed('not tested', 0), conforming],
  ['a clause that conforms', { conforms: null }, conforming, changed('not tested', 0)],
  ['no clause that conforms', { conforms: own }, changed('not tested', 0), conforming],
  ['another exit code', { exit: 2 }, conforming, { ...conforming, exit: 2 }],
  ['other words', { says: 'API_KEY' }, conforming, { ...conforming, says: ['API_KEY is rejected'] }],
  ['what no process may do', {}, { ...conforming, broken: ['prints a stack'] }, conforming],
];

for (const [what, expected, wrong, right] of cases)
  test(`a row that does not expect ${what} fails on it`, () => {
    expect(differences(expected, wrong)).toHaveLength(1);
    if (right) expect(differences(expected, right)).toEqual([]);
  });

test('an undecided check, and one over budget, may be expected', () => {
  expect(differences({ undecided: own }, changed('inconclusive', 3))).toEqual([]);
  expect(differences({ says: 'API_KEY', conforms: own }, conforming), 'nothing need be said').toEqual([]);
});

test('the table has a line for each check, each clause without checks, and each fault', () => {
  const title = 'GET /v1/credits\naccepts a wrong key';
  const faults = [{ title, clauses: ['auth.key.wrong'], operations: [] }];
  const verdicts = [
    ...violating.verdicts,
    judged('service.json', 'conforms'),
    judged('text.a', 'not tested'),
  ];
  const row = { kind: 'listed', phrase: 'a defect' } as Parameters<typeof linesOf>[0];
  const start = 'listed\ta defect\t3\t1';
  expect(linesOf(row, { runs: [{ depth: 3, result: { ...violating, verdicts, faults } }] })).toEqual([
    `${start}\tauth.key.wrong\ta wrong key\tviolates`,
    `${start}\tservice.json\t\tconforms`,
    `${start}\tauth.key.wrong\tGET /v1/credits accepts a wrong key\tfault`,
  ]);
});
