import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { conformance, conformanceHere } from '../../../proof/helpers/process';
import { exactly } from '../../../spec/shapes';
import { targetFields } from '../../../spec/target-file';
import mock from '../../../tests/targets/mock';
import { walk } from '../../judge/data/json';
import { checkTarget } from './check-target';
import { loadTarget } from './load-target';
import type { Block, TextFields } from './target';
import { targetHash } from './target-verification';

for (const file of readdirSync(join(__dirname, '../../../tests/targets')).filter((name) =>
  name.endsWith('.ts'),
)) {
  test(`tests/targets/${file} is valid`, async () => {
    expect(checkTarget(await loadTarget(`tests/targets/${file}`))).toEqual([]);
  });
}

test('tests/targets/example.ts has every field', async () => {
  const example = readFileSync(join(__dirname, '../../../tests/targets/example.ts'), 'utf8');
  const names = [...walk(exactly({}, targetFields))].flatMap(({ name, value }) =>
    name === 'properties' ? Object.keys(value as object) : [],
  );
  const missing = names.flatMap((name) =>
    new RegExp(`\\b${name}:`).test(example)
      ? []
      : `${name} is in spec/target-file.ts and not in tests/targets/example.ts`,
  );
  expect(missing).toEqual([]);
});

const request = () => ({ path: '/v1/text' });
const throwing = () => {
  throw new Error('no such field');
};
const workflow = mock.workflow;
const [write] = workflow.blockTypes;

const withWorkflow = (parts: object) => ({ workflow: { ...workflow, ...parts } });
/** A target whose workflows are sent with the body that `spell` builds. */
const sending = (spell: (blocks: Block[]) => object, blockTypes = workflow.blockTypes) =>
  withWorkflow({
    blockTypes,
    submit: (blocks: Block[]) => ({ method: 'POST', path: '/v1/workflows', body: spell(blocks) }),
  });
const withJob = (parts: object) => ({ job: { ...mock.job, ...parts } });

const malformed: Record<string, [exported: unknown, problem: string]> = {
  'a misspelt field': [{ workflows: {} }, 'workflows is unknown: headers, text,'],
  'a request instead of a function': [
    { text: request() },
    'text must be a function (fields) => RequestSpec, not object',
  ],
  'a pointer without a slash': [{ credits: 'credits' }, 'credits must be a JSON Pointer'],
  'a job without a submission': [{ job: {} }, 'job needs submit, or text beside it'],
  'a block type with a number for a kind': [
    withWorkflow({ blockTypes: [{ ...write, inputs: { prompt: 1 } }] }),
    'workflow.blockTypes[0].inputs.prompt must be a kind or a list of kinds, not 1',
  ],
  'settlesWithin in milliseconds': [
    { credits: { at: '/credits', settlesWithin: 5000 } },
    'credits.settlesWithin must be a number of seconds above 0, at most 600, not 5000',
  ],
  'a rate limit of no calls': [
    { rateLimit: { calls: 0, seconds: 1 } },
    'rateLimit.calls must be a number above 0, not 0',
  ],
  'a path with a host': [
    { text: () => ({ path: 'https://api.example/text' }) },
    'text().path must be a path that begins with a slash',
  ],
  'a submission at the path of job lookups': [
    withJob({ submit: (body: TextFields) => ({ method: 'GET', path: '/v1/jobs/new', body }) }),
    'job.submit is sent to /v1/jobs/new, where the contract has another operation',
  ],
  'a function that throws': [
    { text: request, job: { submit: throwing } },
    'job.submit threw Error: no such field',
  ],
  'a workflow that sends only its first blocks': [
    withWorkflow({ submit: (blocks: Block[]) => mock.workflow.submit(blocks.slice(0, 3)) }),
    'workflow.submit: of 4 blocks the last is left out: set workflow.longest to the number of blocks that are allowed',
  ],
  'blocks that are sorted by name': [
    sending((blocks) => ({ blocks: blocks.toSorted((one, other) => one.name.localeCompare(other.name)) })),
    'workflow.submit: the blocks are not sent in the order given',
  ],
  'an idempotency key that is always the same': [
    { headers: { 'Idempotency-Key': 'a' } },
    'headers: Idempotency-Key is the same in every request: create it in a function',
  ],
  'kinds without a sample': [
    withWorkflow({ samples: { string: 'Hello' } }),
    'workflow.blockTypes and workflow.samples allow no chain of two blocks',
  ],
};
for (const [name, [exported, problem]] of Object.entries(malformed)) {
  test(`the problem of ${name} names the field`, () => {
    expect(checkTarget(exported)).toEqual([expect.stringContaining(problem)]);
  });
}

test('an idempotency key that is created for each request is no problem', () => {
  let made = 0;
  expect(checkTarget({ headers: () => ({ 'Idempotency-Key': String(++made), 'X-Tenant': 'a' }) })).toEqual(
    [],
  );
});

/** Runs `plan` with this target file. */
function planWith(file: string, start = conformanceHere) {
  const env = { BASE_URL: 'https://api.example', API_KEY: 'some-key-of-a-user', TARGET: file };
  return start('plan', [], { ...env, DOTENV_CONFIG_PATH: '/dev/null' });
}

test('plan ends as misconfigured for a target file that describes nothing', async ({}, testInfo) => {
  const file = testInfo.outputPath('empty-object.ts');
  writeFileSync(file, 'export default {};');
  expect(await planWith(file)).toMatchObject({
    code: 2,
    stderr: `TARGET ${file}: the default export is missing or empty, so the file describes nothing. Write "export default { text: ... }" as in tests/targets/example.ts, or leave TARGET out to test the known endpoints alone.\n`,
  });
});

test('plan names the line of a syntax error', async ({}, testInfo) => {
  const file = testInfo.outputPath('broken.ts');
  writeFileSync(file, "const target = {\n  credits: '/credits',\n  models: ,\n};\n");
  // The message is that of a command's loader, which needs a process.
  const { code, stderr } = await planWith(file, conformance);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^TARGET .* cannot be loaded: .*broken\.ts:3\b.*\n$/);
});

test('what was verified of a target file holds for what it describes then, whatever else is new in its requests', async ({}, testInfo) => {
  const path = testInfo.outputPath('target.ts');
  const body = '{ ...fields, nonce: Math.random().toString(36) }';
  const submit = `(fields) => ({ method: 'POST', path: process.env.TEXT_PATH, body: ${body} })`;
  writeFileSync(path, `export default { text: ${submit} };`);
  const target = await loadTarget(path);
  const hashWith = (text: string) => {
    process.env.TEXT_PATH = text;
    return targetHash(path, target);
  };
  const workflows = { ...target, workflow };
  expect(targetHash(path, workflows)).toBe(targetHash(path, workflows));
  expect(hashWith('/v1/text')).toBe(hashWith('/v1/text'));
  expect(hashWith('/v2/text')).not.toBe(hashWith('/v1/text'));
});
