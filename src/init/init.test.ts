import { expect, test } from '@playwright/test';
import {
  components,
  inSchemas,
  listed,
  models,
  plain,
  post,
  schema,
  sends,
  svc,
  taking,
  textPath,
  written,
  yaml,
} from '../../proof/helpers/init-document';

const tools = '{ type: array, items: { properties: { type: {}, name: {}, parameters: { type: object } } } }';
const levels = [0, 1, 2, 3, 4, 5, 6, 7];
const level = (at: number) => levels.map((field) => `f${field}: ${inSchemas(`s${at + 1}`)}`).join(', ');

const withQuery = (parameter: string) =>
  yaml(textPath(schema, `parameters: [{ name: q, in: query, required: true, ${parameter} }]`));
const tenant = 'tenant: { type: string, default: acme }';

/** Documents, and the request with a prompt that is written, if it is not the usual one. */
const documents: Record<string, [document: string, path?: string, body?: object]> = {
  'a schema that contains itself': [
    yaml(textPath(inSchemas('T')), components(`T: ${taking('{ type: string }', `next: ${inSchemas('T')}`)}`)),
  ],
  'eight levels of eight fields each': [
    yaml(
      `${textPath(taking('{ type: string }', `o: ${inSchemas('s0')}`))}\n  ${models(inSchemas('s0'))}`,
      components(...levels.map((at) => `s${at}: { required: [f0], properties: { ${level(at)} } }`)),
    ),
  ],
  'alternatives of the prompt': [yaml(textPath(taking('{ anyOf: [{ type: string }, { type: array }] }')))],
  'a list of tools': [yaml(textPath(taking('{ type: string }', `tools: ${tools}`)))],
  '$ref in an extension and an example': [
    yaml(
      textPath(
        `{ allOf: [${schema}], x-a: { $ref: a.text }, example: { prompt: Hi, with: { $ref: a.text } } }`,
      ),
    ),
  ],
  'alternatives that differ in what they require': [
    yaml(textPath(`{ oneOf: [{ properties: { inputs: {} }, required: [inputs] }, ${schema}] }`)),
  ],
  'parameters in path and query': [
    yaml(`/v1/{name}/text:
    parameters: [{ name: name, in: path, required: true, example: d 1 }]
    post:
      parameters: [{ name: v, in: query, required: true, schema: { default: '1' } }]
      ${sends(schema)}`),
    '/v1/d%201/text?v=1',
  ],
  'a required field that is one of several words': [
    yaml(
      textPath(
        `{ allOf: [${schema}], required: [mode, id], properties: { mode: { enum: [a, b] }, id: { readOnly: true } } }`,
      ),
    ),
    '/v1/text',
    { ...plain, mode: 'a' },
  ],
  'a request for an image, and one for a text below it': [
    yaml(`/v1/images: { post: { ${sends(schema)} } }\n  /v1/chat: { post: { ${sends(schema)} } }`),
    '/v1/chat',
  ],
  'any media type': [yaml(`/v1/text: { post: { ${sends(schema, '*/*')} } }`)],
  'any media type of applications': [yaml(`/v1/text: { post: { ${sends(schema, 'application/*')} } }`)],
  'required beside a $ref': [
    yaml(
      textPath(`{ required: [tenant], ${inSchemas('T').slice(1)}`),
      components(`T: ${taking('{ type: string }', tenant)}`),
    ),
    '/v1/text',
    { ...plain, tenant: 'acme' },
  ],
  'properties beside a $ref to a $ref': [
    yaml(
      textPath(`{ properties: { ${tenant} }, required: [tenant], ${inSchemas('A').slice(1)}`),
      components(`A: ${inSchemas('T')}`, `T: ${taking('{ type: string }', 'tenant: { minLength: 2 }')}`),
    ),
    '/v1/text',
    { ...plain, tenant: 'acme' },
  ],
  'keywords beside a $ref in OpenAPI 3.0, which ignores them': [
    yaml(
      textPath(`{ required: [tenant], ${inSchemas('T').slice(1)}`),
      components(`T: ${taking('{ type: string }', tenant)}`),
    ).replace('3.2.0', '3.0.3'),
  ],
  'an $anchor and an $id': [
    yaml(
      textPath("{ $ref: '#body' }"),
      components(
        `A: { $anchor: body, required: [tenant], ${taking('{ type: string }', "tenant: { $ref: 'https://a.example/tenant' }").slice(1)}`,
        "B: { $id: 'https://a.example/tenant', const: acme }",
      ),
    ),
    '/v1/text',
    { ...plain, tenant: 'acme' },
  ],
  'a list in the query': [withQuery('schema: { default: [a, b c] }'), '/v1/text?q=a&q=b%20c'],
  'a list in the query, in one value': [
    withQuery("explode: false, example: [a, 'b,c']"),
    '/v1/text?q=a,b%2Cc',
  ],
  'a list in the query, with bars': [
    withQuery('style: pipeDelimited, explode: false, example: [a, b]'),
    '/v1/text?q=a%7Cb',
  ],
  'an object in the query': [withQuery('example: { a: 1, b: x }'), '/v1/text?a=1&b=x'],
  'an object in the query, in one value': [
    withQuery('explode: false, example: { a: 1, b: x }'),
    '/v1/text?q=a,1,b,x',
  ],
  'a deep object in the query': [withQuery('style: deepObject, example: { a: 1 }'), '/v1/text?q%5Ba%5D=1'],
  'JSON in the query': [
    withQuery('content: { application/json: { example: { a: [1] } } }'),
    '/v1/text?q=%7B%22a%22%3A%5B1%5D%7D',
  ],
  'a parameter of an operation that overrides the one of its path': [
    yaml(
      `/v1/text: { parameters: [{ name: q, in: query, required: true }], post: { ${sends(schema)}, parameters: [{ name: q, in: query, required: true, example: a }] } }`,
    ),
    '/v1/text?q=a',
  ],
  'long numbers that are kept': [
    yaml(textPath(taking('{ type: string }', 'n: { default: 1.50, maximum: 9223372036854775807 }'))),
  ],
  'merge keys': [
    yaml(
      '/v1/text: { post: { <<: [*b], summary: S } }',
      `${svc}\nx-body: &body ${schema}\nx-a: &a { ${sends('{ <<: *body, title: T }')} }\nx-b: &b { <<: *a, responses: {} }`,
    ),
  ],
};
for (const [what, [document, path = '/v1/text', body = plain]] of Object.entries(documents))
  test(`a document with ${what} is turned into the request that it describes`, async ({}, testInfo) => {
    const { address, prompt, target, stderr } = await written(testInfo, document);
    expect(stderr ?? '').toBe('');
    expect({ address, prompt }).toEqual({ address: 'https://svc.example.com', prompt: post(path, body) });
    expect(target?.workflow).toBeUndefined();
  });

for (const prompt of ['{ type: object, properties: {} }', '{ type: number }', '{ enum: [none, login] }'])
  test(`a field "prompt" makes no text request if it is ${prompt}`, async ({}, testInfo) => {
    const { stderr } = await written(testInfo, yaml(textPath(taking(prompt))));
    expect(stderr).toContain('Nothing describes a part');
  });

test('invalid members of schemas and operations are ignored', async ({}, testInfo) => {
  const odd = ['null', 'true', '3', 'text', '[]', '[null]', '[true]', '{}', '{ a: null }', '{ $ref: 3 }'];
  const each = (names: string) => names.split(' ').flatMap((name) => odd.map((value) => [name, value]));
  const keywords = each('type properties required items allOf oneOf anyOf enum examples discriminator $ref');
  const properties = keywords.map(([name, value], index) => `p${index}: { ${name}: ${value} }`).join(', ');
  const members = each('parameters responses servers tags requestBody');
  const paths = members.map(
    ([name, value], at) => `/v1/p${at}: { post: { ${name}: ${value} }, get: ${value} }`,
  );
  const whole = taking('{ type: string }', properties);
  const document = yaml([models(whole), textPath(whole), ...paths].join('\n  '));
  expect(await written(testInfo, document)).toMatchObject({ prompt: post('/v1/text', plain) });
});

const mapping = "mapping: { p: '#/components/schemas/P', c: C }";
for (const [what, schema, words] of [
  [
    'a mapping',
    `{ required: [input], properties: { input: { discriminator: { propertyName: kind, ${mapping} }, oneOf: [${inSchemas('P')}, ${inSchemas('C')}] } } }`,
    ['p', 'c'],
  ],
  [
    'the names of the schemas',
    `{ discriminator: { propertyName: kind }, anyOf: [${inSchemas('P')}, ${inSchemas('C')}] }`,
    ['P', 'C'],
  ],
  ['words in the schemas', `{ oneOf: [${inSchemas('P')}, ${inSchemas('C')}] }`, ['prompt', 'chat']],
] as const)
  test(`prompts and messages each get the value of their alternative, by ${what}`, async ({}, testInfo) => {
    const fields = 'model: {}, messages: { type: array }, kind: { enum: [chat] }';
    const schemas = [
      `P: { allOf: [${taking('{ type: string }', 'kind: { const: prompt }')}], required: [kind] }`,
      `C: { required: [kind, messages], properties: { ${fields} } }`,
    ];
    const requests = await written(testInfo, yaml(textPath(schema), components(...schemas)));
    const sent = (body: object) => post('/v1/text', schema.includes('input:') ? { input: body } : body);
    expect(requests.prompt).toEqual(sent({ ...plain, kind: words[0] }));
    expect(requests.messages).toEqual(sent({ model: 'm', messages: [], kind: words[1] }));
  });

test('a value that is required and not shown is named, and its part is a comment', async ({}, testInfo) => {
  const body = `{ allOf: [${schema}], required: ["ten\\nant", constructor] }`;
  const list = models(listed);
  const document = yaml(
    `${textPath(body, 'parameters: [{ name: v, in: query, required: true }]')}\n  ${list}`,
  );
  const { file, stdout, prompt, target } = await written(testInfo, document);
  expect({ prompt, ...target }).toEqual({ prompt: undefined, models: '/list' });
  expect(file).toContain('  // Fill in ten ant, constructor, v:\n  // text: (fields) => ({\n');
  expect(stdout).toContain('text: a comment until you fill in ten');
});

const unknownAt = (server: string, why: string) => `servers: ${server} ${why}, so the address is not known`;
const noDefault = 'servers: the variable "region" has no default, so the address is not known';
const variables = '{ a: { default: https }, my-host: { enum: [x.example] } }';
for (const [what, servers, given, address, remark = ''] of [
  ['a path', 'servers: [{ url: /api }]', 'https://given.example', 'https://given.example/api'],
  [
    'variables',
    `servers: [{ url: '{a}://{my-host}/api', variables: ${variables} }]`,
    '',
    'https://x.example/api',
  ],
  [
    'a variable without a default',
    "servers: [{ url: 'https://{region}.example.com/api' }]",
    'https://given.example',
    'https://given.example/api',
    noDefault,
  ],
  [
    'an empty variable',
    "servers: [{ url: 'https://{region}.example.com', variables: { region: { default: '' } } }]",
    '',
    undefined,
  ],
  ['no server', 'servers: []', '', undefined],
  [
    'a server of //host',
    'servers: [{ url: //svc.example.com/api }]',
    'https://given.example',
    'https://given.example/api',
    unknownAt('//svc.example.com/api', 'has no scheme'),
  ],
  [
    'a server without a scheme',
    "servers: [{ url: 'svc.example.com:8443/api' }]",
    'https://given.example',
    'https://given.example/api',
    unknownAt('svc.example.com:8443/api', 'has no scheme'),
  ],
  [
    'a server of another scheme',
    "servers: [{ url: 'wss://svc.example.com/api' }]",
    'https://given.example',
    'https://given.example/api',
    unknownAt('wss://svc.example.com/api', 'is no http address'),
  ],
  ['a server without a scheme, and no other address', 'servers: [{ url: svc.example.com }]', '', undefined],
  [
    'a path that looks like a name',
    'servers: [{ url: v1.0/api }]',
    'https://given.example',
    'https://given.example/v1.0/api',
  ],
] as const)
  test(`the address is read from a document with ${what}`, async ({}, testInfo) => {
    const base = given === '' ? [] : ['--base-url', given];
    const document = yaml(`${textPath(schema)}\n  ${models('{}')}`, servers);
    const found = await written(testInfo, document, base);
    if (address === undefined) expect(found.stderr).toContain('Where is the target? Give --base-url');
    else expect(found).toMatchObject({ address, prompt: post('/v1/text', plain) });
    expect(found.stdout).toContain(remark);
  });

for (const [what, paths, remark] of [
  [
    'a server for a path',
    `/text: { servers: [{ url: https://svc.example.com/v1 }], post: { ${sends(schema)} } }`,
  ],
  [
    'a reference to nothing',
    `${textPath(schema)}\n  ${models(inSchemas('Gone'))}`,
    '$ref #/components/schemas/Gone: cannot be resolved, so it is ignored',
  ],
  [
    'an operation elsewhere',
    `${textPath(schema)}\n  /v1/chat: { servers: [{ url: https://b.example }], post: { ${sends(schema)} } }`,
    'operations at https://b.example: left out, since the target is https://svc.example.com',
  ],
] as const)
  test(`a document with ${what} is read as far as it goes`, async ({}, testInfo) => {
    const found = await written(testInfo, yaml(paths));
    expect(found).toMatchObject({ address: 'https://svc.example.com', prompt: post('/v1/text', plain) });
    expect(found.stdout).toContain(remark ?? '');
  });

for (const [document, reason] of [
  ['openapi: 3.1.0\npaths:\n  /v1/text: { summary: Write: a text', ', line 3: '],
  ['openapi: 3.1.0\npaths: {}\npaths: {}', ', line 3: a key occurs twice: correct it.'],
  ['swagger: "2.0"\npaths: {}', ' is Swagger 2.0, which is not read: convert it'],
  ['openapi: 4.0.0\npaths: {}', ' is OpenAPI 4.0.0, which is not read'],
  ['<!DOCTYPE html>\n<html><body></body></html>', ' is no OpenAPI document'],
  ['openapi: 3.1.0', ' describes no paths'],
  ['openapi: 3.1.0\npaths: &a\n  x: *a', ': an anchor contains itself'],
  ['openapi: 3.1.0\npaths: &a\n  <<: *a', ': an anchor contains itself, as only a $ref can: correct it.'],
] as const)
  test(`a document is rejected with the reason: --openapi source${reason}`, async ({}, testInfo) => {
    const { stderr } = await written(testInfo, document);
    expect(stderr?.trim().split('\n')).toEqual([expect.stringContaining(`--openapi source${reason}`)]);
  });

/** A POST with this body as its example, and its response. */
const shown = (path: string, bodies: unknown[], answer: object = {}) => {
  const examples = Object.fromEntries(bodies.map((value, index) => [`e${index}`, { value }]));
  const json = (media: object) => ({ content: { 'application/json': media } });
  const operation = { requestBody: json({ examples }), responses: { 200: json({ example: answer }) } };
  return `${path}: ${JSON.stringify({ post: operation })}`;
};

const hi = [{ role: 'user', content: 'Hi' }];
for (const [bodies, prompt, messages] of [
  [
    [
      { kind: 'p', prompt: 'Hi' },
      { kind: 'c', messages: hi },
    ],
    { ...plain, kind: 'p' },
    { model: 'm', messages: [], kind: 'c' },
  ],
  [[{ model: 'a', input: { prompt: 'Hi' }, n: 1 }], { model: 'm', input: { prompt: 'p' }, n: 1 }],
  [[{ prompt: 'Hi', config: { model: 'a' } }], { prompt: 'p', config: { model: 'm' } }],
] as [object[], object, object?][])
  test(`a text request is sent as its examples show it: ${JSON.stringify(bodies)}`, async ({}, testInfo) => {
    const found = await written(testInfo, yaml(shown('/v1/text', bodies)));
    expect(found.prompt).toEqual(post('/v1/text', prompt));
    if (messages) expect(found.messages).toEqual(post('/v1/text', messages));
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
  ['an object around a text', steps({ $from: 'a.text' }, 'in')],
  ['{{block.field}}', steps('{{a.text}}')],
  ['$node["block"].json["field"]', steps('$node["a"].json["text"]')],
  ['a reference in a sentence', steps('Draw this: {{a.text}}, please.'), steps('{{a.text}}')],
  ['a list as the body', steps('@a.text').steps],
  ['blocks by their names', { run: { blocks: byName } }],
] as [what: string, body: object, sent?: object][])
  test(`a workflow and the lookup of its run are sent as the document shows them: ${what}`, async ({}, testInfo) => {
    const parameters = [
      { name: 'view', in: 'query', required: true, example: 'full' },
      { name: 'run_id', in: 'query', required: true },
    ];
    const lookup = `/v1/state: ${JSON.stringify({ get: { parameters, responses: {} } })}`;
    const document = yaml(`${shown('/v1/flows', [body], { run_id: 'run_1' })}\n  ${lookup}`);
    const { target } = await written(testInfo, document);
    const request = target?.workflow?.submit([
      { name: 'a', type: 'write', inputs: { prompt: { literal: 'Hi' } } },
      { name: 'b', type: 'draw', inputs: { prompt: { block: 'a', field: 'text' } } },
    ]);
    expect(request).toEqual(post('/v1/flows', sent));
    const run = target?.run?.('run 2', { status: 200, headers: {}, body: {} });
    expect(run).toEqual({ path: '/v1/state?view=full&run_id=run%202' });
  });

test('a required Idempotency-Key is another one in each request, whatever the document shows', async ({}, testInfo) => {
  const key = '{ name: Idempotency-Key, in: header, required: true, example: 3fa85f64 }';
  const { prompt, messages } = await written(testInfo, yaml(textPath(schema, `parameters: [${key}]`)));
  const keys = [prompt, messages].map((request) => request?.headers?.['Idempotency-Key']);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(keys[0]).not.toBe(keys[1]);
});
