import { expect, type TestInfo, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { type RunningMock, startMock } from '../../mock/server';
import { runScript } from './process';
import { changedTarget } from './reports-project';

let mock: RunningMock;
test.beforeAll(async () => {
  mock = await startMock();
});
test.afterAll(() => mock.close());

/** What the doctor says of a target file: the mock's own, changed. */
async function seen(info: TestInfo, change: string, url = mock.url, args: string[] = []) {
  const target = changedTarget(info, change);
  const { code, stdout, stderr } = await runScript('reports/doctor-command.ts', args, {
    BASE_URL: url,
    API_KEY: mockKeys.API_KEY,
    TARGET: target,
    REPORTS: info.outputPath('reports'),
    DOTENV_CONFIG_PATH: '/dev/null',
  });
  const output = stdout + stderr;
  const unproved = [...output.matchAll(/^UNPROVED {2}(.*)$/gm)].map(([, part]) => part);
  return { code, output, unproved };
}

const commands = [
  ...['reports/doctor-command', 'reports/judge-command', 'reports/nights/compare-command'],
  ...['tests/plan', 'tests/self/drawn/main'],
];
for (const command of commands)
  test(`${command} says what it is for`, async () => {
    const { code, stdout, stderr } = await runScript(`${command}.ts`, ['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/README\.md/);
  });

test('the doctor proves every part of a right target file, its connections too', async ({}, info) => {
  test.setTimeout(120_000);
  const { code, output, unproved } = await seen(info, '');
  expect(unproved).toEqual([]);
  expect(output).toMatch(
    /^proved {4}workflow\.blockTypes \(\w+\.\w+ > \w+\.\w+\)\n {10}sent .*\n.*answered {2}202/m,
  );
  expect(output).toMatch(/^proved {4}workflow\.kinds\n.*faulty .*\n.*refused, as it must be {2}400/m);
  expect(output).toMatch(/^proved {4}job\.result\n.*sent .*GET \/v1\/jobs\/.*\n.*answered {2}200/m);
  expect(code).toBe(0);
});

test('the doctor offers to keep what it proved until that is kept', async ({}, info) => {
  test.setTimeout(120_000);
  const offer = 'keeps this for later runs';
  expect((await seen(info, '')).output).toContain(offer);
  expect((await seen(info, '', mock.url, ['--sign'])).output).toContain('Signed: ');
  expect((await seen(info, '')).output).not.toContain(offer);
});

test('the doctor says that nobody answers, and not that parts are unproved', async ({}, info) => {
  const { code, output, unproved } = await seen(info, '', 'http://127.0.0.1:9');
  expect(output).toContain('the connection was refused');
  expect(unproved).toEqual([]);
  expect(code).toBe(3);
});

const wrong: Record<string, [change: string, unproved: RegExp[], says: RegExp]> = {
  'a typo in a path': [
    "text: (fields) => ({ ...right.text(fields), path: '/v1/txt' })",
    [/^text\.prompt$/, /^text\.messages$/],
    /POST \/v1\/txt .*\n.*answered {2}404/,
  ],
  'a pointer that leads nowhere': ["credits: '/balance'", [/^credits$/], /stands at \/credits\/remaining/],
  'an output of another name': [
    "workflow: { ...right.workflow, blockTypes: right.workflow.blockTypes.map((type) => type.name === 'draw' ? { ...type, outputs: { picture: 'image' } } : type) }",
    [/draw\.picture > /],
    /\(draw\.picture > \w+\.image\)/,
  ],
};

for (const [mistake, [change, parts, says]] of Object.entries(wrong)) {
  test(`the doctor tells which parts stay unproved: ${mistake}`, async ({}, info) => {
    test.setTimeout(120_000);
    const { code, output, unproved } = await seen(info, change);
    for (const part of parts) expect(unproved).toContainEqual(expect.stringMatching(part));
    expect(output).toMatch(says);
    expect(code).toBe(3);
  });
}
