import { expect } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { alterResponses } from '../../mock/answers';
import { startMock } from '../../mock/server';
import { mockTarget, test } from '../helpers/reports-project';

// What a request finds that must be rejected for its ID or its key may be somebody else's, so no output has any of it.

const MARK = 'S7RANGER';

const work = {
  ...{ job_id: `job_${MARK}`, run_id: `run_${MARK}`, id: MARK, status: MARK, state: MARK, credits: MARK },
  ...{
    data: { job_id: MARK, output: `${MARK} says` },
    [`${MARK}@example.com`]: [MARK],
    [MARK]: { [MARK]: 1 },
  },
  models: [{ id: `${MARK}-text-pro` }, { id: `${MARK}-text-mini` }, { id: `${MARK}-text-nano` }],
};
/** What a service may send, in turn, where the mock rejects a key or an ID, and at addresses that it does not know. */
const successes: readonly (readonly [status: number, type: string, body: string | Buffer])[] = [
  [200, 'application/json', JSON.stringify(work)],
  [200, 'application/json', JSON.stringify([work, MARK])],
  [202, 'application/json', JSON.stringify(MARK)],
  [200, 'application/json', JSON.stringify({ error: { code: MARK, message: MARK, type: `${MARK}_error` } })],
  [200, 'application/json', JSON.stringify({ error: { code: 'not_found', message: MARK, type: MARK } })],
  [200, 'text/html', `<html><p>${MARK}</p></html>`],
  [200, 'text/plain', MARK],
  [200, 'application/octet-stream', Buffer.concat([Buffer.from([0xff]), Buffer.from(MARK)])],
  [200, 'application/json', JSON.stringify({ text: MARK.repeat(20_000) })],
  [303, 'application/json', JSON.stringify(work)],
];

const wrong: readonly (string | undefined)[] = ['missing_api_key', 'invalid_api_key', 'not_found'];

const outputs = { PLAYWRIGHT_JSON_OUTPUT_FILE: 'report.json', PLAYWRIGHT_JUNIT_OUTPUT_FILE: 'report.xml' };

test('no output has anything of what a request finds that must be rejected', async ({ suite }) => {
  let sent = 0;
  const address = `/v1/jobs/${MARK}`;
  const variant = alterResponses(
    (answer) => {
      const [status, type, raw] = successes[sent++ % successes.length] as (typeof successes)[number];
      const headers = { 'content-type': type, location: address, link: `<${address}>`, etag: MARK };
      return { ...answer, status, headers, raw };
    },
    ({ rejection }) => wrong.includes(rejection?.code),
  );
  await using mock = await startMock({ variant });
  const { OTHER_API_KEY, OLD_API_KEY, NO_CREDITS_API_KEY } = mockKeys;
  const result = await suite.run(['test', '--reporter=html,json,junit,list,github'], {
    ...{ API_KEY: mockKeys.API_KEY, OTHER_API_KEY, OLD_API_KEY, NO_CREDITS_API_KEY, ...outputs },
    ...{ BASE_URL: mock.url, TARGET: mockTarget },
    ...{ FOREIGN_JOB_ID: 'job_of_another', FOREIGN_RUN_ID: 'run_of_another' },
  });
  expect(result.code, result.stderr).toBe(1);
  expect(sent).toBeGreaterThan(200);
  expect(suite.read('out/conformance.json').split('"asksAbout":').length).toBeGreaterThan(200);
  const files = suite.files();
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['index.html', 'conformance.json', 'summary.md', 'junit.xml', 'report.xml']),
  );
  expect(result.stdout + result.stderr).not.toContain(MARK);
  const inBase64 = Buffer.from(`\xff${MARK}`, 'latin1').toString('base64');
  for (const { name, bytes } of files)
    for (const text of [MARK, inBase64]) expect(bytes.includes(text), `${name} has ${text}`).toBe(false);
});
