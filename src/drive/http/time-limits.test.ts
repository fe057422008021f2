import { expect, test } from '@playwright/test';
import { timeLimits } from './time-limits';

/** How long the client waits for a response after timeouts at the same operation. */

/** Returns what becomes of a limit of 30 s after so many timeouts and responses with these milliseconds. */
function limitAfter(silences: number, ...answers: number[]): number {
  const limits = timeLimits(30_000);
  for (const milliseconds of answers) limits.answered('job', milliseconds);
  for (let times = 0; times < silences; times++) limits.silent('job');
  return limits.at('job');
}

for (const [what, limit, expected] of [
  ['no timeout', limitAfter(0, 20), 30_000],
  ['one timeout', limitAfter(1, 20), 30_000],
  ['two timeouts and quick responses', limitAfter(2, 20, 4), 2000],
  ['two timeouts and a slower response', limitAfter(2, 4, 300), 3000],
  ['nine timeouts and a very slow response', limitAfter(9, 4, 20_000), 30_000],
  ['nine timeouts and no response', limitAfter(9), 30_000],
] as const)
  test(`after ${what}, the limit is ${expected} ms`, () => expect(limit).toBe(expected));

test('a short TIMEOUT_MS is reduced to a quarter, and timeouts at one operation do not affect another', () => {
  const limits = timeLimits(1000);
  limits.answered('job', 1);
  for (let times = 0; times < 2; times++) limits.silent('job');
  expect([limits.at('job'), limits.at('run')]).toEqual([250, 1000]);
});
