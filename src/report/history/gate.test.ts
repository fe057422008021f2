import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { conformanceHere } from '../../../proof/helpers/process';
import { breakingChecks, conformingChecks, knownJob } from '../../../proof/helpers/reports-runs';
import { aRecord } from '../../../proof/helpers/saved-records';
import { type Demands, decisionOf, durationFrom, formatAge, lineOf } from './gate';

const night = '2026-11-02T03:00:00.000Z';
const morning = Date.parse('2026-11-02T07:00:00.000Z');
const live = { settings: { target: 'https://api.example' }, started: night };
const good = aRecord(conformingChecks(), live);
const bad = aRecord(breakingChecks('It broke.'), live);
const usual: Demands = { maxAge: 24 * 3_600_000, require: [], noKnown: false };

const answer = (record = good, demands: Partial<Demands> = {}, now = morning) =>
  decisionOf(record, { ...usual, ...demands }, now);

test('a recent record that conforms permits a deployment, and the line names the target and the counts', () => {
  expect(answer().yes).toBe(true);
  expect(lineOf(answer())).toMatch(
    /^yes: https:\/\/api\.example: \d+ of \d+ must clauses conform.*; 4 hours old$/,
  );
});

test.describe('a deployment is rejected for', () => {
  const rows: [what: string, answer: () => ReturnType<typeof answer>, told: string][] = [
    ['a breach', () => answer(bad), 'the run ended "violates"'],
    [
      'a record that is too old',
      () => answer(good, {}, morning + 48 * 3_600_000),
      'the record is 2 days old',
    ],
    ['a record from the future', () => answer(good, {}, morning - 48 * 3_600_000), 'of the future'],
    [
      'a record of another target',
      () => answer(good, { target: 'https://b.example/' }),
      'and not of https://b.example/',
    ],
    [
      'a record of the built-in mock',
      () => answer(aRecord(conformingChecks(), { started: night, settings: { target: 'built-in mock' } })),
      'of the built-in mock',
    ],
    [
      'a required clause that was not tested',
      () => answer(good, { require: ['limits.daily.exceeded'] }),
      'limits.daily.exceeded is required, and not tested',
    ],
    [
      'a required chapter that was not tested',
      () => answer(good, { require: ['workflows'] }),
      'is required, and not tested',
    ],
    [
      'a run with filters',
      () => answer(aRecord(conformingChecks(), { ...live, run: { filters: ['auth'] } })),
      'only a part',
    ],
    [
      'a record that is worse than the baseline',
      () => answer(bad, { baseline: good }),
      'worse than the baseline',
    ],
    [
      'a baseline of another target',
      () =>
        answer(good, {
          baseline: aRecord(conformingChecks(), { ...live, settings: { target: 'https://b.example' } }),
        }),
      'the baseline is of another target',
    ],
  ];
  for (const [what, given, told] of rows) {
    test(what, () => {
      const { yes, reasons } = given();
      expect(yes).toBe(false);
      expect(reasons.join('\n')).toContain(told);
    });
  }
});

test('a known failure is rejected only with --no-known or after its expiry', () => {
  const record = aRecord(breakingChecks('It broke.'), { ...live, known: [knownJob] });
  const known = (demands: Partial<Demands>, now?: number) =>
    answer(record, demands, now).reasons.filter((reason) => /^jobs\..*know/.test(reason));
  expect(known({})).toEqual([]);
  expect(known({ noKnown: true })).toEqual([expect.stringContaining('(--no-known)')]);
  expect(known({}, Date.parse(`${knownJob.expires}T00:00:00Z`) + 3 * 86_400_000)).toContainEqual(
    expect.stringContaining(`known until ${knownJob.expires}`),
  );
});

test('a target is the same with and without a trailing slash', () => {
  expect(answer(good, { target: 'https://api.example/' }).yes).toBe(true);
});

test('an age is shown in the largest unit of which it has at least two', () => {
  expect([1_000, 119_000, 120_000, 2 * 3_600_000, 47 * 3_600_000, 48 * 3_600_000].map(formatAge)).toEqual([
    ...['1 second', '119 seconds', '2 minutes', '2 hours', '47 hours', '2 days'],
  ]);
  expect(['90m', '24h', '7d', '24', 'h', '-1h'].map(durationFrom)).toEqual([
    ...[5_400_000, 86_400_000, 604_800_000, null, null, null],
  ]);
});

test('the command prints one line, sets the exit code, and writes the badge and the message', async ({}, testInfo) => {
  const file = testInfo.outputPath('conformance.json');
  writeFileSync(file, JSON.stringify({ ...good, run: { ...good.run, started: new Date().toISOString() } }));
  const [badge, text] = [testInfo.outputPath('badge.svg'), testInfo.outputPath('message.txt')];
  const gate = (words: string[]) => conformanceHere('gate', words);
  const yes = await gate([file, '--badge', badge, '--text', text]);
  expect(yes).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^yes: .*\n$/) });
  expect(readFileSync(badge, 'utf8')).toContain('<title>contract: conforms, https://api.example</title>');
  expect(readFileSync(text, 'utf8')).toMatch(
    /^Contract gate: yes, deploy \(https:\/\/api\.example\)\n\d+ of/,
  );
  const no = await gate([file, '--target', 'https://b.example', '--badge', badge]);
  expect(no).toMatchObject({ code: 1, stdout: expect.stringMatching(/^no: .*\n$/) });
  expect(readFileSync(badge, 'utf8')).toContain('aria-label="contract: no"');
  expect(await gate([file, '--require', 'nothing'])).toMatchObject({ code: 2, stdout: '' });
  expect((await gate([file, '--max-age', 'long'])).code).toBe(2);
  expect((await gate([])).code).toBe(2);
  writeFileSync(file, '[]');
  expect((await gate([file])).stderr).toMatch(/ of a run: it must be an object, not array of 0\n$/);
});
