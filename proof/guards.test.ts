import { expect, test } from '@playwright/test';
import { decide } from '../src/judge/guards/guards';
import { guardsWith, needing, verdictOn } from './guards';
import { answered } from './helpers/answered';
import { aContext } from './helpers/reports-runs';
import { withoutGuard } from './helpers/without-guard';
import { rowNamed } from './rows';

test('a guard is needed if its row passes with it and fails without it', () => {
  const on = (before: string[], after: string[]) => verdictOn('slow job', { needed: 'late', before, after });
  expect(on([], ['accuses: jobs.lookup'])).toEqual({
    isNeeded: true,
    line: 'guard slow job: without it, "late" fails: accuses: jobs.lookup',
  });
  expect(on([], [])).toEqual({
    isNeeded: false,
    line: 'guard slow job: nothing fails without it: remove it ("late" passes with and without)',
  });
  expect(on(['times out'], ['times out'])).toMatchObject({
    isNeeded: false,
    line: 'guard slow job: "late" fails with the guard, too: times out',
  });
});

test('a removed guard is not asked, and is asked again afterwards', async () => {
  const answer = answered(200, { state: 'failed' }, { operation: 'job' });
  const expected = { kind: 'value', part: 'job.result', at: '/result', patient: true } as const;
  const asked = { expected, met: false, answer, answers: [answer], around: [], context: aContext({}) };
  expect(decide(asked)?.guard).toBe('failed job');
  await withoutGuard('failed job', async () => expect(decide(asked)?.guard).not.toBe('failed job'));
  expect(decide(asked)?.guard).toBe('failed job');
});

test('each guard with a row names exactly one, and words select guards', () => {
  const named = Object.values(needing)
    .flat()
    .flatMap((each) => ('row' in each ? rowNamed(each.row) : []));
  expect(named.length).toBeGreaterThan(0);
  expect(guardsWith('wrong POINTER')).toEqual(['wrong pointer']);
});
