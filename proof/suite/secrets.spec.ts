import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type KeyVariable, mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { finderOf } from '../../src/judge/masking/mask';
import { type Handle, http } from '../catalogue/hostile/listening';
import { type Result, root } from '../helpers/process';
import { mockTarget, type Project, suiteConfig, test, theSuite } from '../helpers/reports-project';
import { partOf, type Spelling, spellings } from '../helpers/spellings';

// No report contains eight characters of a key, whichever part a server puts anywhere in its responses.

const keys = {
  API_KEY: 'sentinel-A1b2C3d4E5f6G7h8J9k0',
  OTHER_API_KEY: 'sentinel-Z9y8X7w6V5u4T3s2R1q0',
};

const outputs = {
  PLAYWRIGHT_JSON_OUTPUT_FILE: 'report.json',
  PLAYWRIGHT_JUNIT_OUTPUT_FILE: 'report.xml',
  PLAYWRIGHT_HTML_OPEN: 'never',
};

/** The variables whose values, or parts of them, are in some bytes. */
function secretsIn(bytes: Buffer, of: Readonly<Record<string, string>>): string[] {
  const { partIn } = finderOf(Object.entries(of).map(([name, value]) => ({ name, value })));
  return [partIn(bytes.toString('latin1'))?.name ?? []].flat();
}

/** Expects that no file of the project and no output contains a key. */
function expectNoSecret(project: Project, { stdout, stderr }: Result, of: Keys = keys): void {
  expect(secretsIn(Buffer.from(stdout + stderr), of)).toEqual([]);
  const files = project.files();
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['index.html', 'conformance.json', 'report.json', 'report.xml']),
  );
  for (const { name, bytes } of files) expect(secretsIn(bytes, of), name).toEqual([]);
}

test('no trace and no output for debugging has a key', async ({ suite }) => {
  await using mock = await startMock();
  const debug = { DEBUG: '*', NODE_DEBUG: '*' };
  const { API_KEY, OTHER_API_KEY } = mockKeys;
  const settings = { API_KEY, OTHER_API_KEY, ...outputs, BASE_URL: mock.url, ...debug };
  const words = ['test', 'auth', '--reporter=html,json,blob,junit', '--trace', 'on'];
  const result = await suite.run(words, settings);
  expect(result.code).toBe(0);
  expect(result.stderr.length).toBeGreaterThan(10_000);
  expectNoSecret(suite, result, { API_KEY, OTHER_API_KEY });
});

const places = ['the name of a property', 'a value', 'a header', 'the name of a header'] as const;

/** Each encoding at each place, with other parts of a key in other pieces. */
const echoes = Array.from({ length: 500 }, (_, index) => ({
  spelling: spellings[index % spellings.length] as Spelling,
  place: places[Math.floor(index / spellings.length) % places.length],
  from: index,
  length: index % 29,
  piece: 3 + (index % 37),
}));

type Keys = Readonly<Partial<Record<KeyVariable, string>>>;

/** Forwards to the mock with other keys, puts parts of a key into every response, and sends it in pieces. */
function echoing(mock: string, accepted: Keys): Handle {
  const key = accepted.API_KEY ?? '';
  let count = 0;
  return async (request, response) => {
    const { place, spelling, from, length, piece } = echoes[count++ % echoes.length] as (typeof echoes)[0];
    const spelt = spelling.spell(partOf(key, spelling, from, length));
    const variables = Object.keys(accepted) as KeyVariable[];
    const sent = variables.find((name) => request.headers.authorization === `Bearer ${accepted[name]}`);
    const authorization = sent ? `Bearer ${mockKeys[sent]}` : request.headers.authorization;
    const body = Buffer.concat(await request.toArray());
    const answer = await fetch(mock + request.url, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      ...(body.length > 0 && { body }),
    });
    const told = JSON.parse(await answer.text());
    if (place === 'the name of a property') told[spelt] = { [spelt]: [] };
    if (place === 'a value') told.seen = spelt;
    if (place === 'the name of a header' && /^[\w.-]+$/.test(spelt)) response.setHeader(`x-${spelt}`, '1');
    if (place === 'a header' && /^[\x21-\x7e]+$/.test(spelt)) response.setHeader('x-request-id', spelt);
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    const text = JSON.stringify(told);
    for (let at = 0; at < text.length; at += piece) response.write(text.slice(at, at + piece));
    response.end();
  };
}

test('no report contains a key if the server puts parts of it into all responses', async ({ suite }) => {
  const accepted = {
    API_KEY: 'sk-proj-7&Qm"x<Vt9%2pL/w+R',
    OTHER_API_KEY: `acme_h'4>Zk\\8=nB;e3@Yc~uD`,
    OLD_API_KEY: 'Wf6{J1}s|T5^g!0?aX',
  };
  await using mock = await startMock();
  await using server = await http(echoing(mock.url, accepted))();
  const command = ['test', '--reporter=html,json,blob,junit,list,line,dot,github'];
  const settings = { BASE_URL: server.url, TARGET: mockTarget };
  const result = await suite.run(command, { ...accepted, ...outputs, ...settings });
  expect(suite.record().run.cost.requests).toBeGreaterThan(300);
  expect(suite.read('out/conformance.json')).toContain('[API_KEY');
  expectNoSecret(suite, result, accepted);
});

/** Prints what the worker of this check can read. */
const check = `
import { readFileSync } from 'node:fs';
import { test } from '@playwright/test';
import { must } from '${join(root, 'src/check/check')}';
import { accepted } from '${join(root, 'src/check/expected')}';
if (process.env.TEST_WORKER_INDEX !== undefined)
  console.log('in the worker:', process.env, readFileSync('/proc/self/environ', 'utf8'));
test('GET /v1/models', ...must('auth.key.valid', { at: 'models', send: 'once', expect: accepted }));
`;

test('the workers of a run have no key, and a run on a target loads neither the mock nor its defects', async ({}, testInfo) => {
  await using mock = await startMock();
  const loaded = testInfo.outputPath('loaded.cjs');
  writeFileSync(
    loaded,
    `process.on('exit', () => console.log('loaded:', Object.keys(require.cache).filter((path) => !path.includes('node_modules')).join('\\n')));`,
  );
  const project = theSuite(testInfo, {
    'playwright.config.ts': suiteConfig('checks'),
    'checks/auth.spec.ts': check,
    settings: [`BASE_URL=${mock.url}`, `API_KEY=${mockKeys.API_KEY}`].join('\n'),
    'target.ts': `export default { headers: () => ({
      'x-own': String(process.env.GATEWAY_API_KEY),
      'x-protection-bypass': 'bypass ' + process.env.BYPASS,
      'x-basic': btoa('user:' + process.env.BYPASS),
      'x-stage': String(process.env.STAGE),
      origin: String(process.env.BASE_URL),
    }) };`,
  });
  const secrets = { GATEWAY_API_KEY: 'a-key-of-the-gateway', BYPASS: 'bYp4ss-0f-the-pr0tection' };
  const { code, stdout } = await project.run(['test'], {
    DOTENV_CONFIG_PATH: join(project.folder, 'settings'),
    TARGET: join(project.folder, 'target.ts'),
    STAGE: 'production',
    ...secrets,
    NODE_OPTIONS: `--require ${loaded}`,
  });
  expect(code, stdout).toBe(0);
  expect(stdout).toContain('in the worker: ');
  for (const secret of [mockKeys.API_KEY, secrets.GATEWAY_API_KEY]) expect(stdout).not.toContain(secret);
  expect(stdout).toContain('src/setup/global-setup');
  expect(stdout).not.toMatch(/[\\/]mock[\\/]|targets[\\/]mock/);
  const [exchange] = Object.values(project.record().run.exchanges);
  expect(exchange?.request.headers).toEqual(
    expect.arrayContaining([
      ['x-own', '[GATEWAY_API_KEY]'],
      ['x-protection-bypass', 'bypass [BYPASS]'],
      ['x-basic', expect.stringMatching(/^\[\d+ characters with BYPASS\]=?$/)],
      ['x-stage', 'production'],
      ['origin', mock.url],
    ]),
  );
  for (const file of readdirSync(join(project.folder, 'out')))
    if (!statSync(join(project.folder, 'out', file)).isDirectory())
      expect(secretsIn(readFileSync(join(project.folder, 'out', file)), secrets), file).toEqual([]);
});
