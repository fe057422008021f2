import { expect, test } from '@playwright/test';
import { timeLimits } from './time-limits';

/** How long an answer is waited for, once others at the same place stayed away. */

/** The limit of 30 s after so many silences, where the longest answer took so many milliseconds. */
function limitAfter(silences: number, ...answers: number[]): number {
  const limits = timeLimits(30_000);
  for (const milliseconds of answers) limits.answered('job', milliseconds);
  for (let times = 0; times < silences; times++) limits.silent('job');
  return limits.at('job');
}

for (const [what, limit, expected] of [
  ['nothing stayed away', limitAfter(0, 20), 30_000],
  ['one request did', limitAfter(1, 20), 30_000],
  ['two did, beside quick answers', limitAfter(2, 20, 4), 2000],
  ['two did, beside slower ones', limitAfter(2, 4, 300), 3000],
  ['two did, beside one that took long', limitAfter(9, 4, 20_000), 30_000],
  ['nothing was answered', limitAfter(9), 30_000],
] as const)
  test(`where ${what}, it is ${expected} ms`, () => expect(limit).toBe(expected));

test('a short TIMEOUT_MS leaves a quarter, and what happens at one place changes no other', () => {
  const limits = timeLimits(1000);
  limits.answered('job', 1);
  for (let times = 0; times < 2; times++) limits.silent('job');
  expect([limits.at('job'), limits.at('run')]).toEqual([250, 1000]);
});
