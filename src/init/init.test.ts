import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, type TestInfo, test } from '@playwright/test';
import {
  components,
  inSchemas,
  listed,
  models,
  plain,
  post,
  schema,
  sends,
  taking,
  textPath,
  written,
  yaml,
} from '../../proof/helpers/init-document';

/** Documents, and the request with a prompt that is written, if it is not the usual one. */
const documents: Record<string, [document: string, path?: string, body?: object]> = {
  'a schema that contains itself': [
    yaml(textPath(inSchemas('T')), components(`T: ${taking('{ type: string }', `next: ${inSchemas('T')}`)}`)),
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
};
for (const [what, [document, path = '/v1/text', body = plain]] of Object.entries(documents))
  test(`a document with ${what} is turned into the request that it describes`, async ({}, testInfo) => {
    const { address, prompt, target, stderr } = await written(testInfo, document);
    expect(stderr ?? '').toBe('');
    expect({ address, prompt }).toEqual({ address: 'https://svc.example.com', prompt: post(path, body) });
    expect(target?.workflow).toBeUndefined();
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
  const body = `{ allOf: [${schema}], required: ["ten\\nant", constructor, n], properties: { n: { const: 9007199254740993 } } }`;
  const list = models(listed);
  const document = yaml(
    `${textPath(body, 'parameters: [{ name: v, in: query, required: true }]')}\n  ${list}`,
  );
  const { file, stdout, prompt, target } = await written(testInfo, document);
  expect({ prompt, ...target }).toEqual({ prompt: undefined, models: '/list' });
  expect(file).toContain(
    '  // Fill in 9007199254740992 (rounded: write its digits), ten ant, constructor, v:\n  // text: (fields) => ({\n',
  );
  expect(stdout).toContain('text: a comment until you fill in 9007');
});

for (const [document, reason] of [
  ['openapi: 3.1.0\npaths:\n  /v1/text: { summary: Write: a text', ', line 3: '],
  ['swagger: "2.0"\npaths: {}', ' is Swagger 2.0, which is not read: convert it'],
  ['<!DOCTYPE html>\n<html><body></body></html>', ' is no OpenAPI document'],
  [
    `a: &a [${'x, '.repeat(99)}]\nb: &b [${'*a, '.repeat(99)}]\nc: &c [${'*b, '.repeat(99)}]\nd: [*c, *c]`,
    ': an anchor contains itself, or its aliases stand for more than 10000 values',
  ],
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

const steps = (prompt: unknown) => ({
  steps: [
    { id: 'a', type: 'write', with: { prompt: 'Hi' } },
    { id: 'b', type: 'draw', with: { prompt } },
  ],
});
for (const [what, body] of [
  ['an object', steps({ step: 'a', output: 'text' })],
  ['{{block.field}}', steps('{{a.text}}')],
] as const)
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
    expect(request).toEqual(post('/v1/flows', body));
    const run = target?.run?.('run 2', { status: 200, headers: {}, body: {} });
    expect(run).toEqual({ path: '/v1/state?view=full&run_id=run%202' });
  });

/** Files beside a document in the folder of a test. */
function write(testInfo: TestInfo, files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(testInfo.outputPath(name)), { recursive: true });
    writeFileSync(testInfo.outputPath(name), content);
  }
}
const refersTo = (reference: string) => yaml(textPath(`{ $ref: ${JSON.stringify(reference)} }`));

test('a document may refer to files in its folder and below, whose values are used', async ({}, testInfo) => {
  write(testInfo, {
    'parts/a text.yaml':
      "$defs: { Text: { allOf: [{ $ref: fields.json }, { $ref: '#/$defs/More' }] }, More: { required: [mode] } }",
    'parts/fields.json': '{ "properties": { "prompt": {}, "model": {}, "mode": { "const": "a" } } }',
  });
  const { prompt, stdout } = await written(testInfo, refersTo('parts/a%20text.yaml#/$defs/Text'));
  expect(stdout).not.toContain('cannot be resolved');
  expect(prompt).toEqual(post('/v1/text', { ...plain, mode: 'a' }));
});

/** {secret} stands for the path of a file above the folder of the document. */
for (const shown of [
  '{secret}',
  'file://{secret}',
  '../secret.json',
  'parts/../../secret.json#/prompt',
  '..%2fsecret.json',
  '..\\secret.json',
  'C:\\secret.json',
  '\\\\server\\share\\secret.json',
  'http://127.0.0.1:9/a.json',
  'link.json',
  'links/secret.json',
  'parts/nested.json',
])
  test(`a document may not refer to ${shown}`, async ({}, testInfo) => {
    const path = join(dirname(testInfo.outputPath()), `${basename(testInfo.outputPath())}-secret.json`);
    const reference = shown.replace('secret.json', basename(path)).replace('{secret}', path);
    write(testInfo, { 'parts/nested.json': `{ "$ref": "../../${basename(path)}" }` });
    writeFileSync(path, '{ "properties": { "prompt": { "example": "TOPSECRET7" } } }');
    symlinkSync(path, testInfo.outputPath('link.json'));
    symlinkSync(dirname(path), testInfo.outputPath('links'));
    const { stdout, stderr } = await written(testInfo, refersTo(reference));
    expect(stdout).toBe('');
    expect(stderr?.trim().split('\n')).toEqual([expect.stringContaining('is not followed, since')]);
    for (const file of ['target.ts', '.env']) expect(existsSync(testInfo.outputPath(file))).toBe(false);
  });
