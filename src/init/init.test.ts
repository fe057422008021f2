import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type TestInfo, test } from '@playwright/test';
import { init } from '../../proof/helpers/process';
import { loadTarget } from '../drive/target-file/load-target';
import type { RequestSpec } from '../drive/target-file/target';

/** Writes a target file from a document or from commands, and reads it. */
async function written(testInfo: TestInfo, option: 'openapi' | 'curl', content: string, more: string[] = []) {
  const folder = testInfo.outputPath();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'source'), content);
  const { code, stdout, stderr } = await init([`--${option}`, 'source', '--no-doctor', ...more], {}, folder);
  if (code !== 0) return { stderr, stdout };
  const file = join(folder, 'target.ts');
  const { text, ...target } = await loadTarget(file);
  return {
    address: /^BASE_URL=(.*)$/m.exec(readFileSync(join(folder, '.env'), 'utf8'))?.[1],
    key: /^API_KEY="(.*)"$/m.exec(readFileSync(join(folder, '.env'), 'utf8'))?.[1],
    prompt: text?.({ model: 'm', prompt: 'p' }),
    messages: text?.({ model: 'm', messages: [] }),
    target,
    file: readFileSync(file, 'utf8'),
    stdout,
    stderr,
  };
}

const post = (path: string, body: object): RequestSpec => ({ method: 'POST', path, body });
const plain = { model: 'm', prompt: 'p' };

/** An operation whose body has this schema. */
const posting = (schema: object, more: object = {}) => ({
  post: { requestBody: { content: { 'application/json': { schema } } }, responses: {}, ...more },
});
const svc = [{ url: 'https://svc.example.com' }];
const models = { get: { responses: {} } };

/** A document with a text request whose body has this schema, and more fields of document and operation. */
const documentOf = (schema: object, more: object = {}, operation: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    servers: svc,
    paths: { '/v1/models': models, '/v1/text': posting(schema, operation) },
    ...more,
  });
const taking = (prompt: object, more: object = {}) => ({
  type: 'object',
  properties: { prompt, model: { type: 'string' }, ...more },
});
const text = { type: 'string' };
const schema = taking(text);
const inSchemas = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answering = (schema: object) => ({ 200: { content: { 'application/json': { schema } } } });
const named = {
  type: 'array',
  items: { properties: { type: text, name: text, parameters: { type: 'object' } } },
};
const levels = Array.from({ length: 8 }, (_, index) => index);

/** Documents, and the request with a prompt that is written, if it is not the usual one. */
const documents: Record<string, [document: string, path?: string, body?: object]> = {
  'OpenAPI 3.2': [documentOf(schema, { openapi: '3.2.0' })],
  'a schema that contains itself': [
    documentOf(inSchemas('Text'), {
      components: { schemas: { Text: taking(text, { next: inSchemas('Text') }) } },
    }),
  ],
  'alternatives of the prompt': [documentOf(taking({ anyOf: [text, { type: 'array' }, { type: 'null' }] }))],
  'a list of tools': [documentOf(taking(text, { tools: named }))],
  'an example with a schema in it': [
    documentOf({ ...schema, example: { prompt: 'Hi', format: { properties: { name: text } } } }),
  ],
  '$ref in an extension and an example': [
    documentOf({
      ...schema,
      'x-lib': { $ref: 'a.text' },
      example: { prompt: 'Hi', with: { $ref: 'a.text' } },
    }),
  ],
  'alternatives that differ in what they require': [
    documentOf({
      oneOf: [
        { ...schema, required: ['prompt'] },
        { properties: { inputs: text }, required: ['inputs'] },
      ],
    }),
  ],
  'parameters in path and query': [
    documentOf(schema, {
      paths: {
        '/v1/{deployment}/text': posting(schema, {
          parameters: [
            { name: 'api-version', in: 'query', required: true, schema: { default: '2024-06-01' } },
            { name: 'deployment', in: 'path', required: true, example: 'd 1' },
          ],
        }),
      },
    }),
    '/v1/d%201/text?api-version=2024-06-01',
  ],
  'a required field that has a default': [
    documentOf({
      ...taking(text, { mode: { enum: ['fast', 'slow'] }, id: { readOnly: true } }),
      required: ['mode', 'id'],
    }),
    '/v1/text',
    { ...plain, mode: 'fast' },
  ],
  'a request for an image, and one for a text below it': [
    documentOf(schema, { paths: { '/v1/images': posting(schema), '/v1/chat': posting(schema) } }),
    '/v1/chat',
  ],
  'eight levels of eight fields each': [
    documentOf(taking(text, { options: inSchemas('s0') }), {
      components: {
        schemas: Object.fromEntries(
          levels.map((level) => [
            `s${level}`,
            {
              required: ['f0'],
              properties: Object.fromEntries(
                levels.map((field) => [`f${field}`, level < 7 ? inSchemas(`s${level + 1}`) : text]),
              ),
            },
          ]),
        ),
      },
    }),
  ],
  'YAML with merge keys': [
    `openapi: 3.1.0
servers: [{ url: https://svc.example.com }]
x-body: &body { type: object, properties: { prompt: { type: string } } }
x-a: &a { requestBody: { content: { application/json: { schema: { <<: *body, title: T } } } } }
x-b: &b { <<: *a, responses: {} }
paths: { /v1/text: { post: { <<: [*b], summary: S } } }`,
  ],
};
for (const [what, [document, path = '/v1/text', body = plain]] of Object.entries(documents))
  test(`a document with ${what} is turned into the request that it describes`, async ({}, testInfo) => {
    const { address, prompt, target, stderr } = await written(testInfo, 'openapi', document);
    expect(stderr ?? '').toBe('');
    expect({ address, prompt }).toEqual({ address: 'https://svc.example.com', prompt: post(path, body) });
    expect(target?.workflow).toBeUndefined();
  });

for (const [what, prompt] of [
  ['an object', { type: 'object', properties: { id: text } }],
  ['a number', { type: 'number' }],
  ['one of several words', { ...text, enum: ['none', 'login'] }],
] as const)
  test(`a field "prompt" that is ${what} makes no text request`, async ({}, testInfo) => {
    const { stderr } = await written(testInfo, 'openapi', documentOf(taking(prompt)));
    expect(stderr).toContain('Nothing describes a part');
  });

test('invalid members of schemas and operations are ignored', async ({}, testInfo) => {
  const odd = [null, true, 3, 'text', [], [null], [true], {}, { a: null }];
  const keywords = [
    'type',
    'properties',
    'required',
    'items',
    'allOf',
    'oneOf',
    'enum',
    'examples',
    'discriminator',
  ];
  const members = ['parameters', 'responses', 'servers', 'tags', 'requestBody'];
  const schemas = keywords.flatMap((name) => odd.map((value) => ({ [name]: value })));
  const operations = members.flatMap((name) => odd.map((value) => ({ post: { [name]: value }, get: value })));
  const properties = Object.fromEntries(schemas.map((each, index) => [`p${index}`, each]));
  const paths = Object.fromEntries(operations.map((each, index) => [`/v1/p${index}`, each]));
  const document = documentOf(taking(text, properties), {
    paths: {
      ...paths,
      '/v1/text': posting(taking(text, properties)),
      '/v1/models': { get: { responses: answering(taking(text, properties)) } },
    },
  });
  const { prompt } = await written(testInfo, 'openapi', document);
  expect(prompt).toEqual(post('/v1/text', plain));
});

/** Alternatives of a body by prompt and by messages, with a field that names them. */
const alternatives = ['ByPrompt', 'ByMessages'].map(inSchemas);
const kinds = (prompt: object = {}, chat: object = {}) => ({
  components: {
    schemas: {
      ByPrompt: { ...taking(text, { kind: { type: 'string', ...prompt } }), required: ['kind'] },
      ByMessages: {
        required: ['kind', 'messages'],
        properties: { messages: { type: 'array' }, model: text, kind: { type: 'string', ...chat } },
      },
    },
  },
});
const mapping = { prompt: '#/components/schemas/ByPrompt', chat: '#/components/schemas/ByMessages' };
const mapped = { oneOf: alternatives, discriminator: { propertyName: 'kind', mapping } };
for (const [what, schema, more, [prompt, chat]] of [
  ['a mapping', mapped, kinds(), ['prompt', 'chat']],
  [
    'the names of the schemas',
    { anyOf: alternatives, discriminator: { propertyName: 'kind' } },
    kinds(),
    ['ByPrompt', 'ByMessages'],
  ],
  [
    'words without a discriminator',
    { oneOf: alternatives },
    kinds({ const: 'prompt' }, { enum: ['chat'] }),
    ['prompt', 'chat'],
  ],
  [
    'a mapping deeper in the body',
    { required: ['input'], properties: { input: mapped } },
    kinds(),
    ['prompt', 'chat'],
  ],
] as const)
  test(`prompts and messages each get the value of their alternative, by ${what}`, async ({}, testInfo) => {
    const requests = await written(testInfo, 'openapi', documentOf(schema, more));
    const sent = (fields: object) => post('/v1/text', 'properties' in schema ? { input: fields } : fields);
    expect(requests.prompt).toEqual(sent({ ...plain, kind: prompt }));
    expect(requests.messages).toEqual(sent({ model: 'm', messages: [], kind: chat }));
  });

test('a value that is required and not shown is named, and its part is a comment', async ({}, testInfo) => {
  const parameters = [{ name: 'version', in: 'query', required: true }];
  const models = {
    get: { responses: answering({ properties: { list: { items: { properties: { id: text } } } } }) },
  };
  const body = { ...taking(text, { tenant: text }), required: ['tenant'] };
  const paths = { '/v1/models': models, '/v1/text': posting(body, { parameters }) };
  const { file, stdout, prompt, target } = await written(testInfo, 'openapi', documentOf(body, { paths }));
  expect({ prompt, ...target }).toEqual({ prompt: undefined, models: '/list' });
  expect(file).toContain('  // Fill in tenant, version:\n  // text: (fields) => ({\n');
  expect(stdout).toContain('text: a comment, since the value of tenant, version is not shown');
});

const noDefault = 'servers: the variable "region" has no default, so the address is not known';
for (const [what, more, given, address, remark] of [
  ['a path', { servers: [{ url: '/api' }] }, 'https://given.example', 'https://given.example/api'],
  [
    'variables',
    {
      servers: [
        {
          url: '{a}://{my-host}/api',
          variables: { a: { default: 'https' }, 'my-host': { enum: ['x.example'] } },
        },
      ],
    },
    '',
    'https://x.example/api',
  ],
  [
    'a variable without a default',
    { servers: [{ url: 'https://{region}.example.com/api' }] },
    'https://given.example',
    'https://given.example/api',
    noDefault,
  ],
  [
    'an empty variable',
    { servers: [{ url: 'https://{region}.example.com', variables: { region: { default: '' } } }] },
    '',
    undefined,
  ],
  ['no server', { servers: [] }, '', undefined],
  [
    'a server for each path',
    { servers: [], paths: { '/text': { ...posting(schema), servers: [{ url: 'https://y.example/v1' }] } } },
    '',
    'https://y.example',
  ],
  [
    'a reference to nothing',
    {
      paths: {
        '/v1/text': posting(schema),
        '/v1/models': { get: { responses: answering(inSchemas('Gone')) } },
      },
    },
    '',
    'https://svc.example.com',
    '$ref #/components/schemas/Gone: cannot be resolved, so it is ignored',
  ],
  [
    'an operation elsewhere',
    {
      paths: {
        '/v1/text': posting(schema),
        '/v1/chat': { ...posting(schema), servers: [{ url: 'https://other.example' }] },
      },
    },
    '',
    'https://svc.example.com',
    'operations at https://other.example: left out, since the target is https://svc.example.com',
  ],
] as [string, object, string, string | undefined, string?][])
  test(`the address is read from a document with ${what}`, async ({}, testInfo) => {
    const base = given === '' ? [] : ['--base-url', given];
    const found = await written(testInfo, 'openapi', documentOf(schema, more), base);
    if (address === undefined) expect(found.stderr).toContain('Where is the target? Give --base-url');
    else expect(found).toMatchObject({ address, prompt: post('/v1/text', plain) });
    if (remark !== undefined) expect(found.stdout).toContain(remark);
  });

for (const [what, document, told] of [
  [
    'a syntax error',
    'openapi: 3.1.0\npaths:\n  /v1/text: { summary: Write: a text',
    '--openapi source, line 3: ',
  ],
  [
    'a duplicate key',
    'openapi: 3.1.0\npaths: {}\npaths: {}',
    '--openapi source, line 3: a key occurs twice: correct it.',
  ],
  [
    'Swagger 2',
    'swagger: "2.0"\npaths: {}',
    '--openapi source is Swagger 2.0, which is not read: convert it',
  ],
  ['OpenAPI 4', 'openapi: 4.0.0\npaths: {}', '--openapi source is OpenAPI 4.0.0, which is not read'],
  ['no paths', 'openapi: 3.1.0', '--openapi source describes no paths'],
  [
    'an anchor inside itself',
    'openapi: 3.1.0\npaths: &a\n  x: *a',
    '--openapi source: an anchor contains itself',
  ],
  [
    'an anchor that merges itself',
    'openapi: 3.1.0\npaths: &a\n  <<: *a',
    '--openapi source: an anchor contains itself',
  ],
] as const)
  test(`a document with ${what} is rejected with the reason`, async ({}, testInfo) => {
    const { stderr } = await written(testInfo, 'openapi', document);
    expect(stderr?.trim().split('\n')).toEqual([expect.stringContaining(told)]);
  });

const url = 'https://a.example/v1/text';
const body = `{"prompt": "it's"}`;
/** Commands that send a prompt to this address with the key sk-1, as their users write them. */
const commands: Record<string, string> = {
  'flags and values in one word': `-sSXPOST ${url} -H"Authorization: Bearer sk-1" -d'{"prompt": "Hi"}'`,
  'options before the address': `-w "%{http_code}\\n" --cacert <(cat ca.pem) --max-time 2.5 -x proxy.example:3128 -o a.json ${url} --json '{"prompt": "Hi"}' --oauth2-bearer sk-1`,
  'JSON in pieces, and a pipe': `--json '{"prompt":' --json '"Hi"}' --oauth2-bearer sk-1 ${url}| jq .`,
  'a here-document': `${url} --oauth2-bearer sk-1 -d @- <<'EOF'\n${body}\nEOF`,
  'a here-document in an argument': `${url} --oauth2-bearer sk-1 -d "$(cat <<EOF\n${body}\nEOF\n)"`,
  'a here-string': `${url} --oauth2-bearer sk-1 -d @- <<< '{"prompt": "Hi"}'`,
  'escapes in $ quotes': `${url} --oauth2-bearer sk-1 -d $'{"prompt": "it\\'s \\\\r"}'`,
  'prompts on continued lines': `\\\n> ${url} \\\n> --oauth2-bearer sk-1 -d '{"prompt": "Hi"}'`,
  'a variable': `"$BASE_URL/v1/text" --oauth2-bearer sk-1 -d '{"prompt": "Hi"}'; echo -X PUT`,
};
const printed = [
  'HTTP/1.1 200 OK\r\nserver: a\r\n\r\n{"text": "Hello"}',
  '{\n  "text": "Hello"\n}\n$ ',
  '```\n\n```json\n{"text": "Hello"}\n```\nMore.',
];
for (const [index, [what, command]] of Object.entries(commands).entries())
  test(`a command with ${what} is read as curl reads it`, async ({}, testInfo) => {
    const pasted = `See curl and\ncurl is a program.\nann@host:~$ curl ${command}\n${printed[index % printed.length]}`;
    const base = command.includes('$BASE') ? ['--base-url', 'https://a.example'] : [];
    expect(await written(testInfo, 'curl', pasted, base)).toMatchObject({
      address: 'https://a.example',
      key: 'sk-1',
      prompt: post('/v1/text', plain),
    });
  });

for (const [command, why] of [
  ['curl $HOST/v1/models', '$HOST/v1/models goes nowhere: write the address out.'],
  ['curl https://$HOST/v1/models', 'https://$HOST/v1/models goes nowhere: write the address out.'],
  ['curl --no-such https://a.example/v1/models', 'curl --no-such is not read: delete it'],
] as const)
  test(`a command that cannot be read is reported with its line: ${command}`, async ({}, testInfo) => {
    const { stderr } = await written(testInfo, 'curl', `# models\n\n${command}\n{}`);
    expect(stderr).toContain(`source, line 3: ${why}`);
  });

/** A command with its response. */
const pasted = (path: string, body: object, answer: object = { text: 'Hello' }) =>
  `curl 'https://a.example${path}' -d '${JSON.stringify(body)}'\n${JSON.stringify(answer)}\n`;

for (const [what, commands, prompt, messages = {}] of [
  [
    'a query',
    pasted('/v1/text?a=1&a=2&b=eu%20west%2F1&c=', { prompt: 'Hi' }),
    post('/v1/text?a=1&a=2&b=eu%20west%2F1&c=', plain),
  ],
  [
    'a prompt and messages at one address',
    pasted('/v1/text', { kind: 'p', prompt: 'Hi' }) +
      pasted('/v1/text', { kind: 'c', messages: [{ role: 'user', content: 'Hi' }] }),
    post('/v1/text', { ...plain, kind: 'p' }),
    post('/v1/text', { model: 'm', messages: [], kind: 'c' }),
  ],
  [
    'a model beside the input',
    pasted('/v1/text', { model: 'a', input: { prompt: 'Hi' }, n: 1 }),
    post('/v1/text', { model: 'm', input: { prompt: 'p' }, n: 1 }),
  ],
  [
    'a model in another field',
    pasted('/v1/text', { prompt: 'Hi', config: { model: 'a' } }),
    post('/v1/text', { prompt: 'p', config: { model: 'm' } }),
  ],
] as const)
  test(`a text request is sent as its commands show it: ${what}`, async ({}, testInfo) => {
    expect(await written(testInfo, 'curl', commands)).toMatchObject({ prompt, messages });
  });

const steps = (prompt: unknown, inputs = 'with') => ({
  steps: [
    { id: 'a', type: 'write', [inputs]: { prompt: 'Hi' } },
    { id: 'b', type: 'draw', [inputs]: { prompt } },
  ],
});
const byName = { a: { uses: 'write', in: { prompt: 'Hi' } }, b: { uses: 'draw', in: { prompt: 'a#text' } } };
for (const [what, body, sent = body] of [
  ['an object', steps({ step: 'a', output: 'text' })],
  ['an object in an object', steps({ from: { block: 'a', output: 'text' } })],
  ['an object around a text', steps({ $ref: 'a.text' }, 'in')],
  ['{{block.field}}', steps('{{a.text}}')],
  ['$node["block"].json["field"]', steps('$node["a"].json["text"]')],
  ['a reference in a sentence', steps('Draw this: {{a.text}}, please.'), steps('{{a.text}}')],
  ['a list as the body', steps('@a.text').steps],
  ['blocks by their names', { run: { blocks: byName } }],
] as [what: string, body: object, sent?: object][])
  test(`a workflow and the lookup of its run are sent as their commands show them: ${what}`, async ({}, testInfo) => {
    const lookup = 'curl "https://a.example/v1/state?view=full&run=run_1"\n{"run_id": "run_1"}';
    const commands = pasted('/v1/flows', body, { run_id: 'run_1' }) + lookup;
    const { target } = await written(testInfo, 'curl', commands);
    const request = target?.workflow?.submit([
      { name: 'a', type: 'write', inputs: { prompt: { literal: 'Hi' } } },
      { name: 'b', type: 'draw', inputs: { prompt: { block: 'a', field: 'text' } } },
    ]);
    expect(request).toEqual(post('/v1/flows', sent));
    const run = target?.run?.('run 2', { status: 200, headers: {}, body: {} });
    expect(run).toEqual({ path: '/v1/state?view=full&run=run%202' });
  });

test('blocks that do not read each other make no workflow', async ({}, testInfo) => {
  const nodes = [{ id: 'a', type: 'write', data: { prompt: 'Hi' } }];
  const { stdout } = await written(testInfo, 'curl', pasted('/v1/flows', { nodes }, { run_id: 'run_1' }));
  expect(stdout).toContain('workflow: not found, so it is a comment');
});

for (const [row, key] of ['$API_KEY', '<key>', '{{key}}', 'YOUR_API_KEY', 'sk-...', '****'].entries())
  test(`a placeholder is not taken for a key (${row}: ${key})`, async ({}, testInfo) => {
    const command = `curl ${url} -d '{"prompt": "Hi"}' -H 'Authorization: Bearer ${key}'\n{}`;
    expect(await written(testInfo, 'curl', command)).toMatchObject({
      address: 'https://a.example',
      key: undefined,
    });
  });

test('a file contains no secrets or personal addresses of a command', async ({}, testInfo) => {
  const sent = {
    prompt: 'Hi',
    api_key: 'k-1',
    auth: { password: 'pw-2' },
    callback_url: 'https://me.example/c-3',
    notify: 'me4@me.example',
  };
  const command =
    pasted('/v1/text?api_key=sk-123456789', sent) + pasted('/v1/jobs?in=$REGION', plain, { job_id: 'j1' });
  const { file, stdout } = await written(testInfo, 'curl', command);
  expect(file).not.toMatch(/k-1|pw-2|c-3|me4@|sk-123/);
  expect(file).toContain('// Fill in REGION:\n  // job: {');
  for (const name of [
    'query parameter api_key',
    'member api_key',
    'member callback_url',
    'member notify',
    'member password',
  ])
    expect(stdout).toContain(`${name}: left out`);
});
