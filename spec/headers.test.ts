import { writeFileSync } from 'node:fs';
import { expect, type TestInfo, test } from '@playwright/test';
import { parse } from 'yaml';
import { type Answered, samples, seen } from '../proof/document/corpus';
import { brokenBy, unnoticed } from '../proof/document/mutations';
import { documentedHeaders } from '../src/judge/response/documented-headers';
import { judge } from '../src/judge/response/judge';
import { isShown } from '../src/judge/response/stored-response';
import { formatFinding } from '../src/judge/texts/wording';
import type { Source } from './document';
import { compile, generate } from './generate';
import { type Compiled, validatorsOf } from './validators';

/** The contract shows no header of a response, so this is another document, whose clauses are any. */
const text = `openapi: 3.1.1
info: { title: A service with headers, version: "1" }
paths:
  /v1/credits:
    get:
      operationId: credits
      x-clause: credits.read
      responses:
        2XX:
          description: The credits
          headers:
            X-Note: { $ref: "#/components/headers/Note" }
            X-Open: { schema: {} }
            X-Sure: { x-clause: models.list.ids, schema: { type: boolean } }
          content: { application/json: { schema: {} } }
        "404": { $ref: "#/components/responses/404" }
components:
  headers:
    Note: { required: true, x-clause: service.json, schema: { type: string, pattern: "^[a-z]+$" } }
  responses:
    "404":
      description: Nothing is there
      headers:
        X-Trace: { required: true, x-clause: errors.object.fields, schema: {} }
        X-Step: { x-clause: errors.message.string, schema: { $ref: "#/components/schemas/Step" } }
      content:
        application/json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Failure"
              - properties: { error: { properties: { code: { enum: [not_found] } } } }
  schemas:
    Failure: { type: object }
    ErrorCode: { enum: [not_found] }
    Step: { type: integer, minimum: 2, maximum: 9 }
`;

const document: Source['document'] = parse(text);

type Headers = [name: string, value: string][];
const trace: Headers = [['x-trace', '']];
const note: Headers = [['X-Note', 'abc']];
const at = (answer: Answered): Answered => ({ operation: 'credits', ...answer });
const found = (headers: Headers) => at({ status: 200, json: 12, headers });

const all = [
  ...samples({ 'a status that the document does not show': at({ status: 418 }) }, 'errors.code.status'),
  ...samples({
    'a failure': at({ headers: trace }),
    'a failure at an operation that the document does not show': { operation: 'text', headers: trace },
    'the least number': at({ headers: [...trace, ['X-Step', '2']] }),
    'the greatest number': at({ headers: [...trace, ['x-step', ' 9 ']] }),
    'a success': found(note),
    'one of any value': found([...note, ['x-open', '']]),
    true: found([...note, ['x-sure', 'true']]),
    false: found([...note, ['x-sure', 'false']]),
  }),
  ...samples(
    { 'none that is required': at({}), 'none at another operation': { operation: 'text' } },
    'errors.object.fields',
  ),
  ...samples(
    Object.fromEntries(
      ['1', '10', '2.5', 'two', '', '2, 2'].map((step) => [
        `step ${step}`,
        at({ headers: [...trace, ['x-step', step]] }),
      ]),
    ),
    'errors.message.string',
  ),
  ...samples(
    { twice: at({ headers: [...trace, ['X-Step', '2'], ['x-step', '2']] }) },
    'errors.message.string',
  ),
  ...samples(
    {
      'no note': found([]),
      'a note with a number in it': found([['x-note', 'a1']]),
      'another note': found([['x-note', 'Abc']]),
      'a number': found([['x-note', '12']]),
    },
    'service.json',
  ),
  ...samples({ 'neither true nor false': found([...note, ['x-sure', 'yes']]) }, 'models.list.ids'),
];

test('a header that a document shows is judged by its schema, compiled here or in the generated file', async ({}, info) => {
  const made = (await generate(copyOf(info, text)))['validators.cjs'] ?? '';
  const generated = validatorsOf(loaded(made));
  for (const sample of all) {
    expect.soft(brokenBy(sample, compile(document)), sample.what).toEqual(sample.breaks);
    expect.soft(brokenBy(sample, generated), sample.what).toEqual(sample.breaks);
  }
});

test('a change or removal of any part of a header is noticed', () => {
  const missing = unnoticed(document, () => all).filter((change) => /headers|schemas Step/.test(change));
  expect(missing).toEqual([]);
});

test('a violation names the header and quotes its value; a header that may be missing shows nothing then', () => {
  const judged = (answer: Answered) => judge(seen(answer), undefined, compile(document));
  const lines = [found([]), found([['x-note', 'Abc']])].flatMap((answer) =>
    judged(answer).violations.map(formatFinding),
  );
  expect(lines).toEqual([
    'service.json: expected the header X-Note as documented, received no such header',
    'service.json: expected the header X-Note as documented, received "Abc"',
  ]);
  expect(judged(found(note)).judged).toEqual(['service.json']);
  expect(judged(found([...note, ['x-sure', 'true']])).judged).toContain('models.list.ids');
});

test('a header that the document shows is stored, so that it can be judged again', () => {
  const shown = documentedHeaders(compile(document));
  expect([...shown].toSorted()).toEqual(['x-note', 'x-step', 'x-sure', 'x-trace']);
  expect(isShown('X-Note', shown)).toBe(true);
  expect(isShown('X-Note')).toBe(false);
});

test.describe('a header that says less than it seems is reported:', () => {
  for (const [what, [from, to, words]] of Object.entries<[string, string, string]>({
    'no clause': [
      'x-clause: models.list.ids, schema: { type',
      'schema: { type',
      'the header has no x-clause',
    ],
    'nothing to violate': [
      'X-Open: { ',
      'X-Open: { x-clause: service.json, ',
      'nothing violates this header',
    ],
    'an unknown clause': [
      'x-clause: models.list.ids',
      'x-clause: models.none',
      'there is no clause "models.none"',
    ],
    'no schema': ['X-Open: { schema: {} }', 'X-Open: { content: { a/b: {} } }', 'the header has no schema'],
    'no type': ['type: integer, minimum', 'minimum', 'a header is text: its type is one of'],
    'a list': [
      'schema: { type: boolean }',
      'schema: { type: array }',
      'a header is text: its type is one of',
    ],
    'the type of the body': ['X-Open:', 'Content-Type:', 'OpenAPI ignores this header'],
  }))
    test(what, async ({}, info) => {
      expect(text).toContain(from);
      await expect(generate(copyOf(info, text.replace(from, to)))).rejects.toThrow(words);
    });
});

function copyOf(info: TestInfo, changed: string): string {
  const copy = info.outputPath('openapi.yaml');
  writeFileSync(copy, changed);
  return copy;
}

/** What a generated file exports. */
function loaded(code: string): Compiled {
  const module = { exports: {} };
  new Function('module', 'require', code)(module, require);
  return module.exports as Compiled;
}
