import { expect } from '@playwright/test';
import { test } from '../../../proof/helpers/reports-project';
import { aJudgedCheck, anUndecidedCheck, reportWith } from '../../../proof/helpers/reports-runs';
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
