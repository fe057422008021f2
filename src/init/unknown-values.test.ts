import { expect, test } from '@playwright/test';
import {
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

for (const [what, parameter, name] of [
  ['an object in an object in the query', 'in: query, example: { a: { b: 1 } }', 'q'],
  ['a list in the query in a style without lists', 'in: query, style: deepObject, example: [a]', 'q'],
  ['a cookie without a value', 'in: cookie', 'cookie q'],
  ['a cookie with a semicolon', "in: cookie, example: 'a;b'", 'cookie q'],
  ['an object in a header, with an object in it', 'in: header, example: { a: { b: 1 } }', 'q'],
  ['a number beyond those of JavaScript', 'in: query, example: 9007199254740993', '9007199254740993'],
] as const)
  test(`a value that cannot be sent as it is shown is named: ${what}`, async ({}, testInfo) => {
    const parameters = `parameters: [{ name: q, required: true, ${parameter} }]`;
    const document = yaml(`${textPath(schema, parameters)}\n  ${models(listed)}`);
    const { stdout, prompt, target } = await written(testInfo, document);
    expect(stdout).toMatch(new RegExp(`(?:text|headers): a comment until you fill in ${name}`));
    expect({ prompt: prompt?.path, models: target?.models }).toEqual({ prompt: undefined, models: '/list' });
  });

test('required headers and cookies are sent, lists and objects by their style', async ({}, testInfo) => {
  const required = (parameter: string) => `{ required: true, ${parameter} }`;
  const parameters = [
    'in: cookie, name: sid, example: abc',
    "in: cookie, name: v, schema: { default: '1' }",
    'in: header, name: X-A, example: [a, b]',
    'in: header, name: X-B, example: { a: 1, b: x }',
    'in: header, name: X-C, explode: true, example: { a: 1, b: x }',
  ].map(required);
  const document = yaml(textPath(schema, `parameters: [${parameters.join(', ')}]`));
  const headers = { Cookie: 'sid=abc; v=1', 'X-A': 'a,b', 'X-B': 'a,1,b,x', 'X-C': 'a=1,b=x' };
  expect((await written(testInfo, document)).target?.headers).toEqual(headers);
});

test('letters of a document in Latin-1 are kept, and it is named', async ({}, testInfo) => {
  const document = yaml(
    textPath(taking('{ type: string }', 'note: { const: Grüß Gott }'), 'summary: Prüfung'),
  );
  const required = document.replace('{ type: object,', '{ type: object, required: [note],');
  const { prompt, stdout } = await written(testInfo, Buffer.from(required, 'latin1'));
  expect(prompt).toEqual(post('/v1/text', { ...plain, note: 'Grüß Gott' }));
  expect(stdout).toContain('  source is not UTF-8, so it was read as Latin-1:');
});

test('the response is that of the first success that shows one', async ({}, testInfo) => {
  const json = 'content: { "*/*": { schema: { properties: { job_id: { type: string } } } } }';
  const responses = `responses: { 200: { description: ok }, 201: { content: { '*/*': { schema: {} } } }, 202: { ${json} } }`;
  const { target } = await written(testInfo, yaml(`/v1/jobs: { post: { ${sends(schema)}, ${responses} } }`));
  expect(target?.job).toMatchObject({ id: '/job_id' });
});

const inJson = '"openapi": "3.0.0", "paths": {}';
for (const [what, text, line] of [
  ['at the top', `// mine\n{ ${inJson} }`, 1],
  ['after a value', `{\n  "a": 1, "b": "http://b.example", // c\n  ${inJson}\n}`, 2],
  ['directly after a number', `{\n  "a": [1// c\n  ],\n ${inJson}\n}`, 2],
  ['in one of several lines', `{\n  ${inJson},\n  /* c\n   d */ "a": 1\n}`, 3],
] as const)
  test(`a comment in a JSON document is reported with its line: ${what}`, async ({}, testInfo) => {
    const { stderr } = await written(testInfo, text);
    expect(stderr).toBe(
      `--openapi source, line ${line}: a comment, and JSON has none: delete all comments.\n`,
    );
  });

const id = (name: string) => `{ properties: { data: { properties: { ${name}: { type: string } } } } }`;
const gives = (schema: string) =>
  `responses: { 200: { content: { application/json: { schema: ${schema} } } } }`;
const flow = (inputs: string) =>
  `requestBody: { content: { application/json: { example: { steps: [{ id: a, type: w, with: {} }, { id: b, type: w, with: ${inputs} }] } } } }`;
for (const [what, paths, line] of [
  [
    'the ID of a run',
    `/v1/workflows: { post: { ${flow('{ x: "@a.text" }')}, ${gives(id('workflowId'))} } }`,
    'workflow.runId: not found, so it is a comment. POST /v1/workflows is there, and its response shows no run_id, but /data/workflowId',
  ],
  [
    'a response',
    `/v1/workflows: { post: { ${flow('{ x: "@a.text" }')} } }`,
    'workflow.runId: not found, so it is a comment. POST /v1/workflows is there, and its response is not shown',
  ],
  [
    'a connection',
    `/v1/workflows: { post: { ${flow('{ x: text }')} } }`,
    "workflow: not found, so it is a comment. POST /v1/workflows is there, and no example of its body shows a block that reads another block's output",
  ],
  [
    'the parameter of a run',
    `/v1/workflows: { post: { ${flow('{ x: "@a.text" }')} } }\n  /v1/workflows/{name}: { get: { responses: {} } }`,
    'run: not found, so it is a comment. GET /v1/workflows/{name} is there, and none of its parameters is named run_id',
  ],
  [
    'an input',
    `/v1/jobs: { post: { ${sends('{ properties: { input: { type: string } } }')} } }`,
    'job: not found, so it is a comment. POST /v1/jobs is there, and its body shows neither messages nor prompt',
  ],
] as const)
  test(`an operation that lacks ${what} is named`, async ({}, testInfo) => {
    const { stdout } = await written(testInfo, yaml(`${textPath(schema)}\n  ${paths}`));
    expect(stdout.split('\n')).toContain(`  ${line}`);
  });
