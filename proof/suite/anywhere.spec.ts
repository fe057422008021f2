import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import type { Result } from '../helpers/process';
import { aProject, mockTarget, test, theSuite } from '../helpers/reports-project';

const onTheMock = { BASE_URL: 'mock', REQUIRE: 'all' };

test('two runs at once have the same results, byte for byte, in any language and time zone', async ({}, testInfo) => {
  const seoul = theSuite(testInfo, 'seoul');
  const newYork = theSuite(testInfo, 'new-york');
  const runs = await Promise.all([
    seoul.run(['test'], { ...onTheMock, TZ: 'Asia/Seoul', LANG: 'ko_KR.UTF-8', LC_ALL: 'ko_KR.UTF-8' }),
    newYork.run(['test'], { ...onTheMock, TZ: 'America/New_York', LANG: 'C', LC_ALL: 'C' }),
  ]);
  expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(2).fill({ code: 0, stderr: '' }));
  const [first, second] = [seoul, newYork].map((suite) => suite.record());
  expect(second?.result).toEqual(first?.result);
  expect(JSON.stringify(second?.result) === JSON.stringify(first?.result), 'the same bytes').toBe(true);
  expect(first?.run.started).toMatch(/Z$/);
});

test('a run counts every request that the server receives, except the first', async ({ suite }) => {
  let seen = 0;
  await using mock = await startMock({ onRequest: () => seen++ });
  const { code } = await suite.run(['test'], { ...mockKeys, BASE_URL: mock.url, TARGET: mockTarget });
  expect({ code, told: suite.record().run.cost.requests }).toEqual({ code: 0, told: seen - 1 });
});

test('a run from another folder finds a TARGET within the project', async ({ suite }, testInfo) => {
  await using mock = await startMock();
  const elsewhere = aProject(testInfo, {}, 'elsewhere');
  const file = testInfo.outputPath('settings');
  writeFileSync(
    file,
    [`BASE_URL=${mock.url}`, `API_KEY=${mockKeys.API_KEY}`, 'TARGET=tests/targets/mock.ts'].join('\n'),
  );
  const words = ['test', '-c', join(suite.folder, 'playwright.config.ts'), 'text'];
  const { code, stderr } = await elsewhere.run(words, { DOTENV_CONFIG_PATH: file });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(elsewhere.clause('text.requires.input')?.verdict).toBe('conforms');
});

const waiting = `
import { existsSync } from 'node:fs';
import { cites, judge, test } from '../evidence';
test('too many calls are rejected', cites('limits.rate.exceeded'), async ({}, info) => {
  test.setTimeout(0);
  while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 50));
  judge(info, 'limits.rate.exceeded');
});
`;

test('of two runs at once in one folder, the last to end writes its reports and says so', async ({}, testInfo) => {
  const project = aProject(testInfo, { 'checks/limits.spec.ts': waiting });
  const long = project.run(['test', 'limits'], {}, (child) => {
    child.stdout?.once('data', async () => {
      short = await project.run(['test', 'auth'], { BREAK: 'yes' });
      writeFileSync(join(project.folder, 'go'), '');
    });
  });
  let short: Result | undefined;
  const { code, stdout } = await long;
  expect([code, short?.code]).toEqual([0, 1]);
  expect(stdout).toMatch(/^Page: out\/index\.html, where another run has written meanwhile/m);
  expect(short?.stdout).toMatch(/^Page: out\/index\.html$/m);
  expect(project.record().result.outcome).toMatchObject({ word: 'conforms', partial: true });
});
