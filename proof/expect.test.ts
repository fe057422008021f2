import { expect, test } from '@playwright/test';
import { differences, type Expected } from './expect';
import type { Judged, RunResult } from './run';

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
