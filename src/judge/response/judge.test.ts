import { expect, test } from '@playwright/test';
import { type Answered, seen } from '../../../proof/document/corpus';
import { anError } from '../../../proof/helpers/an-error';
import { formatObservation } from '../texts/wording';
import { judge } from './judge';

// The corpus of proof/document does not cover which clauses are judged, which are recommendations, and what is reported.

const { error } = anError('not_found');
const judged = (answer: Answered) => [...judge(...seen(answer)).judged].sort();
const linesOf = (answer: Answered) =>
  judge(...seen(answer)).violations.map(
    ({ clause, received }) => `${clause}: ${formatObservation(received)}`,
  );

test('each clause is judged if the response shows what the clause is about', () => {
  const whole = [
    'errors.body.media-type',
    'errors.body.single-field',
    'errors.object.fields',
    'errors.secret-free',
  ];
  const fields = [...whole, 'errors.code.listed', 'errors.message.string', 'errors.type.constant'];
  const all = [...fields, 'errors.code.status', 'errors.message.empty', 'errors.type.service'];
  expect(judged({})).toEqual(all.sort());
  expect(judged({ words: [] })).toEqual(all.filter((clause) => clause !== 'errors.type.service'));
  expect(judged({ json: { error: {} } })).toEqual(fields.sort());
  expect(judged({ json: { error: null } })).toEqual(whole);
  for (const json of [{}, [], null]) expect(judged({ json })).toEqual(['errors.body.single-field']);
  expect(judged({ text: '<html>' })).toEqual(['errors.body.single-field']);
  expect(judged({ status: 200, json: {} })).toEqual(['service.json']);
  expect(judged({ status: 200, json: [{ id: 'm' }], operation: 'models' })).toEqual([
    'models.list.ids',
    'service.json',
  ]);
  expect(judged({ status: 200, json: { a: [{ id: 1 }], b: [{ id: 2 }] }, operation: 'models' })).toEqual([
    'service.json',
  ]);
  expect(judged({ status: 202, json: {}, operation: 'text' })).toEqual([]);
  expect(judged({ status: 202, operation: 'text' })).toEqual(['errors.code.status']);
  expect(judged({ status: 302, text: '' })).toEqual([]);
  expect(judged({ operation: 'other' })).toEqual([]);
});

const cases404: Record<string, [answer: Answered, linesOf: string[]]> = {
  'an HTML page': [
    { text: '<!DOCTYPE html>\n<p>Not found', contentType: 'text/html' },
    ['errors.body.single-field: 404 text/html: <!DOCTYPE html> <p>Not found'],
  ],
  'an empty body': [{ text: ' \n' }, ['errors.body.single-field: 404 with an empty body']],
  'invalid UTF-8': [{ text: null }, ['errors.body.single-field: 404 with bytes that are no UTF-8']],
  'a duplicate field': [
    { text: JSON.stringify({ error }).replace('{"code"', '{"code":1,"code"') },
    ['errors.body.single-field: "code" twice'],
  ],
  'an extra field in error': [
    { json: { error: { ...error, status: 404 } } },
    ['errors.object.fields: an extra field "error.status"'],
  ],
  'an unlisted code': [{ json: { error: { ...error, code: 'gone' } } }, ['errors.code.listed: "gone"']],
  'a list of errors': [{ json: { error: [error] } }, ['errors.object.fields: array of 1 in error']],
  'a wrong status': [{ status: 403 }, ['errors.code.status: 403 not_found']],
  'a deeply nested code under a success status': [
    { status: 200, text: `{"error":{"code":${'['.repeat(100_000)}${']'.repeat(100_000)}}}` },
    ['errors.code.status: 200 with the error object of array of 1'],
  ],
  "an error of the service's type beside a text": [
    { operation: 'text', status: 200, isOwnError: true, json: { text: 'x', error: { type: 'acme_error' } } },
    ['errors.code.status: 200 with the error object of "acme_error"'],
  ],
  'a model without an ID': [
    { operation: 'models', status: 200, json: { data: [{ id: 'm' }, { name: 'n' }] } },
    ['models.list.ids: 200 with {name: string} at /data/1'],
  ],
  'no credits in it': [
    { operation: 'credits', status: 200, json: {} },
    ['credits.read: 200 with {} at the top'],
  ],
};
for (const [name, [answer, expected]] of Object.entries(cases404)) {
  test(`a response with ${name} gets one short and exact message`, () =>
    expect(linesOf(answer)).toEqual(expected));
}

const request = {
  method: 'GET',
  url: 'https://api.example/app/v1/jobs/job%201?from=/home/me.txt',
  headers: [['x-tenant', '/srv/tenant.json']] as [string, string][],
  body: '{"prompt": "Read /var/log/messages.log."}',
};
const saying = (message: string) =>
  judge(...seen({ json: { error: { ...error, message } }, request })).violations.map(
    ({ clause, received }) => `${clause}: ${formatObservation(received)}`,
  );

test('the words that look like a file path or a stack trace are shown, and a longer path than that of the request', () => {
  expect(saying('GET /app/v1/jobs/job%201: (/app/dist/server.js)')).toEqual([
    'errors.secret-free: "/app/dist/server.js"',
  ]);
  expect(saying('Open /var/log/messages.log.old of the host')).toEqual([
    'errors.secret-free: "/var/log/messages.log.old"',
  ]);
  expect(saying('Error: x\n    at lookUp (server.js:12:7)')).toEqual([
    'errors.secret-free: "at lookUp (server.js:12:7)"',
  ]);
});
