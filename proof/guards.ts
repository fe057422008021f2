import type { GuardName } from '../src/judge/guards/guards';

/** The rows that fail without a guard, at least one for each. `npm run prove -- --guards` tries them. */
export const needing: Readonly<Record<GuardName, readonly [row: string, ...more: string[]]>> = {
  'all keys treated alike': ['hostile: answers 200 {} to everything'],
  'removed header': ['hostile: removes the Authorization header of every second request'],
  'failed job': ['variant: failed-jobs'],
  'account not as claimed': [
    'mistake: OTHER_API_KEY of the account under test (two-keys)',
    'mistake: NO_BACKEND_API_KEY and UPSTREAM_API_KEY exchanged (mock)',
    'variant: quota-reset',
    'mistake: NO_CREDITS_API_KEY of the second account (mock)',
    'mistake: NO_CREDITS_API_KEY and NO_BACKEND_API_KEY exchanged (mock)',
  ],
  'account without AI': [
    'mistake: API_KEY with the key of an account with too few credits (mock)',
    'variant: other-broke',
  ],
  'cached response': ['variant: cached-uses'],
  'wrong credits field': [
    'mistake: a pointer to what was used, with the time and the resolution of charges (many-numbers)',
  ],
  'wrong pointer': ['mistake: no submission of jobs where text requests give no job_id (mock)'],
  'unverified part': ['mistake: a typo in the path of text requests (mock)', 'variant: prompt-jobs'],
  'model excluded by plan': ['variant: malformed-plan', 'variant: other-plan'],
  'long workflow': ['variant: four-blocks'],
  'slow job': ['variant: late'],
  'unclear list of models': ['variant: two-lists', 'variant: paged'],
  'no message to judge': [
    'mistake: references as literals, where every kind is text (templates)',
    'variant: own-words',
  ],
  'unclear charge': ['mistake: a pointer to a word instead of the credits (many-numbers)'],
};

/** The guards whose names contain these words. */
export const guardsWith = (words: string): GuardName[] =>
  (Object.keys(needing) as GuardName[]).filter((name) => name.toLowerCase().includes(words.toLowerCase()));
