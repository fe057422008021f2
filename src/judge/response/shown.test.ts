import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { anError, anExchange } from '../../../proof/helpers/reports-runs';
import type { Exchange } from '../data/evidence';
import { shapeOf } from '../data/json';
import { answerOf, body, contentOf, isAccepted } from './answer';
import { rejectionIn } from './error-object';
import { bodiesShown, formOf, isMadeUp, typed, withoutUnknown } from './shown';
import { storeResponse } from './stored-response';

const names = [
  'job_id',
  'state',
  'result',
  'text',
  'tokens',
  'cached',
  'id',
  'owner',
  'error',
  'code',
  'more',
];
const known = {
  isName: (name: string) => names.includes(name),
  isValue: (text: string) => text === 'job-1' || text === '17',
};

test('a form has the types and lengths of the values, and known names and IDs alone as they are', () => {
  const job = {
    job_id: 'job-1',
    state: 'done',
    result: { text: 'Private words.', tokens: 12, cached: true },
    'somebody@example.com': '',
    alice_smith: 1,
  };
  expect(formOf(job, known)).toEqual({
    job_id: 'job-1',
    state: '4 characters',
    result: { text: '14 characters', tokens: 'number', cached: 'boolean' },
    'field 4, 20 characters': '',
    'field 5, 11 characters': 'number',
  });
  const items = [{ id: 17, owner: null }, { id: 18, owner: null }, { id: 19, owner: null }, 'x', 'y'];
  expect(formOf(items, known, typed)).toEqual([
    { id: 17, owner: null },
    { id: 0, owner: null },
    '1 characters',
  ]);
  expect(formOf('Private words.', known)).toBe('14 characters');
});

const marked = 'S7RANGER';
const anyText = fc.constantFrom(marked, `a ${marked}`, `${marked}@example.com`, '');
const anyBody = fc.oneof(
  fc
    .letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        anyText,
        fc.integer({ min: 1 }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(anyText, fc.constantFrom('job_id', 'state', 'error', 'code')), tie('value'), {
          maxKeys: 3,
        }),
        fc.constant({ error: { code: 'not_found', message: marked } }),
        fc.constant({ error: { code: marked, type: 'acme_error' }, more: marked }),
        fc.constant([{ id: 'acme-text-pro' }, { id: marked }]),
      ),
    }))
    .value.map((value) => JSON.stringify(value)),
  fc.constant(`data: {"error": {"code": "not_found", "message": "${marked}"}}\n\ndata: ${marked}\n\n`),
  fc.constantFrom('', `<p>${marked}</p>`, `{"cut": "${marked}`, 'null'),
);
const anyHeader = fc.constantFrom(
  ['Location', `/v1/jobs/${marked}?x`],
  ['Location', `https://a.example/${marked}`],
  ['Link', `<${marked}>`],
  ['Age', '3'],
) as fc.Arbitrary<[string, string]>;

test('a response by its form shows nothing of a body or of its addresses, and is accepted or rejected like the whole', () => {
  fc.assert(
    fc.property(
      anyBody,
      fc.array(anyHeader, { maxLength: 2 }),
      fc.constantFrom('job', 'credits', 'models', 'text', 'run', 'other'),
      fc.constantFrom(200, 202, 302),
      (text, headers, operation, status) => {
        const asked = anExchange({ operation, response: null });
        const received = { status, headers, body: Buffer.from(text), milliseconds: 1 };
        const whole = storeResponse(asked, received);
        const form = withoutUnknown(whole, known);
        expect(JSON.stringify(form)).not.toContain(marked);
        expect(form.exchange.response?.bodyBytes).toBe(text.length);
        expect(isAccepted(form)).toBe(isAccepted(whole));
        expect(isAccepted(answerOf(form.exchange) ?? form)).toBe(isAccepted(whole));
        const rejects = ({ exchange, ...answer }: typeof whole) =>
          rejectionIn(contentOf(answer), exchange) !== undefined;
        expect(rejects(form)).toBe(rejects(whole));
        expect(shapeOf(body(form), () => '')).toBe(shapeOf(body(whole), () => ''));
      },
    ),
  );
});

test('a body of any depth or width has a short form', () => {
  for (const text of [
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`f${index}`, 'x']))),
  ]) {
    const received = { status: 200, headers: [], body: Buffer.from(text), milliseconds: 1 };
    const { response } = withoutUnknown(
      storeResponse(anExchange({ response: null }), received),
      known,
    ).exchange;
    expect(response?.body.length).toBeLessThan(5_000);
  }
});

test('the message about the ID of somebody else is shown only if an unknown ID gets the same', () => {
  const asked = (id: string, asksAbout: Exchange['asksAbout'], words: string) =>
    anExchange({
      ...{ operation: 'job', path: `/v1/jobs/${id}`, status: 404, asksAbout },
      answer: anError('not_found', { message: `No job ${id}${words}` }),
    } as Parameters<typeof anExchange>[0]);
  const unknown = asked('job_made_up_1', 'nobody', '.');
  const alike = asked('job_of_bob_17', 'somebody', '.');
  const telling = asked('job_of_bob_18', 'somebody', ' of bob@corp.example.');
  const bodyOf = bodiesShown([unknown, alike, telling]);
  expect(bodyOf(unknown)).toContain('"No job job_made_up_1."');
  expect(bodyOf(alike)).toContain('"No job job_of_bob_17."');
  expect(bodyOf(telling)).toContain('"message":"41 characters"');
  expect(bodyOf(telling)).toContain('"code":"not_found"');
});

test('an ID is made up if it is like none that exists', () => {
  for (const [id, expected] of [
    ['job_9f8e7d6c', true],
    ['job_1a2b3c4e', false],
    ['job_%25', false],
    ['undefined', false],
  ] as const)
    expect(isMadeUp(id, ['job_1a2b3c4d']), id).toBe(expected);
});
