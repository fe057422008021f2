import { writeFileSync } from 'node:fs';
import { expect, type TestInfo, test } from '@playwright/test';
import { parse } from 'yaml';
import { unnoticed } from '../proof/document/mutations';
import { beyondBounds } from '../src/probes/queries';
import { knownOperations } from './contract';
import { compile, generate } from './generate';
import { knownIds, requestOf } from './operations';

/** The contract shows no query and no path with two methods, so this is another document. */
const text = `openapi: 3.1.1
info: { title: A service with pages, version: "1" }
paths:
  /v1/jobs/{job_id}:
    parameters:
      - { name: job_id, in: path, required: true, schema: {} }
      - { name: page, in: query, required: true, example: 2 a&b, schema: { type: string } }
    get:
      operationId: job
      x-clause: jobs.lookup.own
      parameters:
        - { name: limit, in: query, schema: { $ref: "#/components/schemas/Limit" } }
        - { name: share, in: query, schema: { type: number, exclusiveMinimum: 0, exclusiveMaximum: 1 } }
      responses: &responses { 2XX: { description: Done }, "404": { $ref: "#/components/responses/404" } }
    delete:
      operationId: cancel
      x-clause: jobs.lookup.own
      responses: *responses
components:
  responses:
    "404":
      description: Nothing is there
      content:
        application/json:
          schema:
            allOf:
              - $ref: "#/components/schemas/Failure"
              - properties: { error: { properties: { code: { enum: [not_found] } } } }
  schemas:
    Failure: { type: object }
    ErrorCode: { enum: [not_found] }
    Limit: { type: integer, minimum: 1, maximum: 100 }
`;

const { operations } = compile(parse(text));
const [job, cancel] = [operations.job, operations.cancel];
if (!job || !cancel) throw new Error('one of two methods on a path is lost');

test('each method on a path is an operation, with the parameters of its path and its own', () => {
  expect(Object.values(operations).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/jobs/{job_id}',
    'DELETE /v1/jobs/{job_id}',
  ]);
  expect(job.query?.map(({ name }) => name)).toEqual(['page', 'limit', 'share']);
  expect(cancel.query?.map(({ name }) => name)).toEqual(['page']);
});

test('a request has the query that it needs, or the one that a check asks for', () => {
  expect(requestOf(job, 'a/b')).toEqual({ method: 'GET', path: '/v1/jobs/a%2Fb?page=2+a%26b' });
  expect(requestOf(job, 'j', { limit: '0' }).path).toBe('/v1/jobs/j?page=2+a%26b&limit=0');
  expect(requestOf(job, 'j', { page: '3' }).path).toBe('/v1/jobs/j?page=3');
});

test('the probes of a parameter are beyond each of its bounds', () => {
  const probes = Object.fromEntries(
    (job.query ?? []).map((each) => [
      each.name,
      beyondBounds(each).map(({ words, value }) => [words, value]),
    ]),
  );
  expect(probes).toEqual({
    page: [],
    limit: [
      ['limit: below 1', '0'],
      ['limit: above 100', '101'],
      ['limit: not a number', 'ten'],
      ['limit: not an integer', '1.5'],
    ],
    share: [
      ['share: not above 0', '0'],
      ['share: not below 1', '1'],
      ['share: not a number', 'ten'],
    ],
  });
});

test('the document has no query, so that its requests have none', () => {
  for (const id of knownIds) {
    expect(knownOperations[id].query ?? []).toEqual([]);
    expect(requestOf(knownOperations[id], 'j').path).not.toContain('?');
  }
});

test('the responses of the corpus need not show a parameter', () => {
  const lines = unnoticed(parse(text), () => []);
  expect(lines).toContain('schemas Limit minimum: removed');
  expect(lines.filter((line) => line.includes('parameters'))).toEqual([]);
});

test.describe('a parameter that cannot be sent is reported:', () => {
  for (const [what, [from, to, words]] of Object.entries<[string, string, string]>({
    'required without an example': ['example: 2 a&b, ', '', 'a required parameter needs an example'],
    'an example that breaks its schema': [
      'limit, in: query, ',
      'limit, in: query, example: 0, ',
      'the example breaks its own schema',
    ],
    'no type': ['type: integer, ', '', 'the type of a parameter is one of'],
  }))
    test(what, async ({}, info) => {
      expect(text).toContain(from);
      await expect(generate(copyOf(info, text))).resolves.toBeDefined();
      await expect(generate(copyOf(info, text.replace(from, to)))).rejects.toThrow(words);
    });
});

function copyOf(info: TestInfo, changed: string): string {
  const copy = info.outputPath('openapi.yaml');
  writeFileSync(copy, changed);
  return copy;
}
