import { expect, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { reportOn } from '../../proof/run';
import mock from '../../tests/targets/mock';
import { allChecks } from '../check/all-checks';
import type { PlannedCheck } from '../send/driver/driver';
import { readSettings } from '../settings/settings';
import { lackingOf, type Plan, planOf } from './plan';
import { plannedRequests } from './requests';

const { settings } = readSettings({});

const linesOf = ({
  settings: changed,
  checks = allChecks(),
  ...more
}: Partial<Omit<Plan, 'settings' | 'planned'>> & {
  settings?: object;
  checks?: readonly PlannedCheck[];
} = {}) => {
  const given = { settings: { ...settings, ...changed }, target: mock, keys: mockKeys, ...more };
  return planOf({ ...given, planned: plannedRequests(given, checks) });
};

const aiLine = (more?: Parameters<typeof linesOf>[0]) => linesOf(more)[2];

test('the plan states how many clauses can be tested and how many AI requests are expected and allowed', () => {
  expect(linesOf()[0]).toMatch(/^Plan: (\d+) of \1 must clauses can be tested$/);
  expect(aiLine()).toMatch(/^AI requests: about 1[5-9] if the service keeps the contract, at most 90 /);
  expect(aiLine({ settings: { maxAiRequests: 5 } })).toContain(
    'at most 5 (MAX_AI_REQUESTS), too few for all that can be tested',
  );
  expect(aiLine({ target: {}, keys: { API_KEY: 'k' } })).toBe('AI requests: none');
  expect(aiLine({ checks: allChecks().filter(({ cost }) => cost === 'free') })).toBe('AI requests: none');
});

test('a run sends about as many requests as its plan says', async () => {
  const { cost } = await reportOn({});
  const { inAll, aiRequests } = plannedRequests({ target: mock, keys: mockKeys, settings }, allChecks());
  expect(Math.abs(cost.requests / inAll - 1)).toBeLessThan(0.15);
  expect(Math.abs(cost.aiRequests - aiRequests)).toBeLessThan(4);
});

test('each missing input is a line with the clauses that need it', () => {
  const { credits: _, run: __, ...target } = mock;
  const lines = lackingOf({ settings, target, keys: { API_KEY: 'k' } });
  expect(lines).toContainEqual(
    expect.stringMatching(/^ {2}needs run in the target file: .*runs\.lookup\.unknown/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}needs OLD_API_KEY: auth\.key\.inactive$/));
  const alone = lackingOf({ settings, target: {}, keys: { API_KEY: 'k' } });
  expect(alone).toContainEqual(expect.stringMatching(/^ {2}needs job and job\.state in the target file: /));
  expect(alone).toContainEqual(
    expect.stringMatching(
      /^ {2}needs OTHER_API_KEY, and job in the target file \(or FOREIGN_JOB_ID alone\): /,
    ),
  );
});
