import { expect, test } from '@playwright/test';
import { operationsIn } from './document';
import { draftOf, prefixOf } from './find';
import { readDocument } from './read-document';

/** Reads a document. Returns the base URL, the code of its text request, and the remarks. */
async function read(text: string, source: string) {
  const { document, remarks } = await readDocument(text, source);
  const { operations, server, remarks: more } = operationsIn(document, source);
  const draft = draftOf(operations, () => undefined);
  return {
    address: server === null ? null : server + prefixOf(operations),
    text: draft.text?.code.replace(/\s+/g, ' '),
    missing: draft.text?.missing ?? [],
    workflow: draft.workflow !== undefined,
    remarks: [...remarks, ...more],
  };
}

const sending = (path: string, body = 'fields') =>
  `(fields) => ({ method: 'POST', path: '${path}', body: ${body} })`;
const text = { text: sending('/v1/text'), missing: [], workflow: false, remarks: [] };
const found = { address: 'https://svc.example.com', ...text };

/** An operation whose body has this schema. */
const posting = (schema: object) => ({
  post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} },
});

/** A document with a text request whose body has this schema, and more fields of document and operation. */
const documentOf = (schema: object, more: object = {}, operation: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    servers: [{ url: 'https://svc.example.com' }],
    paths: {
      '/v1/models': { get: { responses: {} } },
      '/v1/text': { post: { ...posting(schema).post, ...operation } },
    },
    ...more,
  });

const taking = (prompt: object, more: object = {}) => ({
  type: 'object',
  properties: { prompt, model: { type: 'string' }, ...more },
});
const plain = taking({ type: 'string' });
const svc = { servers: [{ url: 'https://svc.example.com/v1' }] };
const inSchema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answering = (schema: object) => ({ 200: { content: { 'application/json': { schema } } } });
const typed = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { type: name === 'parameters' ? 'object' : 'string' }]));

const documents: Record<string, [document: string, expected?: object]> = {
  'a relative server': [
    documentOf(plain, { servers: [{ url: '/v1' }], paths: { '/models': {}, '/text': posting(plain) } }),
    { address: null },
  ],
  'a server of one path': [
    documentOf(plain, { paths: { '/v1/models': {}, '/text': { ...svc, ...posting(plain) } } }),
  ],
  'variables in the address': [
    documentOf(plain, {
      servers: [
        {
          url: '{scheme}://{host}/api',
          variables: { scheme: { default: 'https' }, host: { default: 'svc.example.com' } },
        },
      ],
    }),
    { address: 'https://svc.example.com/api' },
  ],
  'OpenAPI 3.2': [documentOf(plain, { openapi: '3.2.0' })],
  'a schema that contains itself': [
    documentOf(inSchema('Text'), {
      components: { schemas: { Text: taking({ type: 'string' }, { followUp: inSchema('Text') }) } },
    }),
  ],
  'a list of tools': [
    documentOf(
      taking(
        { type: 'string' },
        { tools: { type: 'array', items: { properties: typed('type', 'name', 'parameters') } } },
      ),
      {},
      { responses: answering({ properties: typed('text') }) },
    ),
  ],
  'alternatives that differ in what they require': [
    documentOf({
      oneOf: [
        { ...plain, required: ['prompt'] },
        { properties: { inputs: { type: 'string', example: 'My name is' } }, required: ['inputs'] },
      ],
    }),
  ],
  'parameters in the path and the query': [
    documentOf(plain, {
      paths: {
        '/v1/deployments/{deployment}/text': {
          post: {
            ...posting(plain).post,
            parameters: [
              { name: 'api-version', in: 'query', required: true, schema: { default: '2024-06-01' } },
              { name: 'deployment', in: 'path', required: true, example: 'd1' },
            ],
          },
        },
      },
    }),
    { text: sending('/v1/deployments/d1/text?api-version=2024-06-01') },
  ],
  'a broken reference': [
    documentOf(plain, {
      paths: { '/v1/text': posting(plain), '/v1/other': { get: { responses: answering(inSchema('Gone')) } } },
    }),
    { remarks: ['$ref #/components/schemas/Gone: cannot be resolved, so it is ignored'] },
  ],
};
for (const [what, [document, expected]] of Object.entries(documents)) {
  test(`a document with ${what} is turned into the requests that it describes`, async () => {
    expect(await read(document, 'a.json')).toEqual({ ...found, ...expected });
  });
}

for (const [what, schema, isText] of [
  ['a text', { type: 'string' }, true],
  ['a list of messages', { type: 'array', items: { type: 'object' } }, true],
  ['a text, a list or null', { anyOf: [{ type: 'string' }, { type: 'array' }, { type: 'null' }] }, true],
  ['an object', { type: 'object', properties: { id: { type: 'string' } } }, false],
  ['a number', { type: 'number' }, false],
  ['one of several words', { type: 'string', enum: ['none', 'login'] }, false],
] as const) {
  test(`a field "prompt" that is ${what} makes ${isText ? 'a' : 'no'} text request`, async () => {
    expect((await read(documentOf(taking(schema)), 'a.json')).text).toBe(
      isText ? sending('/v1/text') : undefined,
    );
  });
}

/** Values that are invalid in a schema or an operation, but occur in generated and hand-written documents. */
const odd = [null, true, 3, 'text', [], [null], [true], {}, { a: null }];
for (const member of [
  'type',
  'properties',
  'required',
  'items',
  'allOf',
  'oneOf',
  'anyOf',
  'enum',
  'examples',
])
  test(`an invalid ${member} of a schema is ignored`, async () => {
    for (const value of odd) {
      const schema = taking({ type: 'string' }, { options: { [member]: value }, list: value });
      expect(await read(documentOf(schema), 'a.json'), JSON.stringify(value)).toMatchObject(found);
    }
  });
for (const member of ['parameters', 'responses', 'servers', 'tags', 'callbacks'])
  test(`invalid ${member} of an operation are ignored`, async () => {
    for (const value of odd) {
      const document = documentOf(plain, {}, { [member]: value });
      expect((await read(document, 'a.json')).text, JSON.stringify(value)).toBe(sending('/v1/text'));
    }
  });

test('a request for an image or speech is not chosen as the text request, even if there is no other', async () => {
  const paths = { '/v1/images/generations': posting(plain), '/v1/audio/speech': posting(plain) };
  expect(await read(documentOf(plain, { paths }), 'a.json')).toMatchObject({ text: undefined });
  const more = { ...paths, '/v1/chat': posting(plain) };
  expect(await read(documentOf(plain, { paths: more }), 'a.json')).toMatchObject({
    text: sending('/v1/chat'),
  });
});

test('typed items that do not read each other make no workflow', async () => {
  const properties = { type: { type: 'string' }, id: { type: 'string' }, data: { type: 'object' } };
  const schema = { type: 'object', properties: { items: { type: 'array', items: { properties } } } };
  const paths = { '/v1/evaluations': posting(schema), '/v1/conversations': posting(schema) };
  expect(await read(documentOf(plain, { paths }), 'a.json')).toMatchObject({ workflow: false });
});

test('a text request with a schema for its response is no workflow', async () => {
  const properties = { age: { type: 'integer' }, name: { type: 'string' } };
  const example = { prompt: 'Hi', format: { type: 'object', properties } };
  expect(await read(documentOf({ ...plain, example }), 'a.json')).toMatchObject(found);
});

const serverRows: Record<
  string,
  [servers: object[], source: string, address: string | null, remark?: string]
> = {
  'a path on the host and port of the document': [
    [{ url: '/api' }],
    'http://127.0.0.1:8931/docs/openapi.json',
    'http://127.0.0.1:8931/api',
  ],
  'a relative path': [
    [{ url: '..' }],
    'https://svc.example.com/a/b/openapi.json',
    'https://svc.example.com/a',
  ],
  'no servers': [[], 'https://docs.example.com/openapi.json', null],
  'a hyphenated variable': [
    [{ url: 'https://{my-host}', variables: { 'my-host': { default: 'svc.example.com' } } }],
    'a.json',
    'https://svc.example.com',
  ],
  'a variable without a default': [
    [{ url: 'https://{region}.example.com' }],
    'a.json',
    null,
    'servers: the variable "region" has no default, so the address is not known',
  ],
  'an empty variable': [
    [{ url: 'https://{region}.example.com', variables: { region: { default: '' } } }],
    'https://docs.example.com/openapi.json',
    null,
    'servers: the variable "region" has no default, so the address is not known',
  ],
};
for (const [what, [servers, source, address, ...remarks]] of Object.entries(serverRows)) {
  test(`the base URL is read from a document with ${what}`, async () => {
    expect(await read(documentOf(plain, { servers }), source)).toMatchObject({ address, remarks });
  });
}

test('operations at another origin are left out, with a remark', async () => {
  const elsewhere = { servers: [{ url: 'https://other.example.com' }] };
  expect(await read(documentOf(plain, {}, elsewhere), 'a.json')).toMatchObject({
    address: 'https://svc.example.com',
    text: undefined,
    remarks: [
      'operations at https://other.example.com: left out, since the target is https://svc.example.com',
    ],
  });
});

test('$ref inside an extension or an example is not a reference', async () => {
  const schema = {
    ...taking({ type: 'string' }),
    'x-lib': { $ref: 'a.text' },
    example: { prompt: 'Hi', with: { $ref: 'a.text' } },
  };
  expect(await read(documentOf(schema), 'a.json')).toMatchObject(found);
});

for (const [what, parameter, query, missing] of [
  ['a default', { schema: { default: 'v2' } }, 'v2', []],
  ['an example', { example: 'v2' }, 'v2', []],
  ['neither', {}, '%3Cversion%3E', ['version']],
] as const) {
  test(`a required query parameter with ${what} is filled in, or named as missing`, async () => {
    const parameters = [{ name: 'version', in: 'query', required: true, ...parameter }];
    const shown = await read(documentOf(plain, {}, { parameters }), 'a.json');
    expect(shown).toMatchObject({ text: sending(`/v1/text?version=${query}`), missing });
  });
}

const schemas = (prompt: object = {}, chat: object = {}) => ({
  components: {
    schemas: {
      ByPrompt: taking({ type: 'string' }, { kind: { type: 'string' }, ...prompt }),
      ByMessages: {
        required: ['messages'],
        properties: {
          messages: { type: 'array' },
          model: { type: 'string' },
          kind: { type: 'string' },
          ...chat,
        },
      },
    },
  },
});
const alternatives = ['ByPrompt', 'ByMessages'].map(inSchema);
const [byPrompt, byMessages] = alternatives.map(({ $ref }) => $ref);
const either = (messages: string, prompt: string) => `'messages' in fields ? ${messages} : ${prompt}`;
const kinds = either("{ ...fields, kind: 'chat' }", "{ ...fields, kind: 'prompt' }");

for (const [what, schema, more, body] of [
  [
    'a mapping',
    {
      oneOf: alternatives,
      discriminator: { propertyName: 'kind', mapping: { prompt: byPrompt, chat: byMessages } },
    },
    schemas(),
    kinds,
  ],
  [
    'the names of the schemas',
    { anyOf: alternatives, discriminator: { propertyName: 'kind' } },
    schemas(),
    either("{ ...fields, kind: 'ByMessages' }", "{ ...fields, kind: 'ByPrompt' }"),
  ],
  [
    'words without a discriminator',
    { oneOf: alternatives.map((each) => ({ ...each })) },
    schemas({ kind: { const: 'prompt' } }, { kind: { enum: ['chat'] } }),
    kinds,
  ],
  [
    'a mapping deeper in the body',
    {
      required: ['input'],
      properties: {
        input: {
          oneOf: alternatives,
          discriminator: { propertyName: 'kind', mapping: { prompt: byPrompt, chat: byMessages } },
        },
      },
    },
    schemas(),
    either("{ input: { ...fields, kind: 'chat' } }", "{ input: { ...fields, kind: 'prompt' } }"),
  ],
] as const) {
  test(`prompts and messages each get the value of their alternative, by ${what}`, async () => {
    const components = structuredClone(more);
    for (const each of Object.values(components.components.schemas))
      Object.assign(each, { required: [...((each as { required?: string[] }).required ?? []), 'kind'] });
    expect((await read(documentOf(schema, components), 'a.json')).text).toBe(sending('/v1/text', body));
  });
}

test('a field that a body requires is filled in, or named as missing', async () => {
  const more = {
    tenant: { type: 'string' },
    mode: { enum: ['fast', 'slow'] },
    id: { type: 'string', readOnly: true },
  };
  const schema = { ...taking({ type: 'string' }, more), required: ['prompt', 'tenant', 'mode', 'id'] };
  expect(await read(documentOf(schema), 'a.json')).toMatchObject({
    text: sending('/v1/text', "{ ...fields, tenant: '<tenant>', mode: 'fast' }"),
    missing: ['tenant'],
  });
});

const yaml = (body: string, more = '') =>
  `openapi: 3.1.0\n${more}\npaths:\n  /v1/text:\n    post:\n      ${body}`;
const inYaml =
  '{content: {application/json: {schema: {type: object, properties: {prompt: {type: string}}}}}}';

for (const [what, document] of [
  ['an operation', yaml('<<: *op\n      summary: S', `x-op: &op {requestBody: ${inYaml}, responses: {}}`)],
  [
    'a schema',
    yaml(
      'requestBody: {content: {application/json: {schema: {<<: *body, title: T}}}}',
      'x-body: &body {type: object, properties: {prompt: {type: string}}}',
    ),
  ],
  [
    'two operations in a list',
    yaml('<<: [*a, *b]', `x-a: &a {responses: {}}\nx-b: &b {requestBody: ${inYaml}}`),
  ],
  ['a merged operation', yaml('<<: *b', `x-a: &a {requestBody: ${inYaml}}\nx-b: &b {<<: *a, responses: {}}`)],
] as const) {
  test(`a merge key of YAML is read in ${what}`, async () => {
    expect((await read(document, 'a.yaml')).text).toBe(sending('/v1/text'));
  });
}

for (const [what, source, told] of [
  ['a syntax error', yaml('summary: Write: a text'), '--openapi a.yaml, line 6: '],
  [
    'a duplicate key',
    '{"openapi": "3.1.0",\n"paths": {},\n"paths": {}}',
    '--openapi a.yaml, line 3: a key occurs twice: correct it.',
  ],
  [
    'OpenAPI 2.0',
    'swagger: "2.0"\npaths: {}',
    '--openapi a.yaml is Swagger 2.0, which is not read: convert it',
  ],
  [
    'an anchor inside itself',
    'openapi: 3.1.0\npaths: &a\n  x: *a',
    '--openapi a.yaml, line 3: the anchor "a" contains itself, as only a $ref can: correct it.',
  ],
  [
    'an anchor inside itself in a list',
    'openapi: 3.1.0\npaths: {}\nx:\n  - &a [{y: *a}]',
    '--openapi a.yaml, line 4: the anchor "a" contains itself',
  ],
  [
    'a merge key that merges its own object',
    'openapi: 3.1.0\npaths: &a\n  <<: *a',
    '--openapi a.yaml, line 3: the anchor "a" contains itself',
  ],
  ['OpenAPI 4', 'openapi: 4.0.0\npaths: {}', '--openapi a.yaml is OpenAPI 4.0.0, which is not read'],
  ['no paths', 'openapi: 3.1.0', '--openapi a.yaml describes no paths'],
] as const) {
  test(`a document with ${what} is rejected with the reason`, async () => {
    await expect(readDocument(source, 'a.yaml')).rejects.toThrow(told);
  });
}

test('a schema of eight levels with eight fields each is searched only as far as it helps', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `m${index}`);
  const schemas = Object.fromEntries(
    names.map((name, level) => [
      name,
      {
        type: 'object',
        properties: Object.fromEntries(
          names.map((member) => [
            member,
            level === 7 ? { type: 'string' } : { $ref: `#/components/schemas/m${level + 1}` },
          ]),
        ),
      },
    ]),
  );
  const schema = taking({ type: 'string' }, { options: { $ref: '#/components/schemas/m0' } });
  expect(await read(documentOf(schema, { components: { schemas } }), 'a.json')).toMatchObject(found);
});
