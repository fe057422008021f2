import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from '@playwright/test';
import { variants } from '../../proof/catalogue/variants/variants';
import { conformance, conformanceHere } from '../../proof/helpers/process';
import { exactly } from '../../spec/shapes';
import { targetFields } from '../../spec/target-file';
import mock from '../../tests/targets/mock';
import { fieldsIn } from '../report/docs/fields';
import { recordSeparately } from './evidence/recorder';
import { builderOf } from './reference-requests';
import type { Block, Target, TextFields } from './target';
import { checkTarget, soundTarget } from './target-file/check-target';
import { loadTarget } from './target-file/load-target';

for (const file of readdirSync(join(__dirname, '../../tests/targets')).filter((name) =>
  name.endsWith('.ts'),
)) {
  test(`tests/targets/${file} is sound`, async () => {
    expect(checkTarget(await loadTarget(`tests/targets/${file}`))).toEqual([]);
  });
}

test('the example to copy shows every field', async () => {
  const example = readFileSync(join(__dirname, '../../tests/targets/example.ts'), 'utf8');
  const missing = fieldsIn(exactly({}, targetFields), '').flatMap(({ name }) =>
    new RegExp(`\\b${name.split('.').at(-1)}:`).test(example)
      ? []
      : `${name} is in spec/target-file.ts and not in tests/targets/example.ts`,
  );
  expect(missing).toEqual([]);
});

for (const [name, { target = () => mock }] of Object.entries(variants)) {
  test(`the target of the variant ${name} is sound`, () => {
    expect(checkTarget(target(mock))).toEqual([]);
  });
}

test('a target may leave everything out', () => {
  expect(checkTarget({})).toEqual([]);
});

test('a builder need not know workflows without blocks', () => {
  const submit = (blocks: Block[]) => {
    if (blocks.length === 0) throw new Error('no first block');
    return mock.workflow.submit(blocks);
  };
  expect(checkTarget({ workflow: { ...mock.workflow, submit } })).toEqual([]);
});

const request = () => ({ path: '/v1/text' });
const throwing = () => {
  throw new Error('no such field');
};
const workflow = mock.workflow;
const [write] = workflow.blockTypes;

const withModel = (spell: (model: string) => string, headers = {}) => ({
  text: ({ model, ...others }: TextFields) => ({
    method: 'POST',
    path: '/v1/text',
    headers,
    body: {
      ...others,
      ...(model !== undefined && { model: typeof model === 'string' ? spell(model) : model }),
    },
  }),
});
const withWorkflow = (parts: object) => ({ workflow: { ...workflow, ...parts } });
/** A workflow whose blocks are sent like this. */
const sending = (spell: (blocks: Block[]) => object, blockTypes = workflow.blockTypes) =>
  withWorkflow({
    blockTypes,
    submit: (blocks: Block[]) => ({ method: 'POST', path: '/v1/workflows', body: spell(blocks) }),
  });
const withJob = (parts: object) => ({ job: { ...mock.job, ...parts } });
const texting = (parts: object) => ({ text: () => ({ ...request(), ...parts }) });

const malformed: Record<string, [exported: unknown, problem: string]> = {
  'nothing exported': [undefined, 'the default export must be a Target object, not nothing'],
  'a function exported': [request, 'the default export must be a Target object, not a function'],
  'a misspelt field': [{ workflows: {} }, 'workflows is unknown: headers, text,'],
  'a request for text': [{ text: request() }, 'text must be a function (fields) => RequestSpec, not object'],
  'a pointer without a slash': [{ credits: 'credits' }, 'credits must be a JSON Pointer'],
  'a list for a pointer': [
    { models: ['/data'] },
    'models must be a JSON Pointer such as /data/id (or the empty string), or a function of the response, not array of 1',
  ],
  'a number for a header': [{ headers: { 'x-tenant': 7 } }, 'headers.x-tenant must be a string, not 7'],
  'a misspelt field of job': [
    { text: request, job: { jobId: '/id' } },
    'job.jobId is unknown: submit, id, state, result are known',
  ],
  'a bad pointer in job': [{ text: request, job: { state: 'state' } }, 'job.state must be a JSON Pointer'],
  'a job that nothing submits': [{ job: {} }, 'job needs submit, or text beside it'],
  'a workflow without samples': [withWorkflow({ samples: undefined }), 'workflow.samples is missing'],
  'a workflow without block types': [
    withWorkflow({ blockTypes: [] }),
    'workflow.blockTypes must be a list of block types',
  ],
  'a block type without outputs': [
    withWorkflow({ blockTypes: [write, { name: 'a', inputs: {} }] }),
    'workflow.blockTypes[1].outputs is missing',
  ],
  'a block type with a number for a kind': [
    withWorkflow({ blockTypes: [{ ...write, inputs: { prompt: 1 } }] }),
    'workflow.blockTypes[0].inputs.prompt must be a kind or a list of kinds, not 1',
  ],
  'a time to settle in milliseconds': [
    { credits: { at: '/credits', settlesWithin: 5000 } },
    'credits.settlesWithin must be a number of seconds above 0, at most 600, not 5000',
  ],
  'a patience in milliseconds': [
    { patience: { job: 60_000 } },
    'patience.job must be a number of seconds above 0, at most 600, not 60000',
  ],
  'a limit of no calls': [
    { rateLimit: { calls: 0, seconds: 1 } },
    'rateLimit.calls must be a number above 0, not 0',
  ],
  'no delays at all': [{ retryDelays: [] }, 'retryDelays must be a list of seconds'],
  'a request without a path': [{ text: () => ({ method: 'POST' }) }, 'text().path is missing'],
  'a path with a host': [
    { text: () => ({ path: 'https://api.example/text' }) },
    'text().path must be a path that begins with a slash',
  ],
  'a method that is none': [
    texting({ method: 'SEND' }),
    'text().method must be one of GET, POST, PUT, PATCH, DELETE',
  ],
  'a misspelt field of a request': [
    texting({ json: {} }),
    'text().json is unknown: path, method, headers, body are known',
  ],
  'a request that is none': [
    { text: () => 'POST /v1/text' },
    'text() must be an object, not "POST /v1/text"',
  ],
  'a body that GET would send': [texting({ body: {} }), 'text() has a body and no method, which is GET'],
  'a submission at the address of a job': [
    withJob({ submit: (body: TextFields) => ({ method: 'GET', path: '/v1/jobs/new', body }) }),
    'job.submit is sent to /v1/jobs/new, where the contract has another operation',
  ],
  'a workflow at the address of the credits': [
    withWorkflow({ submit: (blocks: Block[]) => ({ ...mock.workflow.submit(blocks), path: '/v1/credits' }) }),
    'workflow.submit is sent to /v1/credits, where the contract has another operation',
  ],
  'the lookup of a run at the address of the credits': [
    { ...mock, run: (id: string) => ({ path: `/v1/credits?run=${id}` }) },
    'run is sent to /v1/credits, where the contract has another operation',
  ],
  'a function that throws': [
    { text: request, job: { submit: throwing } },
    'job.submit threw Error: no such field',
  ],
  'a model without the white space around it': [
    withModel((model) => model.trim()),
    'text: model is replaced by another value',
  ],
  'a model in small letters': [
    withModel((model) => model.toLowerCase()),
    'text: model is replaced by another value',
  ],
  'a number of a workflow sent as text': [
    sending(
      (blocks) =>
        JSON.parse(JSON.stringify(blocks), (_, value) => (typeof value === 'number' ? String(value) : value)),
      workflow.blockTypes.filter(({ name }) => name === 'write' || name === 'shorten'),
    ),
    'workflow.submit: the literal of length, a number, is sent as text',
  ],
  'a field that a block reads in small letters': [
    sending((blocks) =>
      JSON.parse(JSON.stringify(blocks), (name, value) =>
        name === 'image' && value.field ? { ...value, field: value.field.toLowerCase() } : value,
      ),
    ),
    'workflow.submit: the field that image reads is left out',
  ],
  'the first blocks of a longer workflow alone': [
    withWorkflow({ submit: (blocks: Block[]) => mock.workflow.submit(blocks.slice(0, 3)) }),
    'workflow.submit: of 4 blocks the last is left out: set workflow.longest to the number of blocks that are allowed',
  ],
  'blocks in the order of their names': [
    sending((blocks) => ({ blocks, order: blocks.map(({ name }) => name).sort() })),
    'workflow.submit: the blocks are not sent in the order given',
  ],
  'a key for repeats that stays the same': [
    { headers: { 'Idempotency-Key': 'a' } },
    'headers: Idempotency-Key is the same in every request: create it in a function',
  ],
  'a key for repeats that stays the same at one address': [
    withModel((model) => model, { 'X-Idempotency-Key': 'a' }),
    'text: X-Idempotency-Key is the same in every request',
  ],
  'kinds of which there is no sample': [
    withWorkflow({ samples: { string: 'Hello' } }),
    'workflow.blockTypes and workflow.samples allow no chain of two blocks',
  ],
  'workflows of one block at most': [
    withWorkflow({ longest: 1 }),
    'workflow.longest must be a whole number from 2, not 1',
  ],
};
for (const [name, [exported, problem]] of Object.entries(malformed)) {
  test(`${name}: the problem names the field`, () => {
    expect(checkTarget(exported)).toEqual([expect.stringContaining(problem)]);
  });
}

test('a key for repeats that is made anew is no problem', () => {
  let made = 0;
  expect(checkTarget({ headers: () => ({ 'Idempotency-Key': String(++made), 'X-Tenant': 'a' }) })).toEqual(
    [],
  );
});

test('a field that is undefined is not sent, and none that was not given', () => {
  const text = ({ model, ...input }: TextFields) => ({
    method: 'POST',
    path: '/v1/text',
    body: { model, input },
  });
  expect(checkTarget({ text })).toEqual([]);
});

test('a lookup of a run may read what only a real submission is answered with', () => {
  const run = (id: string, { body }: { body?: unknown }) => ({
    path: `/v1/flows/${(body as { data: { flow: string } }).data.flow}/runs/${id}`,
  });
  expect(checkTarget({ ...mock, run })).toEqual([]);
});

test('each problem of a target file is a line that names the file, too', async ({}, testInfo) => {
  const file = testInfo.outputPath('odd.ts');
  writeFileSync(file, "export default { text: 'POST', credits: 1, rateLimit: null };");
  const path = relative(join(__dirname, '../..'), file);
  const target = await loadTarget(path);
  expect(() => soundTarget(path, target)).toThrow(
    [
      `TARGET ${path}: text must be a function (fields) => RequestSpec, not "POST"`,
      `TARGET ${path}: credits must be a JSON Pointer such as /data/id (or the empty string), or a function of the response, not 1`,
      `TARGET ${path}: rateLimit must be { calls, seconds }, not null`,
    ].join('\n'),
  );
});

test('a target file whose default export is a function is reported', async ({}, testInfo) => {
  const file = testInfo.outputPath('function.ts');
  writeFileSync(file, "export default () => ({ credits: '/credits' });");
  const problem = `TARGET ${file}: the default export must be a Target object, not a function`;
  const target = await loadTarget(file);
  expect(() => soundTarget(file, target)).toThrow(problem);
});

/** What `plan` comes to with this target file. */
function planWith(file: string, start = conformanceHere) {
  const env = { BASE_URL: 'https://api.example', API_KEY: 'some-key-of-a-user', TARGET: file };
  return start('plan', [], { ...env, DOTENV_CONFIG_PATH: '/dev/null' });
}

const describingNothing = {
  'named.ts': "export const credits = '/credits';",
  'named.mjs': "export const credits = '/credits';",
  'forgotten.ts': "const target = { credits: '/credits' };",
  'forgotten.cjs': "const target = { credits: '/credits' };",
  'empty.ts': '',
  'empty-object.ts': 'export default {};',
  'undefined.ts': 'export default { text: undefined };',
};
for (const [name, source] of Object.entries(describingNothing)) {
  test(`a target file that describes nothing is misconfigured: ${name}`, async ({}, testInfo) => {
    const file = testInfo.outputPath(name);
    writeFileSync(file, source);
    expect(await planWith(file)).toMatchObject({
      code: 2,
      stderr: `TARGET ${file}: the default export is missing or empty, so the file describes nothing. Write "export default { text: ... }" as in tests/targets/example.ts, or leave TARGET out to test the known endpoints alone.\n`,
    });
  });
}

test('a file that cannot be read as a module is one line that names it, and the line of the fault', async ({}, testInfo) => {
  const file = testInfo.outputPath('broken.js');
  writeFileSync(file, "export default {\n  credits: '/credits',\n  models: ,\n};\n");
  const failure: Error = await loadTarget(file).then(
    () => new Error('it was loaded'),
    (error) => error,
  );
  expect(failure.message).toContain(`TARGET ${file} cannot be loaded: `);
  expect(failure.message).toMatch(/ \(3:\d+\)$/);
});

for (const ending of ['ts', 'cjs', 'mts']) {
  test(`plan names the line of a syntax error in a .${ending} file`, async ({}, testInfo) => {
    const file = testInfo.outputPath(`broken.${ending}`);
    writeFileSync(file, "const target = {\n  credits: '/credits',\n  models: ,\n};\n");
    // The loader of a command words it.
    const { code, stderr } = await planWith(file, conformance);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^TARGET .* cannot be loaded: .*broken\.\w+:3\b.*\n$/);
  });
}

test('a CommonJS and an ES module are read, too', async ({}, testInfo) => {
  const sources = { 'a.cjs': 'module.exports = ', 'b.mjs': 'export default ' };
  for (const [name, start] of Object.entries(sources)) {
    const file = testInfo.outputPath(name);
    writeFileSync(file, `${start} { credits: '/credits' };`);
    expect(await loadTarget(file)).toEqual({ credits: '/credits' });
  }
});

test('where text requests submit the jobs, nothing is missing that a target file could tell', async () => {
  const { submit: _, ...job } = mock.job;
  const reasonOf = async (target: Target) =>
    (await recordSeparately(async () => builderOf(target, 'submit'))).evidence.inconclusive?.reason;
  expect(await reasonOf({ text: mock.text, job })).toEqual({
    kind: 'unfit',
    what: 'a submission of jobs apart from text requests',
  });
  expect(await reasonOf({ text: mock.text })).toEqual({ kind: 'needs', what: 'job.submit' });
  expect(await reasonOf(mock)).toBeUndefined();
});
