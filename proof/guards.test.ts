import { expect, test } from '@playwright/test';
import { guards } from '../src/judge/guards/guards';
import { idOf } from './row';
import { rows } from './rows';

/** The row that fails without a guard (`npm run prove -- "<row>"`). */
const fails: Readonly<Record<string, string>> = {
  'all keys treated alike': 'hostile: answers 200 {} to everything',
  'cached response': 'variant: cached-uses',
  'removed header': 'hostile: removes the Authorization header of every second request',
  'keys of one account': 'mistake: OTHER_API_KEY of the account under test (two-keys)',
  'claim not shown': 'mistake: NO_BACKEND_API_KEY and UPSTREAM_API_KEY exchanged (mock)',
  'enough credits': 'mistake: NO_CREDITS_API_KEY of the second account (mock)',
  'wrong account state': 'mistake: NO_CREDITS_API_KEY and NO_BACKEND_API_KEY exchanged (mock)',
  'account without AI': 'mistake: API_KEY with the key of an account with too few credits (mock)',
  'wrong pointer': 'mistake: no submission of jobs where text requests give no job_id (mock)',
};

/** The row that only triggers a guard: what fails without it is in `src/judge/guards/guards.test.ts`. */
const triggers: Readonly<Record<string, string>> = {
  'wrong credits field': 'mistake: a pointer to the credits that leads nowhere (mock)',
  'conflicting ids': 'mistake: a pointer to the address of the job instead of the job_id (enveloped)',
  'job with messages': 'variant: prompt-jobs',
  'unverified part': 'mistake: a typo in the path of text requests (mock)',
  'slow job': 'variant: late',
  'further pages': 'variant: paged',
  'no message to judge': 'mistake: references as literals, where every kind is text (templates)',
  'unrecognised message': 'variant: own-words',
  'unreadable credits': 'mistake: a pointer to the credits that leads nowhere (enveloped)',
  'unsettled charge': 'variant: planned',
  'unclear prices': 'variant: unsettled',
};

/** The guards that only unit tests need. */
const unitTests = [
  'changed account',
  'rejected input',
  'failed job',
  'model not in own list',
  'listed model unknown',
  'login or proxy page',
  'model excluded by plan',
  'long workflow',
  'several model lists',
  'unfinished work',
];

test('something fails without each guard, and the rows that need guards exist', () => {
  const named = [...Object.keys(fails), ...Object.keys(triggers), ...unitTests];
  expect(named.toSorted()).toEqual(guards.map(({ name }) => name).toSorted());
  const ids = rows.map(idOf);
  const missing = Object.values({ ...fails, ...triggers }).filter(
    (row) => !ids.some((id) => id.startsWith(row)),
  );
  expect(missing).toEqual([]);
});
