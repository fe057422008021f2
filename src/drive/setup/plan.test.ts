import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import { conformanceHere } from '../../../proof/helpers/process';
import { reportOn } from '../../../proof/run';
import mock from '../../../tests/targets/mock';
import type { Depth } from '../../judge/verdict/depth';
import { allChecks } from '../check/all-checks';
import { readSettings } from '../settings/settings';
import type { Target } from '../target-file/target';
import { lackingOf, type Plan, planOf } from './plan';
import { requestsOf } from './requests';

const { settings } = readSettings({});

const linesOf = ({
  settings: changed,
  ...more
}: Partial<Omit<Plan, 'settings'>> & { settings?: object } = {}) =>
  planOf({
    settings: { ...settings, ...changed },
    target: mock,
    keys: mockKeys,
    checks: allChecks(),
    ...more,
  });

const aiLine = (more?: Parameters<typeof linesOf>[0]) => linesOf(more)[2];

test('the plan states how many clauses can be tested and how many AI requests are expected and allowed', () => {
  expect(linesOf()[0]).toMatch(/^Plan: (\d+) of \1 must clauses can be tested$/);
  expect(aiLine()).toBe(
    'AI requests: about 17 if the service keeps the contract, at most 90 (MAX_AI_REQUESTS)',
  );
  const { RATE_LIMIT_API_KEY: _, ...keys } = mockKeys;
  expect(aiLine({ keys, settings: { depth: 3 } })).toContain(
    'about 41 if the service keeps the contract, at most 150 ',
  );
  expect(aiLine({ settings: { maxAiRequests: 5 } })).toContain(
    'at most 5 (MAX_AI_REQUESTS), too few for all that can be tested',
  );
  expect(aiLine({ target: {}, keys: { API_KEY: 'k' } })).toBe('AI requests: none');
});

test('a part of the checks without AI requests has none, and any other says that it counts a whole run', () => {
  const free = allChecks().filter(({ cost }) => cost === 'free');
  expect(aiLine({ checks: free, whole: false })).toBe('AI requests: none');
  expect(aiLine({ whole: false })).toMatch(/^AI requests of a whole run: about 17 /);
});

const { text, job, workflow, run: _, ...always } = mock;
const counted: [what: string, depth: Depth, target: Target][] = [
  ['a target file without AI requests', 1, always],
  ['a target file with text', 1, { ...always, text }],
  ['a target file with text and jobs', 1, { ...always, text, job }],
  ['a target file without AI requests, with DEPTH=3', 3, always],
];
for (const [what, depth, target] of counted)
  test(`the plan of a run says about how many requests it sends: ${what}`, async () => {
    const { cost } = await reportOn({ depth, target });
    expect(cost.requests / requestsOf(depth, { target })).toBeCloseTo(1, 1);
  });

test('a run on the mock sends about as many requests as its plan says, and none is over budget', async () => {
  const { cost, clauses } = await reportOn();
  expect(cost.requests / requestsOf(1)).toBeCloseTo(1, 1);
  expect(cost.aiRequests).toBeGreaterThanOrEqual(13);
  expect(cost.aiRequests).toBeLessThanOrEqual(17);
  expect(JSON.stringify(clauses.flatMap(({ checks }) => checks.map(({ reason }) => reason)))).not.toContain(
    'over budget',
  );
});

test('the plan estimates the number of requests and their duration, and says how to send more', () => {
  const requestsLine = (more: object, target: Target = mock) => linesOf({ settings: more, target })[1];
  const about = (...run: Parameters<typeof requestsOf>) => `about ${requestsOf(...run).toLocaleString('en')}`;
  expect(requestsLine({ depth: 1 })).toMatch(
    new RegExp(`^Requests: ${about(1)}, .* with DEPTH=1\\. DEPTH=3 sends ${about(3)}\\.$`),
  );
  const minutes = Math.ceil(requestsOf(3) / 20);
  expect(requestsLine({ depth: 3, requestsPerMinute: 20 })).toMatch(
    new RegExp(
      `^Requests: ${about(3)}, about (${minutes}|${minutes + 1}) minutes at 20 a minute, with DEPTH=3\\.$`,
    ),
  );
  expect(requestsLine({ depth: 3 }, {})).toContain(`${about(3, { target: {} })}, `);
  const alone = { keys: { API_KEY: 'k' }, target: {} };
  expect(linesOf(alone)[1]).toMatch(
    new RegExp(`^Requests: ${about(1, alone)}, .* sends ${about(3, alone)}\\.$`),
  );
  const { RATE_LIMIT_API_KEY: _, ...keys } = mockKeys;
  expect(linesOf({ keys, milliseconds: 1000 })[1]).toMatch(
    new RegExp(`^Requests: ${about(1)}, about \\d minutes, `),
  );
  expect(linesOf()[1]).toContain(', as fast as the service responds, ');
});

test('fewer accounts and a smaller target file take fewer requests, and a greater depth more', () => {
  const alone = { keys: { API_KEY: 'k' }, target: {} };
  const counted = [requestsOf(1, alone), requestsOf(1, { target: {} }), requestsOf(1), requestsOf(3)];
  expect(counted).toEqual([...new Set(counted)].toSorted((a, b) => a - b));
});

test('the plan names waits of the target file that exceed a minute, since they may be milliseconds by mistake', () => {
  const requestsLine = (more: Target) => linesOf({ target: { ...mock, ...more } })[1];
  expect(requestsLine({ credits: { settlesWithin: 500 }, patience: { job: 60, window: 90 } })).toMatch(
    /; waits of 500 s \(credits\.settlesWithin\), 90 s \(patience\.window\)$/,
  );
  expect(requestsLine({ patience: { job: 60 }, rateLimit: { calls: 60, seconds: 60 } })).not.toContain(
    'waits',
  );
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

test('plan rejects the settings that a run rejects and prints the same warnings', async ({}, testInfo) => {
  const env = {
    DOTENV_CONFIG_PATH: '/dev/null',
    BASE_URL: 'https://api.example',
    API_KEY: 'a-key-of-a-user',
  };
  const plan = (more: Record<string, string>) => conformanceHere('plan', [], { ...env, ...more });
  const unread = await plan({ KNOWN_FAILURES: testInfo.outputPath() });
  expect(unread).toMatchObject({ code: 2, stderr: expect.stringContaining('KNOWN_FAILURES names a folder') });
  const warned = await plan({ OTHER_APIKEY: 'a-key-of-another' });
  expect(warned).toMatchObject({ code: 0, stdout: expect.stringContaining('OTHER_APIKEY: not read') });
  expect(warned.stdout).toContain('\nAI requests: none\n');
});
