import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import { runScript } from '../../../proof/helpers/process';
import mock from '../../../tests/targets/mock';
import { readSettings } from '../settings';
import type { Target } from '../target';
import { planOf, usesOf } from './plan';

const { settings } = readSettings({});

test('the first line counts what can be driven, and about how many AI uses that takes', () => {
  expect(planOf(settings, mock, mockKeys)).toEqual([
    expect.stringMatching(/^Plan: (\d+) of \1 must clauses .*; about 12 AI uses, no limit to them/),
  ]);
  const within = (maxAiUses: number) => planOf({ ...settings, maxAiUses }, mock, mockKeys)[0];
  expect(within(5)).toMatch(
    /about 12 AI uses, at most 5 \(MAX_AI_USES\), which leaves some clauses undriven/,
  );
  expect(within(12)).toMatch(/at most 12 \(MAX_AI_USES\)$/);
  expect(usesOf({}, mockKeys, 1)).toBe(0);
  expect(usesOf({ text: mock.text }, { API_KEY: 'k' }, 1)).toBe(7);
  expect(usesOf(mock, mockKeys, 3)).toBe(36);
});

test('and about how many requests, as deep as the run looks and as far as the target file spells', () => {
  const told = (more: Partial<typeof settings>, target: Target = mock) =>
    planOf({ ...settings, ...more }, target, mockKeys)[0];
  expect(told({ depth: 1 })).toContain('; about 450 requests; ');
  expect(told({ depth: 3, requestsPerMinute: 20 })).toContain(
    '; about 6,250 requests, 20 a minute: 313 minutes; ',
  );
  expect(told({ depth: 1, requestsPerMinute: 600 })).toContain(', 600 a minute: 1 minute; ');
  expect(told({ depth: 3 }, {})).toContain('; about 1,260 requests; ');
});

test('and waits that the target file makes longer than the minute of the contract: milliseconds, perhaps', () => {
  const told = (more: Target) => planOf(settings, { ...mock, ...more }, mockKeys)[0];
  expect(told({ credits: { settlesWithin: 500 }, patience: { job: 60, window: 90 } })).toMatch(
    /; waits of 500 s \(credits\.settlesWithin\), 90 s \(patience\.window\)$/,
  );
  expect(told({ patience: { job: 60 }, rateLimit: { calls: 60, seconds: 60 } })).not.toContain('waits');
});

test('what is missing is a line, with the clauses that wait for it', () => {
  const { credits: _, run: __, ...target } = mock;
  const lines = planOf(settings, target, { API_KEY: 'k' });
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}needs run in the target file: .*runs\.lookup\.unknown/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}needs OLD_API_KEY: auth\.key\.inactive$/));
});

test('npm run plan refuses what a run refuses, and warns of what a run warns of', async ({}, testInfo) => {
  const env = {
    DOTENV_CONFIG_PATH: '/dev/null',
    BASE_URL: 'https://api.example',
    API_KEY: 'a-key-of-a-user',
  };
  const plan = (more: Record<string, string>) =>
    runScript('src/cli/plan-command.ts', [], { ...env, ...more });
  const unread = await plan({ KNOWN_FAILURES: testInfo.outputPath() });
  expect(unread).toMatchObject({ code: 2, stderr: expect.stringContaining('KNOWN_FAILURES names a folder') });
  const warned = await plan({ OTHER_APIKEY: 'a-key-of-another' });
  expect(warned).toMatchObject({ code: 0, stdout: expect.stringContaining('OTHER_API_KEY is meant?') });
});
