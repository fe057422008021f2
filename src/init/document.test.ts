import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { operationsIn } from './document';
import { draftOf, prefixOf } from './find';
import { chooser, type Flags, flagsWithoutEffect } from './question';
import { readDocument } from './read-document';

const folder = join(__dirname, '../../proof/inputs/documents');

/** Reads a document. Returns the base URL, the requests for the target file, and the remarks. */
async function read(text: string, source: string, flags: Flags = {}) {
  const { document, remarks } = await readDocument(text, source);
  const { operations, server, remarks: more } = operationsIn(document, source);
  const draft = await draftOf(
    operations,
    chooser(flags, () => undefined, null),
    () => undefined,
  );
  return {
    address: server === null ? null : server + prefixOf(operations),
    text: draft.text && `${draft.text.method} ${draft.text.path}`,
    besides: draft.text?.besides,
    workflow: draft.workflow !== undefined,
    remarks: [...remarks, ...more],
  };
}

const named = (name: string) => read(readFileSync(join(folder, name), 'utf8'), join(folder, name));

const text = { text: 'POST /v1/text', besides: {}, workflow: false, remarks: [] };
const found = { address: 'https://svc.example.com', ...text };

for (const [name, expected] of Object.entries({
  'relative.json': { ...found, address: null },
  'path-servers.json': found,
  'vars.json': { ...found, address: 'https://svc.example.com/api' },
  'v32.json': found,
  'cycle.json': found,
  'tools.json': found,
  'oneof-required.json': found,
  'azure.json': { ...found, text: 'POST /v1/deployments/d1/text?api-version=2024-06-01' },
  'broken-ref.json': {
    ...found,
    remarks: ['$ref #/components/schemas/Gone: cannot be resolved, so it is ignored'],
  },
})) {
  test(`the document ${name} is turned into the requests that it describes`, async () => {
    expect(await named(name)).toEqual(expected);
  });
}

/** A document with a text request whose body has this schema, and more fields of document and operation. */
const documentOf = (schema: object, more: object = {}, operation: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 't', version: '1' },
    servers: [{ url: 'https://svc.example.com' }],
    paths: {
      '/v1/models': { get: { responses: {} } },
      '/v1/text': {
        post: { requestBody: { content: { 'application/json': { schema } } }, responses: {}, ...operation },
      },
    },
    ...more,
  });

const taking = (prompt: object, more: object = {}) => ({
  type: 'object',
  properties: { prompt, model: { type: 'string' }, ...more },
});
const plain = taking({ type: 'string' });

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
      isText ? 'POST /v1/text' : undefined,
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
      expect((await read(document, 'a.json')).text, JSON.stringify(value)).toBe('POST /v1/text');
    }
  });

test('a request for an image or speech is not chosen as the text request, even if there is no other', async () => {
  const operation = (path: string) => ({
    [path]: { post: { requestBody: { content: { 'application/json': { schema: plain } } }, responses: {} } },
  });
  const paths = { ...operation('/v1/images/generations'), ...operation('/v1/audio/speech') };
  await expect(read(documentOf(plain, { paths }), 'a.json')).rejects.toThrow('text: 2 fit, choose one');
  const more = { ...paths, ...operation('/v1/chat') };
  expect(await read(documentOf(plain, { paths: more }), 'a.json')).toMatchObject({ text: 'POST /v1/chat' });
});

test('typed items that do not read each other make no workflow', async () => {
  const properties = { type: { type: 'string' }, id: { type: 'string' }, data: { type: 'object' } };
  const schema = { type: 'object', properties: { items: { type: 'array', items: { properties } } } };
  const post = { requestBody: { content: { 'application/json': { schema } } }, responses: {} };
  const paths = { '/v1/evaluations': { post }, '/v1/conversations': { post } };
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

for (const [what, parameter, flags, expected] of [
  ['a default', { schema: { default: 'v2' } }, {}, 'POST /v1/text?version=v2'],
  ['an example', { example: 'v2' }, {}, 'POST /v1/text?version=v2'],
  ['a flag', {}, { parameter: ['version: v3'] }, 'POST /v1/text?version=v3'],
] as const) {
  test(`a required query parameter is filled in from ${what}`, async () => {
    const parameters = [{ name: 'version', in: 'query', required: true, ...parameter }];
    const document = documentOf(plain, {}, { parameters });
    expect((await read(document, 'a.json', flags as Flags)).text).toBe(expected);
  });
}

test('a required parameter without a value is reported with the flag that sets it', async () => {
  const parameters = [{ name: 'version', in: 'query', required: true }];
  await expect(read(documentOf(plain, {}, { parameters }), 'a.json')).rejects.toThrow(
    "version is required by POST /v1/text: --parameter 'version: ...'",
  );
  expect(flagsWithoutEffect({ parameter: ['versoin: v3'] }, {})).toEqual([
    "--parameter 'versoin: v3' has no effect, since no operation requires it.",
  ]);
});

for (const [what, source, told] of [
  ['a syntax error', readFileSync(join(folder, 'syntax.yaml'), 'utf8'), '--openapi a.yaml, line 8: '],
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
  ['OpenAPI 4', 'openapi: 4.0.0\npaths: {}', '--openapi a.yaml is OpenAPI 4.0.0, which is not read'],
  ['no paths', 'openapi: 3.1.0', '--openapi a.yaml describes no paths'],
] as const) {
  test(`a document with ${what} is rejected with the reason`, async () => {
    await expect(readDocument(source, 'a.yaml')).rejects.toThrow(told);
  });
}

test('a schema of eight levels with eight fields each is read within five seconds', async () => {
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
  const began = performance.now();
  expect(await read(documentOf(schema, { components: { schemas } }), 'a.json')).toMatchObject(found);
  expect(performance.now() - began).toBeLessThan(5000);
});
