import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, type TestInfo, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { checkTarget } from '../../src/drive/target-file/check-target';
import { loadTarget } from '../../src/drive/target-file/load-target';
import { typeFrom } from '../../src/init/block-types';
import { curlExchanges } from '../../src/init/curl';
import { operationsIn } from '../../src/init/document';
import type { Draft } from '../../src/init/draft';
import { operationsShown } from '../../src/init/exchanges';
import { draftOf, prefixOf } from '../../src/init/find';
import type { Endpoint, Schema } from '../../src/init/operation';
import { chooser, type Part, parts, type Question, Undecided, whyInvalid } from '../../src/init/question';
import { readDocument } from '../../src/init/read-document';
import { settingsFile, sourceOf } from '../../src/init/source';
import { http } from '../catalogue/hostile/listening';
import { conformance, root, init as startInit } from '../helpers/process';
import { services } from '../inputs/services/services';

type Flags = Partial<Record<Part, string[]>>;

/** Returns a draft and the lines that are printed meanwhile. */
async function drafted(operations: readonly Endpoint[], flags: Flags = {}) {
  const lines: string[] = [];
  const tell = (line: string) => lines.push(line);
  return { draft: await draftOf(operations, chooser(flags, tell, null), tell), lines };
}

async function found(name: string, flags: Flags = {}) {
  const file = join(__dirname, '../inputs/services', `${name}.yaml`);
  const { document } = await readDocument(readFileSync(file, 'utf8'), file);
  const { operations, server } = operationsIn(document, file);
  return { ...(await drafted(operations, flags)), address: `${server}${prefixOf(operations)}` };
}

/** The fields of an operation that do not matter in a test. */
const rest = { words: '', deprecated: false, headers: {}, query: [] };

const flagsOf = (name: string) => (name === 'traps' ? { text: ['POST /v1/text'] } : {});

const places: Record<string, Draft> = {
  bare: { job: { id: '/job_id', state: '/state', result: '/result' }, credits: '', models: '' },
  enveloped: {
    job: {
      id: '/data/task/job_id',
      state: '/data/task/progress/phase',
      result: '/data/task/progress/outcome',
    },
    credits: '/data/balance/amount',
    models: '/data/items',
  },
  graph: { run: { method: 'GET', path: '/v1/runs/{id}' }, credits: '/credits/remaining', models: '/models' },
  'jobs-apart': {
    headers: { 'X-Tenant': 'demo' },
    job: { submit: { method: 'PUT', path: '/v1/tasks', within: ['input'], besides: { notify: false } } },
    run: { method: 'GET', path: '/v1/pipeline-status?run_id={id}' },
  },
  prefixed: { text: { method: 'POST', path: '/v1/text', within: [], besides: {} } },
  traps: {
    job: { id: '/task/job_id', state: '/state', result: '/result' },
    run: { method: 'GET', path: '/v1/runs/{id}' },
    credits: '/remaining',
    models: '/result/catalogue',
  },
};

for (const name of Object.keys(services)) {
  test.describe(`the document of the service "${name}"`, async () => {
    test('shows every part of a target file', async () => {
      const { draft } = await found(name, flagsOf(name));
      expect(draft).toMatchObject({ ...places[name] });
      expect(Object.keys(draft)).toEqual(
        expect.arrayContaining(['text', 'job', 'workflow', 'run', 'credits', 'models']),
      );
      expect(draft.workflow?.blockTypes.length).toBeGreaterThan(2);
    });

    test('becomes a valid target file in the format of Biome', async ({}, testInfo) => {
      const { draft } = await found(name, flagsOf(name));
      const file = testInfo.outputPath('target.ts');
      const text = sourceOf(draft, 'x.example', '../drive/target');
      writeFileSync(file, text);
      expect(checkTarget(await loadTarget(file))).toEqual([]);
      const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
      const words = [biome, 'check', '--write', '--stdin-file-path=tests/targets/anew.ts'];
      const formatted = execFileSync(process.execPath, words, { cwd: root, input: text, encoding: 'utf8' });
      expect(formatted).toBe(text);
    });
  });
}

test('the target files of all documents compile', async ({}, testInfo) => {
  const files: string[] = [];
  for (const name of Object.keys(services)) {
    const { draft } = await found(name, flagsOf(name));
    const file = testInfo.outputPath(`${name}.ts`);
    const types = relative(testInfo.outputDir, join(root, 'src/drive/target'));
    writeFileSync(file, sourceOf(draft, name, types));
    files.push(file);
  }
  const config = testInfo.outputPath('tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({ extends: join(root, 'tsconfig.json'), files, include: [], exclude: [] }),
  );
  const tsc = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(tsc.stdout).toBe('');
});

test('the address has the prefix of the server and of the paths', async () => {
  expect((await found('prefixed')).address).toBe('https://gate.example/gateway/llm');
  expect((await found('enveloped')).address).toBe('https://eu.enveloped.example');
});

test('a choice is printed with its reason, and nothing is chosen if two candidates fit', async () => {
  const { lines } = await found('traps', flagsOf('traps'));
  expect(lines).toContain('job-id: /task/job_id: named `job_id` as in the contract');
  expect(lines).toContain('models: /result/catalogue: its ids are model names');
  const rejection = await found('traps').catch((error: unknown) => error);
  expect(rejection).toBeInstanceOf(Undecided);
  const { message } = rejection as Undecided;
  expect(message).toContain("--text 'POST /v1/text'");
  expect(message).toContain("--text 'POST /v1/chat'");
  expect(message).not.toContain('/v1/completions');
});

test('one answer may contain several block types, separated by line breaks or semicolons', async () => {
  const [write, draw] = ['write: prompt=text -> text=text', 'draw: prompt=text -> image=image'];
  const question: Question = { part: 'block', options: [], shown: false, several: true };
  for (const block of [[write, draw], [`${write}\n${draw}`], [`${write}; ${draw}`]])
    expect(await chooser({ block }, () => undefined, null)(question)).toBe(`${write}\n${draw}`);
});

for (const [part, wrong, right, form] of [
  ['text', '/v1/text', 'post /v1/text', 'method and path'],
  ['text-body', '{prompt}', '{"prompt": "Hello"}', 'JSON object'],
  ['job-body', '[{"prompt": "Hello"}]', '{"prompt": "Hello"}', 'JSON object'],
  ['job-id', 'data.job_id', '/data/job_id', 'JSON pointer'],
  ['block', 'write', 'write: prompt=text -> text=text', 'block type'],
  ['header', 'X-Tenant', 'X-Tenant: demo', 'header'],
] as const) {
  test(`--${part} must be a ${form}, like the answer to its question`, async () => {
    expect(whyInvalid(part, right)).toBeNull();
    const choose = chooser({ [part]: [wrong] }, () => undefined, null);
    await expect(choose({ part, options: [], shown: false })).rejects.toThrow(
      `--${part} '${wrong}': that is no ${form}, such as ${parts[part].example}`,
    );
  });
}

test('a part that is declared absent is left out, and a part that cannot be found is reported', async () => {
  const { draft } = await found('bare', { workflow: ['none'], job: ['none'] });
  expect(Object.keys(draft)).toEqual(['text', 'credits', 'models']);
  const nothing = await drafted([{ method: 'GET', path: '/v1/models', ...rest }]);
  expect(nothing).toEqual({
    draft: {},
    lines: expect.arrayContaining(["text: not found; where there is one: --text 'POST /v1/text'"]),
  });
});

test('a workflow without described blocks is left out with a message, or is described by flags', async () => {
  const open = { type: 'object', properties: { id: {}, kind: {}, inputs: { type: 'object' } } };
  const rest = { words: '', deprecated: false, headers: {}, query: [] };
  const operations: Endpoint[] = [
    {
      method: 'POST',
      path: '/v1/workflows',
      ...rest,
      body: { type: 'object', properties: { blocks: { type: 'array', items: open } } },
    },
    { method: 'GET', path: '/v1/workflows/{run_id}', ...rest },
  ];
  const { draft, lines } = await drafted(operations);
  expect(draft).toEqual({});
  expect(lines.at(-1)).toMatch(/^workflow-body: not found, so workflow is left out: --workflow-body '/);
  const single = '{"blocks": [{"id": "a", "kind": "write", "inputs": {"prompt": {"value": "Hi"}}}]}';
  const unread = await drafted(operations, { 'workflow-body': [single], text: ['POST /v1/text'] });
  expect(Object.keys(unread.draft)).toEqual(['text']);
  expect(unread.lines.join()).toContain(
    'workflow: how the blocks of this body read each other was not found',
  );
  const said = await drafted(operations, {
    'workflow-body': [
      '{"blocks": [{"id": "a", "kind": "write", "inputs": {"prompt": "Hi"}}, {"id": "b", "kind": "draw", "inputs": {"prompt": {"block": "a", "output": "text"}}}]}',
    ],
  });
  expect(said.draft).toMatchObject({
    workflow: { spelling: { reference: { kind: 'object', block: 'block', field: 'output' } } },
    run: { path: '/v1/workflows/{id}' },
  });
});

for (const [part, id, what] of [
  ['workflow', 'run_id', 'blocks'],
  ['job', 'job_id', 'input'],
] as const) {
  test(`a ${part} whose response has ${id} but whose request is not understood is reported`, async () => {
    const command = `curl https://a.example/v1/tasks -d '[{"say": "Hello"}]'\n{"${id}": "abcd"}\n`;
    const { draft, lines } = await drafted(operationsShown(curlExchanges(command)).operations);
    const told = `${part}: POST /v1/tasks answers ${id}, but its ${what} was not found: write it by hand as tests/targets/example.ts shows`;
    expect([draft, ...lines.filter((line) => line.includes('by hand'))]).toEqual([{}, told]);
  });
}

test('outputs that the schemas of blocks lack are taken from the example or requested', async () => {
  const reference = { type: 'object', properties: { block: { type: 'string' }, field: { type: 'string' } } };
  const block = (type: string, input: string): Schema => ({
    type: 'object',
    properties: {
      name: { type: 'string' },
      op: { type: 'string', enum: [type] },
      in: { type: 'object', properties: { [input]: { oneOf: [{ type: 'string' }, reference] } } },
    },
  });
  const items = { oneOf: [block('write', 'prompt'), block('condense', 'source')] };
  const body = { type: 'object', properties: { steps: { type: 'array', items } } };
  const steps = [
    { name: 'a', op: 'write', in: { prompt: 'Hi' } },
    { name: 'b', op: 'condense', in: { source: '{{a.draft}}' } },
  ];
  const answer = { type: 'object', properties: { run_id: { type: 'string' } } };
  const flow = { method: 'POST', path: '/v1/flows', ...rest, answer };
  const read = await drafted([{ ...flow, body: { ...body, example: { steps } } }]);
  expect(read.draft.workflow?.blockTypes).toEqual([
    { name: 'write', inputs: { prompt: 'text' }, outputs: { draft: 'text' } },
    { name: 'condense', inputs: { source: 'text' }, outputs: {} },
  ]);
  const { draft, lines } = await drafted([{ ...flow, body }]);
  expect(draft.workflow).toBeUndefined();
  expect(lines.join()).toContain("block: not found, so workflow is left out: --block 'write: ");
});

test('flags can describe everything without a document', async () => {
  const flags: Flags = {
    text: ['POST /v1/text'],
    job: ['PUT /v1/tasks'],
    'job-body': ['{"input": {"prompt": "Hi"}}'],
    'job-state': ['/status'],
    workflow: ['POST /v1/flows'],
    'workflow-body': [
      '{"steps": [{"id": "a", "uses": "write", "with": {"prompt": "Hi"}}, {"id": "b", "uses": "draw", "with": {"prompt": "{{a.text}}"}}]}',
    ],
    block: ['write: prompt=text -> text=text, words=number', 'label: value=text|number -> label=text'],
    run: ['GET /v1/flows/{id}'],
    credits: ['/left'],
  };
  const { draft } = await drafted([], flags);
  expect(draft).toMatchObject({
    text: { method: 'POST', path: '/v1/text', within: [] },
    job: { submit: { method: 'PUT', path: '/v1/tasks', within: ['input'] }, state: '/status' },
    workflow: {
      spelling: {
        blocks: ['steps'],
        name: 'id',
        type: 'uses',
        inputs: 'with',
        reference: { kind: 'template', before: '{{', between: '.', after: '}}' },
      },
      blockTypes: [{ name: 'write' }, { name: 'label', inputs: { value: ['text', 'number'] } }],
    },
    run: { path: '/v1/flows/{id}' },
    credits: '/left',
  });
});

for (const [shown, messages] of [
  ['[{"role": "user", "content": "Hi"}]', undefined],
  ['[{"author": "me", "content": "Hi"}]', [{ author: 'me', content: 'Hi' }]],
  [
    '[{"role": "system", "content": "Be short."}, {"role": "user", "content": "Hi"}]',
    [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'Hi' },
    ],
  ],
] as const) {
  test(`messages that do not begin with the user's are sent as in the example: ${shown}`, async () => {
    const body = `{"model": "acme-text-pro", "messages": ${shown}}`;
    const { draft } = await drafted([], { text: ['POST /v1/text'], 'text-body': [body] });
    expect(draft.messages).toEqual(messages);
  });
}

for (const [shown, body] of [
  ['{"model": "acme-text-pro", "input": {"prompt": "Hi"}, "n": 1}', '{ input: fields, model, n: 1 }'],
  ['{"prompt": "Hi", "config": {"model": "acme-text-pro"}}', '{ ...fields, config: { model } }'],
] as const) {
  test(`the model of a text request is sent where the example has it: ${shown}`, async () => {
    const { draft } = await drafted([], { text: ['POST /v1/text'], 'text-body': [shown] });
    const text = sourceOf(draft, 'x.example', '../drive/target');
    expect(text).toContain('text: ({ model, ...fields }) => ({');
    expect(text).toContain(`body: ${body},`);
  });
}

for (const [reference, code, inputs = 'with'] of [
  ['{"from": {"block": "a", "output": "text"}}', '{ from: { block: input.block, output: input.field } }'],
  ['{"$ref": "a.text"}', '{ $ref: `'],
  ['{"take": "a#text"}', '{ take: `', 'in'],
  ['{"take": "a->text"}', '{ take: `'],
] as const) {
  test(`a reference in its own object is written as in the example: ${reference}`, async () => {
    const shown = `{"steps": [{"id": "a", "type": "write", "${inputs}": {"prompt": "Hi"}}, {"id": "b", "type": "write", "${inputs}": {"prompt": ${reference}}}]}`;
    const { draft } = await drafted([], {
      workflow: ['POST /v1/flows'],
      'workflow-body': [shown],
      block: ['write: prompt=text -> text=text'],
    });
    expect(sourceOf(draft, 'x.example', '../drive/target')).toContain(`input.literal : ${code}`);
  });
}

const linked = (links: object) => ({
  nodes: [
    { id: 'a', type: 'write', data: { prompt: 'Hi' } },
    { id: 'b', type: 'draw', data: {} },
  ],
  ...links,
});
const reading = (prompt: string) => ({
  steps: [
    { id: 'a', uses: 'write', with: { prompt: 'Hi' } },
    { id: 'b', uses: 'draw', with: { prompt } },
  ],
});

for (const [spelling, body, sent = body] of [
  ['{{block.field}}', reading('{{a.text}}')],
  ['{{ steps.block.outputs.field }}', reading('{{ steps.a.outputs.text }}')],
  ['@block.field', reading('@a.text')],
  ['$.steps.block.field', reading('$.steps.a.text')],
  ['$node["block"].json["field"]', reading('$node["a"].json["text"]')],
  ['a reference in a sentence', reading('Draw this: {{a.text}}, please.'), reading('{{a.text}}')],
  [
    'inputs beside the name and the type',
    {
      steps: [
        { name: 'a', kind: 'write', prompt: 'Hi' },
        { name: 'b', kind: 'draw', prompt: '@a.text' },
      ],
    },
  ],
  [
    'nodes and edges with handles',
    linked({ edges: [{ source: 'a', sourceHandle: 'text', target: 'b', targetHandle: 'prompt' }] }),
  ],
  [
    'nodes and links with two end points each',
    linked({ links: [{ from: { node: 'a', port: 'text' }, to: { node: 'b', port: 'prompt' } }] }),
  ],
  ['nodes and links of joined words', linked({ links: [{ from: 'a.text', to: 'b.prompt' }] })],
] as [spelling: string, body: object, sent?: object][]) {
  test(`a workflow is sent as in its example: ${spelling}`, async () => {
    const pasted = `curl https://a.example/v1/flows -d '${JSON.stringify(body)}'\n{"run_id": "run_1"}`;
    const { draft } = await drafted(operationsShown(curlExchanges(pasted)).operations);
    const file = test.info().outputPath('flows.ts');
    writeFileSync(file, sourceOf(draft, 'x.example', join(root, 'src/drive/target')));
    const target = await loadTarget(file);
    expect(checkTarget(target)).toEqual([]);
    const request = target.workflow?.submit([
      { name: 'a', type: 'write', inputs: { prompt: { literal: 'Hi' } } },
      { name: 'b', type: 'draw', inputs: { prompt: { block: 'a', field: 'text' } } },
    ]);
    expect(request).toEqual({ method: 'POST', path: '/v1/flows', body: sent });
  });
}

test('credits that a document describes as a string without an example are found by their name', async () => {
  const answer = (properties: Record<string, Schema>) => ({ type: 'object', properties });
  const wallet = { balance: { type: 'string' }, currency: { type: 'string' }, renews: { type: 'string' } };
  const { draft } = await drafted([
    { method: 'GET', path: '/v1/credits', ...rest, answer: answer({ wallet: answer(wallet) }) },
  ]);
  expect(draft.credits).toBe('/wallet/balance');
});

test('a workflow whose body is a list of blocks is sent as a list', async () => {
  const steps = [
    { id: 'a', type: 'write', with: { prompt: 'Hi' } },
    { id: 'b', type: 'write', with: { prompt: '{{a.text}}' } },
  ];
  const pasted = `curl https://a.example/v1/flows -d '${JSON.stringify(steps)}'\n{"run_id": "run_1"}`;
  const { draft } = await drafted(operationsShown(curlExchanges(pasted)).operations);
  expect(sourceOf(draft, 'x.example', '../drive/target')).toContain('body: blocks.map(asBlock)');
});

test('an address with an invalid percent escape is read unchanged', () => {
  const { operations } = operationsShown(curlExchanges("$ curl 'https://api.example/v1/runs/%E0'\n{}"));
  expect(operations.map(({ path }) => path)).toEqual(['/v1/runs/%E0']);
});

test('a placeholder is not taken for a key', () => {
  for (const key of ['$API_KEY', '<key>', '{{key}}', 'YOUR_API_KEY', 'sk-...', '****', 'a"b#c', '+/=0']) {
    const command = `curl https://a.example/v1/models -H 'Authorization: Bearer ${key}'\n{}`;
    expect(operationsShown(curlExchanges(command)).key).toBe(/[#=]/.test(key) ? key : null);
  }
});

test('pasted commands with their responses become a valid target file without a key', async ({}, testInfo) => {
  await using mock = await startMock();
  const authorization = `Bearer ${mockKeys.API_KEY}`;
  const commands: string[] = [];
  const paste = async (path: string, body?: unknown) => {
    const headers = { authorization, 'content-type': 'application/json', 'x-tenant': 'demo' };
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await (await fetch(mock.url + path, { headers, ...sent })).text();
    const flags = [
      "-H 'X-Tenant: demo' \\\n ",
      body === undefined ? '' : `--data-raw '${JSON.stringify(body)}'`,
    ];
    commands.push(
      `$ curl '${mock.url}${path}' -H "Authorization: ${authorization}" -H 'X-Session: abc' ${flags.join(' ')}`,
    );
    commands.push(body === undefined ? `HTTP/1.1 200 OK\nserver: a\n\n${answer}` : answer);
    return JSON.parse(answer);
  };
  await paste('/v1/models');
  await paste('/v1/credits');
  await paste('/v1/text', { model: 'acme-text-nano', prompt: "It's ok".replace("'", '') });
  const { job_id } = await paste('/v1/jobs', { model: 'acme-text-nano', prompt: 'Hello' });
  await paste(`/v1/jobs/${job_id}`);
  await new Promise((resolve) => setTimeout(resolve, 60));
  await paste(`/v1/jobs/${job_id}`);
  const { run_id } = await paste('/v1/workflows', {
    blocks: [
      { name: 'a', type: 'write', inputs: { prompt: 'Say hello.' } },
      { name: 'b', type: 'draw', inputs: { prompt: { block: 'a', field: 'text' } } },
      { name: 'c', type: 'describe', inputs: { image: { block: 'b', field: 'image' } } },
    ],
  });
  await paste(`/v1/runs/${run_id}`);

  const { operations, server, key, withheld } = operationsShown(curlExchanges(commands.join('\n')));
  expect({ server, key, withheld }).toEqual({
    server: mock.url,
    key: mockKeys.API_KEY,
    withheld: ['header x-session'],
  });
  const { draft, lines } = await drafted(operations);
  expect(lines).toContain('header x-tenant: x-tenant: demo: every request carried it');
  expect(draft).toMatchObject({
    headers: { 'x-tenant': 'demo' },
    job: { id: '/job_id', state: '/state', result: '/result' },
    workflow: {
      runId: '/run_id',
      spelling: { reference: { kind: 'object', block: 'block', field: 'field' } },
    },
    run: { path: '/v1/runs/{id}' },
  });
  const text = sourceOf(draft, 'x.example', '../drive/target');
  expect(text).not.toContain(mockKeys.API_KEY);
  const file = testInfo.outputPath('target.ts');
  writeFileSync(file, text);
  expect(checkTarget(await loadTarget(file))).toEqual([]);
});

test('the target file contains no secrets or personal addresses from a pasted body', async () => {
  const sent = {
    prompt: 'Hi',
    api_key: 'k-1',
    auth: { password: 'pw-2' },
    callback_url: 'https://me.example/c-3',
    notify: 'me4@me.example',
  };
  const pasted = `curl https://a.example/v1/text -d '${JSON.stringify(sent)}'\n{"text": "Hello"}`;
  const { operations, withheld } = operationsShown(curlExchanges(pasted));
  const { draft } = await drafted(operations);
  expect(sourceOf(draft, 'x.example', '../drive/target')).not.toMatch(/k-1|pw-2|c-3|me4@/);
  expect(withheld).toEqual(['api_key', 'callback_url', 'notify', 'password'].map((name) => `member ${name}`));
});

test('a line with a name, inputs and outputs is a block type, and no other text is', () => {
  expect(typeFrom('draw: prompt=text -> image=image, seed=number')).toEqual({
    name: 'draw',
    inputs: { prompt: 'text' },
    outputs: { image: 'image', seed: 'number' },
  });
  const odd = { name: 'ai:tts/voice@2', inputs: {}, outputs: { 'out.put': 'text/plain' } };
  expect(typeFrom('ai:tts/voice@2:  -> out.put=text/plain')).toEqual(odd);
  expect(typeFrom('draw prompt')).toBeNull();
});

test('a settings file quotes a key without changing it', () => {
  expect(settingsFile('https://a.example', 'a"b#c', 't.ts')).toContain(`API_KEY='a"b#c'`);
  expect(settingsFile('https://a.example', 'ab#c', 't.ts')).toContain('API_KEY="ab#c"');
});

/** Runs `npm run init` in the folder of this test. */
const init = (testInfo: TestInfo, words: string[], key: string = mockKeys.API_KEY, more = {}) =>
  startInit(words, { API_KEY: key, ...more }, testInfo.outputPath());

test('a key that the target rejects is reported, and nothing is written', async ({}, testInfo) => {
  await using mock = await startMock();
  const words = [
    '--openapi',
    join(__dirname, '../inputs/services/bare.yaml'),
    '--yes',
    '--base-url',
    `${mock.url}/`,
  ];
  const rejected = await init(testInfo, words, `${mockKeys.API_KEY}x`);
  expect(rejected.stderr).toMatch(
    /^API_KEY is rejected \(GET .*\/v1\/credits: 401 .*\), so nothing is written: /,
  );
  expect(rejected.code).toBe(2);
  expect(existsSync(testInfo.outputPath('target.ts')) || existsSync(testInfo.outputPath('.env'))).toBe(false);
});

test('commands without responses are rejected', async ({}, testInfo) => {
  const command = `curl https://api.example/v1/text -d '{"prompt": "Hello"}'\n`;
  writeFileSync(testInfo.outputPath('commands.txt'), command.repeat(2));
  expect(await init(testInfo, ['--curl', 'commands.txt', '--yes'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('commands.txt: none of its 2 requests is followed by a success in JSON'),
  });
});

test('each command without a response is named', async ({}, testInfo) => {
  const commands = ['models', 'credits', 'text'].map((path) => `curl https://api.example/v1/${path}\n`);
  writeFileSync(testInfo.outputPath('commands.txt'), `${commands.join('')}{"text": "Hello"}\n`);
  const { stdout } = await init(testInfo, ['--curl', 'commands.txt', '--yes', '--no-doctor']);
  expect(stdout).toMatch(/GET \/v1\/models, GET \/v1\/credits: no successful JSON response/);
});

test('BASE_URL comes from the environment, then from the document, then from .env', async ({}, testInfo) => {
  writeFileSync(testInfo.outputPath('.env'), 'BASE_URL=https://saved.example/\n');
  writeFileSync(testInfo.outputPath('commands.txt'), 'curl $BASE_URL/v1/models\n{"models": []}\n');
  const document = ['--openapi', join(__dirname, '../inputs/services/enveloped.yaml')];
  for (const [name, place, env, more] of [
    ['saved', 'commands.txt', {}, ['--curl', 'commands.txt']],
    ['told', 'BASE_URL', { BASE_URL: 'https://told.example' }, document],
    ['eu.enveloped', document[1], {}, document],
  ] as const) {
    const words = ['--yes', '--no-doctor', '--target', `${name}.ts`, '--env', `.env.${name}`, ...more];
    const { stdout } = await init(testInfo, words, undefined, env);
    expect(stdout).toContain(`Target  https://${name}.example  (${place})\n`);
  }
});

test('no key is sent over plain http to another machine without --allow-http', async ({}, testInfo) => {
  const document = join(__dirname, '../inputs/services/bare.yaml');
  const words = ['--openapi', document, '--yes', '--base-url', 'http://nowhere.invalid'];
  const rejected = await init(testInfo, words);
  expect({ code: rejected.code, written: existsSync(testInfo.outputPath('.env')) }).toEqual({
    code: 2,
    written: false,
  });
  expect(rejected.stderr).toMatch(
    /^http:\/\/nowhere.invalid is plain http, .* by --allow-http or ALLOW_HTTP=yes\.$/m,
  );
  const allowed = await init(testInfo, [...words, '--allow-http']);
  expect(allowed.stdout).toContain('Target  http://nowhere.invalid  (BASE_URL of the environment)');
  const settings = {
    DOTENV_CONFIG_PATH: testInfo.outputPath('.env'),
    TARGET: testInfo.outputPath('target.ts'),
  };
  const doctor = await conformance('doctor', [], settings, testInfo.outputPath());
  expect(doctor.stderr).toMatch(/^BASE_URL is plain http/);
});

test('a document that cannot be reached is reported at once with the reason', async ({}, testInfo) => {
  const began = performance.now();
  const { code, stderr } = await init(testInfo, [
    '--openapi',
    'https://nowhere.invalid/openapi.json',
    '--yes',
  ]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^--openapi https:\/\/nowhere.invalid\/openapi.json: .*name/);
  expect(performance.now() - began).toBeLessThan(20_000);
});

test('the path of a relative server in a document is appended to --base-url', async ({}, testInfo) => {
  const text = readFileSync(join(__dirname, '../inputs/documents/relative.json'), 'utf8');
  writeFileSync(testInfo.outputPath('a.json'), text.replace('"/v1"', '"/api/v1"'));
  const words = ['--openapi', 'a.json', '--yes', '--no-doctor', '--base-url', 'https://svc.example.com:8443'];
  expect((await init(testInfo, words)).stdout).toContain(
    'Target  https://svc.example.com:8443/api  (--base-url)',
  );
});

test('a page instead of a document is rejected', async ({}, testInfo) => {
  const pages = [
    '<!DOCTYPE html>\n<html><body><div id="swagger-ui"></div></body></html>',
    '{"message": "no"}',
  ];
  for (const [index, page] of pages.entries()) {
    writeFileSync(testInfo.outputPath(`page${index}`), page);
    const { code, stderr } = await init(testInfo, ['--openapi', `page${index}`, '--yes']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`--openapi page${index} is no OpenAPI document`),
    });
  }
  const { stderr } = await init(testInfo, ['--openapi', 'nowhere.yaml', '--yes']);
  expect(stderr).toMatch(/^nowhere.yaml cannot be read: there is no such file/);
});

test('a document is read from an internal address, and an address without one is reported', async ({}, testInfo) => {
  const document = readFileSync(join(__dirname, '../inputs/services/bare.yaml'));
  await using server = await http(({ url }, response) => {
    response.writeHead(url === '/openapi.yaml' ? 200 : 404).end(url === '/openapi.yaml' ? document : '');
  })();
  const at = (path: string) => init(testInfo, ['--openapi', `${server.url}${path}`, '--no-doctor', '--yes']);
  const nothing = await at('/nothing.yaml');
  const found = await at('/openapi.yaml');
  expect(nothing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('/nothing.yaml: the server responded with 404'),
  });
  expect(found.stderr).toBe('');
  expect(found.stdout).toContain('Written');
});

test('the command writes two files, only one with the key, and never overwrites them', async ({}, testInfo) => {
  const words = ['--openapi', join(__dirname, '../inputs/services/bare.yaml'), '--no-doctor', '--yes'];
  const first = await init(testInfo, words);
  expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
  expect(first.stdout).toContain('Written target.ts, .env');
  const env = testInfo.outputPath('.env');
  expect(readFileSync(env, 'utf8')).toContain(`API_KEY="${mockKeys.API_KEY}"\nTARGET=target.ts\n`);
  expect(statSync(env).mode & 0o077).toBe(0);
  const before = readFileSync(testInfo.outputPath('target.ts'), 'utf8');
  expect(before).not.toContain(mockKeys.API_KEY);
  const again = await init(testInfo, words);
  expect(again).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('target.ts and .env exist, and are never'),
  });
  const beside = await init(testInfo, [...words, '--target', 'other.ts']);
  expect(beside).toMatchObject({ code: 2, stderr: expect.stringContaining('.env exists, and is never') });
  expect(existsSync(testInfo.outputPath('other.ts'))).toBe(false);
});
