import { expect, type TestInfo, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { type RunningMock, startMock } from '../../mock/server';
import { conformance } from '../helpers/process';
import { changedTarget } from '../helpers/reports-project';

let mock: RunningMock;
test.beforeAll(async () => {
  mock = await startMock();
});
test.afterAll(() => mock.close());

/** Runs the doctor on the target file of the mock with a change. */
async function seen(info: TestInfo, change: string, args: string[] = []) {
  const target = changedTarget(info, change);
  const { code, stdout, stderr } = await conformance('doctor', args, {
    BASE_URL: mock.url,
    API_KEY: mockKeys.API_KEY,
    TARGET: target,
    REPORTS: info.outputPath('reports'),
    DOTENV_CONFIG_PATH: '/dev/null',
  });
  const output = stdout + stderr;
  const unverified = [...output.matchAll(/^UNVERIFIED {2}(.*)$/gm)].map(([, part]) => part);
  return { code, output, unverified };
}

test('the doctor verifies every part of a correct target file, and suggests --sign until its result is saved', async ({}, info) => {
  const offer = 'saves this for later runs';
  const { code, output, unverified } = await seen(info, '');
  expect(unverified).toEqual([]);
  expect(output).toMatch(
    /^verified {4}workflow\.blockTypes \(\w+\.\w+ > \w+\.\w+\)\n {12}sent .*\n.*received {2}202/m,
  );
  expect(output).toMatch(/^verified {4}workflow\.kinds\n.*faulty .*\n.*rejected, as expected {2}400/m);
  expect(output).toMatch(/^verified {4}job\.result\n.*sent .*GET \/v1\/jobs\/.*\n.*received {2}200/m);
  expect(code).toBe(0);
  expect(output).toContain(offer);
  expect((await seen(info, '', ['--sign'])).output).toContain('Saved: ');
  expect((await seen(info, '')).output).not.toContain(offer);
});

test('the doctor reports each cause, the response of the target and the dependent parts', async ({}, info) => {
  const { code, output, unverified } = await seen(
    info,
    `text: (fields) => ({ ...right.text(fields), path: '/v1/txt' }),
     job: { ...right.job, submit: (fields) => ({ ...right.job.submit(fields), path: '/v1/job' }) },
     run: (id) => ({ path: '/v1/run/' + id })`,
  );
  expect(unverified.toSorted()).toEqual(['job.submit', 'run', 'text.prompt']);
  expect(output).toMatch(/POST \/v1\/txt .*\n.*received {2}404/);
  expect(output).toMatch(/POST \/v1\/job .*\n.*received {2}404/);
  expect(output).toMatch(/GET \/v1\/run\/.*\n.*received {2}404 not_found: /);
  for (const part of ['text.messages', 'job.id', 'workflow.runId'])
    expect(output).toMatch(RegExp(`Because of this, \\d+ more parts? (?:is|are) not verified: .*${part}`));
  expect(output.indexOf('UNVERIFIED')).toBeLessThan(output.indexOf('\nverified'));
  expect(code).toBe(3);
});
