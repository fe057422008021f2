import { expect } from '@playwright/test';
import { test } from '../../../proof/helpers/reports-project';
import {
  aJudgedCheck,
  anUndecidedCheck,
  aReport,
  aRun,
  conformingChecks,
  reportWith,
} from '../../../proof/helpers/reports-runs';
import { markdownOf } from '../../report/markdown';
import { pageOf } from '../../report/page/page';
import { recordOf } from '../../report/record';
import { viewOf } from '../../report/view';
import { formatCreated } from '../verdict/created-work';
import { formatCost } from './cost-words';

const notAfforded = { verdict: 'not tested', reason: { kind: 'over budget', most: 3 } } as const;
const text = { operation: 'text', path: '/v1/text', aiRequest: true } as const;
const report = reportWith(
  anUndecidedCheck('text.accepts.messages', 'a text request with messages is served', notAfforded),
  anUndecidedCheck('models.use.unlisted', 'a random model id is refused', notAfforded),
  anUndecidedCheck('models.use.unlisted', 'a listed model id cut short is refused', notAfforded),
  aJudgedCheck('models.use.listed', 'a listed id is accepted', text),
  anUndecidedCheck('models.use.listed', 'another listed id is accepted', notAfforded),
);

test('the summary and the page show the cost in one line', () => {
  const total = '3 requests, 1 AI request, no credits of API_KEY spent';
  expect(formatCost(report)).toBe(total);
  for (const rendered of [markdownOf(viewOf(report)), pageOf(report)]) expect(rendered).toContain(total);
});

for (const [what, unaccounted, unmeasured, words] of [
  ['known charges alone', 0, 2, 'spent'],
  [
    'AI requests that were not measured',
    1003,
    2,
    'spent \\(1,003 of them by requests whose cost was not measured\\)',
  ],
  ['an unknown cause', 3, 0, 'spent \\(3 of them not accounted for\\)'],
  ['less than the measured charges', -3974, 2, 'spent \\(3,974 less than was measured\\)'],
] as const)
  test(`the cost explains a fall of the credits by ${what}`, () => {
    const credits = { before: 1107, after: 100, unaccounted, unmeasured };
    expect(formatCost({ cost: { ...report.cost, credits } })).toMatch(new RegExp(`${words}$`));
  });

test('work that a run created is listed with its IDs for a live target, and not for the mock', () => {
  const job = { operation: 'submit', path: '/v1/jobs', aiRequest: true, workId: 'job-17' } as const;
  const run = aRun([
    ...conformingChecks(),
    aJudgedCheck('models.use.listed', 'a listed id is accepted', text),
    aJudgedCheck('jobs.submit.id', 'a submission is answered with an id', job),
  ]);
  const live = aReport(run);
  expect(formatCreated(live.created)).toBe('1 text request, 1 job');
  expect(recordOf(live).run.created?.map(({ operation, id }) => [operation, id])).toEqual([
    ['text', null],
    ['submit', 'job-17'],
  ]);
  for (const rendered of [markdownOf(viewOf(live)), pageOf(live)])
    expect(rendered).toContain('1 job of API_KEY: job-17');
  expect(aReport(run, { live: false }).created).toEqual([]);
});
