import { expect, test } from '@playwright/test';
import { codes } from '../../spec/contract';
import { type ClauseId, ledger } from '../../spec/ledger';
import { observed, parse } from '../engine/answer';
import { judge, type Seen } from '../engine/judge';
import { expectationWords, observationWords } from '../engine/wording';

const error = { code: 'not_found', message: 'There is no such job.', type: 'acme_error' };

/** An answer as the contract has it: 404 not_found of a known endpoint. */
function seen(overrides: Partial<Seen> & { json?: unknown } = {}): Seen {
  const { json = { error }, ...rest } = overrides;
  return {
    status: 404,
    contentType: 'application/json',
    text: JSON.stringify(json),
    byteOrderMark: false,
    known: true,
    leaks: [],
    firstType: 'acme_error',
    words: ['acme'],
    ...rest,
  };
}

const broken = (answer: Seen) => [...new Set(judge(answer).breaches.map(({ clause }) => clause))].sort();
/** The breaches of an answer, in words. */
const told = (answer: Seen) =>
  judge(answer).breaches.map(({ clause, expected, received }) => ({
    clause,
    expected: expectationWords(expected),
    received: observationWords(received),
  }));
const judged = (answer: Seen) => [...judge(answer).judged].sort();

const everyClause = [
  'errors.body.media-type',
  'errors.body.single-field',
  'errors.code.listed',
  'errors.code.status',
  'errors.message.empty',
  'errors.message.string',
  'errors.object.fields',
  'errors.secret-free',
  'errors.type.constant',
  'errors.type.service',
];

test('an error as the contract has it meets every clause about errors', () => {
  expect(judge(seen()).breaches).toEqual([]);
  expect(judged(seen())).toEqual(everyClause);
});

for (const [code, status] of Object.entries(codes)) {
  test(`${code} goes with ${status} and with no other status`, () => {
    const json = { error: { ...error, code } };
    expect(broken(seen({ json, status }))).toEqual([]);
    for (const other of [302, 400, 401, 402, 403, 404, 409, 418, 422, 429, 500, 502, 503]) {
      if (other === status) continue;
      expect(told(seen({ json, status: other }))).toEqual([
        {
          clause: 'errors.code.status',
          expected: `${status} ${code}`,
          received: `${other} ${code}`,
        },
      ]);
    }
  });
}

const without = (field: keyof typeof error) =>
  Object.fromEntries(Object.entries(error).filter(([name]) => name !== field));

const breaches: Record<string, [json: unknown, clauses: string[]]> = {
  'no code': [{ error: without('code') }, ['errors.code.listed', 'errors.object.fields']],
  'no message': [{ error: without('message') }, ['errors.message.string', 'errors.object.fields']],
  'no type': [{ error: without('type') }, ['errors.object.fields', 'errors.type.constant']],
  'a field too many': [{ error: { ...error, status: 404 } }, ['errors.object.fields']],
  'a field named __proto__': [
    parse('{"error":{"code":"not_found","message":"m","type":"acme_error","__proto__":1}}'),
    ['errors.object.fields'],
  ],
  'a field beside error': [{ error, success: false }, ['errors.body.single-field']],
  'a code of its own': [{ error: { ...error, code: 'gone' } }, ['errors.code.listed']],
  'a code in capitals': [{ error: { ...error, code: 'NOT_FOUND' } }, ['errors.code.listed']],
  'a code that every object has': [{ error: { ...error, code: 'toString' } }, ['errors.code.listed']],
  'a number for a code': [{ error: { ...error, code: 404 } }, ['errors.code.listed']],
  'null for a code': [{ error: { ...error, code: null } }, ['errors.code.listed']],
  'a list for a message': [{ error: { ...error, message: ['a'] } }, ['errors.message.string']],
  'null for a message': [{ error: { ...error, message: null } }, ['errors.message.string']],
  'a number for a type': [{ error: { ...error, type: 1 } }, ['errors.type.constant']],
  'a type without a service': [
    { error: { ...error, type: '_error' } },
    ['errors.type.constant', 'errors.type.service'],
  ],
  'a type of another form': [
    { error: { ...error, type: 'acme_failure' } },
    ['errors.type.constant', 'errors.type.service'],
  ],
  'the type of another service': [
    { error: { ...error, type: 'other_error' } },
    ['errors.type.constant', 'errors.type.service'],
  ],
  'null for error': [{ error: null }, ['errors.object.fields']],
  'a string for error': [{ error: 'not_found' }, ['errors.object.fields']],
  'a list for error': [{ error: [error] }, ['errors.object.fields']],
  'another name for error': [{ Error: error }, ['errors.body.single-field']],
  'an object without fields': [{}, ['errors.body.single-field']],
  'an object without fields in error': [
    { error: {} },
    ['errors.code.listed', 'errors.message.string', 'errors.object.fields', 'errors.type.constant'],
  ],
  'a list around it': [[{ error }], ['errors.body.single-field']],
  'JSON within JSON': [JSON.stringify({ error }), ['errors.body.single-field']],
  null: [null, ['errors.body.single-field']],
  'a number': [404, ['errors.body.single-field']],
};
for (const [name, [json, clauses]] of Object.entries(breaches)) {
  test(`an error body with ${name} breaks ${clauses.join(', ')}`, () => {
    expect(broken(seen({ json }))).toEqual(clauses);
    for (const clause of clauses) expect(ledger[clause as ClauseId].level).toBe('must');
  });
}

const bodies: Record<string, [text: string | null, received: string]> = {
  'an empty body': ['', '404 with an empty body'],
  'white space': [' \n', '404 with an empty body'],
  'bytes that are no UTF-8': [null, '404 with bytes that are no UTF-8'],
  'an HTML page': ['<!DOCTYPE html>\n<p>Not found', '404 application/json: <!DOCTYPE html> <p>Not found'],
  'an error cut off': ['{"error":{"code":', '404 application/json: {"error":{"code":'],
  'a million brackets': ['['.repeat(1_000_000), `404 application/json: ${'['.repeat(60)}...`],
};
for (const [name, [text, received]] of Object.entries(bodies)) {
  test(`${name} for an error is one breach, told in few words`, () => {
    expect(told(seen({ text }))).toEqual([
      {
        clause: 'errors.body.single-field',
        expected: 'a JSON object with one field, error, and nothing twice',
        received,
      },
    ]);
    expect(judged(seen({ text }))).toEqual(['errors.body.single-field']);
  });
}

test('a long body and long names are cut in what is told', () => {
  const json = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, 'x']));
  const breaches = told(seen({ json: { error: { ...error, code: 'c'.repeat(10_000) }, ...json } }));
  for (const { received } of breaches) expect(received.length).toBeLessThan(150);
  const long = observed({ status: 500, contentType: '', text: 'x'.repeat(10_000) });
  expect(observationWords(long).length).toBeLessThan(120);
});

test('the type must stay what it was in the first error of the run', () => {
  expect(broken(seen({ firstType: 'other_error' }))).toEqual(['errors.type.constant']);
  expect(broken(seen({ firstType: undefined }))).toEqual([]);
});

test('the service word of the type is one that the model names show; with none shown it is not judged', () => {
  expect(broken(seen({ words: ['other'] }))).toEqual(['errors.type.service']);
  expect(broken(seen({ words: ['other', 'acme'] }))).toEqual([]);
  expect(judged(seen({ words: [] }))).not.toContain('errors.type.service');
});

const advice: Record<string, [overrides: Partial<Seen> & { json?: unknown }, clause: string]> = {
  'labelled as text': [{ contentType: 'text/plain' }, 'errors.body.media-type'],
  'without a label': [{ contentType: '' }, 'errors.body.media-type'],
  'with a byte-order mark': [{ byteOrderMark: true }, 'errors.body.media-type'],
  'with an empty message': [{ json: { error: { ...error, message: '' } } }, 'errors.message.empty'],
  'that shows a key': [{ leaks: ['API_KEY'] }, 'errors.secret-free'],
  'with a Node stack trace': [
    { json: { error: { ...error, message: 'Error: x\n    at lookUp (/srv/app/jobs.js:12:7)' } } },
    'errors.secret-free',
  ],
  'with a Python stack trace': [
    { json: { error: { ...error, message: 'Traceback (most recent call last):' } } },
    'errors.secret-free',
  ],
  'with a Java stack trace': [
    { json: { error: { ...error, message: 'at com.acme.Jobs.find(Jobs.java:31)' } } },
    'errors.secret-free',
  ],
  'with a file path': [
    { json: { error: { ...error, message: 'cannot open /var/lib/jobs/1.json' } } },
    'errors.secret-free',
  ],
  'with a Windows path': [
    { json: { error: { ...error, message: 'cannot open C:\\jobs\\1.json' } } },
    'errors.secret-free',
  ],
};
for (const [name, [overrides, clause]] of Object.entries(advice)) {
  test(`an error ${name} deviates from ${clause} and violates nothing`, () => {
    expect(broken(seen(overrides))).toEqual([clause]);
    expect(ledger[clause as ClauseId].level).toBe('advice');
  });
}

const lawful: Record<string, Partial<Seen> & { json?: unknown }> = {
  'a charset': { contentType: 'application/json; charset=utf-8' },
  'a media type of its own': { contentType: 'application/problem+json' },
  'another order of fields': { json: { error: { type: 'acme_error', message: 'x', code: 'not_found' } } },
  'a message in Korean': { json: { error: { ...error, message: '작업을 찾을 수 없습니다' } } },
  'a message about the route': {
    json: { error: { ...error, message: 'There is no /v1/jobs/1 (at 12:30:01)' } },
  },
  'white space around it': { text: `\r\n ${JSON.stringify({ error }, null, 2)}\n` },
};
for (const [name, overrides] of Object.entries(lawful)) {
  test(`an error with ${name} is as good`, () => {
    expect(judge(seen(overrides)).breaches).toEqual([]);
  });
}

test('a success of a known endpoint is JSON', () => {
  const success = (text: string | null) => seen({ status: 200, text });
  for (const text of ['{}', '[]', '7', 'null', '{"error":null}'])
    expect(broken(success(text)), text).toEqual([]);
  for (const text of ['', '<html>', '{', null]) expect(broken(success(text))).toEqual(['service.json']);
  expect(judged(success('{}'))).toEqual(['service.json']);
});

test('a success of any other endpoint may be anything but an error object', () => {
  const success = (json: unknown) => seen({ status: 202, known: false, json });
  expect(broken(seen({ status: 204, known: false, text: '' }))).toEqual([]);
  expect(judged(success({}))).toEqual([]);
  expect(judged(success({ error }))).toEqual(['errors.code.status']);
  expect(broken(success({ error }))).toEqual(['errors.code.status']);
  expect(broken(success({ error: { ...error, code: 'own_code' } }))).toEqual(['errors.code.status']);
});

test("a job's own record of its failure is no error object", () => {
  const record = { job_id: 'a', state: 'failed', error };
  expect(broken(seen({ status: 200, json: record }))).toEqual([]);
});

test('a redirect is a failed answer', () => {
  expect(broken(seen({ status: 302, text: '', contentType: '' }))).toEqual(['errors.body.single-field']);
});
