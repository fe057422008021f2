import type { GuardName } from '../src/judge/guards/guards';

/** What must fail while a guard is removed: the row with this kind and phrase, or the unit test of this title. */
export type Needing = { row: string } | { test: string; file: string };

const row = (id: string): Needing => ({ row: id });
const ofGuards = (test: string): Needing => ({ test, file: 'src/judge/guards/guards.test.ts' });
const ofEvaluate = (test: string): Needing => ({ test, file: 'src/judge/verdict/evaluate.test.ts' });

/** What needs each guard: all of it. `npm run prove -- --guards` sees each fail without the guard. */
export const needing: Readonly<Record<GuardName, readonly [Needing, ...Needing[]]>> = {
  'all keys treated alike': [row('hostile: answers 200 {} to everything')],
  'removed header': [row('hostile: removes the Authorization header of every second request')],
  'failed job': [row('variant: failed-jobs')],
  'account not as claimed': [
    row('mistake: OTHER_API_KEY of the account under test (two-keys)'),
    row('mistake: NO_BACKEND_API_KEY and UPSTREAM_API_KEY exchanged (mock)'),
    row('variant: quota-reset'),
    row('mistake: NO_CREDITS_API_KEY of the second account (mock)'),
    row('mistake: NO_CREDITS_API_KEY and NO_BACKEND_API_KEY exchanged (mock)'),
  ],
  'model not in own list': [
    ofGuards(
      'a model may need another plan if the list of the account lacks it or the account may not read a list',
    ),
  ],
  'account without AI': [
    row('variant: other-broke'),
    row('mistake: API_KEY with the key of an account with too few credits (mock)'),
  ],
  'listed model unknown': [
    ofGuards(
      'a submission whose model is rejected as unknown is judged only by the clause about listed models',
    ),
  ],
  'login or proxy page': [
    ofGuards('a page at a known address only breaks the clause about the body, unless it is empty or a 404'),
  ],
  'cached response': [row('variant: cached-uses')],
  'wrong credits field': [
    row('mistake: a pointer to what was used, with the time and the resolution of charges (many-numbers)'),
  ],
  'wrong pointer': [row('mistake: no submission of jobs where text requests give no job_id (mock)')],
  'conflicting ids': [
    ofGuards('an ID at a pointer is no job_id if the response has another one under that name'),
  ],
  'unverified part': [row('mistake: a typo in the path of text requests (mock)')],
  'model excluded by plan': [row('variant: malformed-plan')],
  'long workflow': [row('variant: four-blocks')],
  'slow job': [row('variant: late')],
  'unclear list of models': [row('variant: two-lists'), row('variant: paged')],
  'no message to judge': [
    row('mistake: references as literals, where every kind is text (templates)'),
    row('variant: own-words'),
  ],
  'unclear charge': [
    ofEvaluate('an AI request must lower the credits: the work was not done in time'),
    row('mistake: a pointer to a word instead of the credits (many-numbers)'),
    ofEvaluate('an AI request must lower the credits: they stayed the same'),
    ofEvaluate(
      'prices are compared without rounding errors, and only if a number shows them: the first costs more once',
    ),
  ],
};

const guardNames = Object.keys(needing) as GuardName[];

/** The guards whose names contain these words. */
export const guardsWith = (words: string): GuardName[] =>
  guardNames.filter((name) => name.toLowerCase().includes(words.toLowerCase()));

/** The most characters of what was wrong that a line shows. */
const MOST = 120;

/**
 * One line about a guard, and whether something needs it.
 * @param before what was wrong with the row or test while the guard was there
 * @param after what was wrong without it
 */
export function verdictOn(
  name: string,
  { needed, before, after }: { needed: string; before: readonly string[]; after: readonly string[] },
): { isNeeded: boolean; line: string } {
  const said = ([first = '']: readonly string[]) => first.split('\n', 1)[0]?.slice(0, MOST);
  if (before.length > 0)
    return { isNeeded: false, line: `guard ${name}: "${needed}" fails with the guard, too: ${said(before)}` };
  if (after.length === 0)
    return {
      isNeeded: false,
      line: `guard ${name}: nothing fails without it: remove it ("${needed}" passes with and without)`,
    };
  return { isNeeded: true, line: `guard ${name}: without it, "${needed}" fails: ${said(after)}` };
}
