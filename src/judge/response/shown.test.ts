import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { anExchange } from '../../../proof/helpers/reports-runs';
import { shapeOf } from '../data/json';
import { answerOf, body, contentOf, isAccepted } from './answer';
import { rejectionIn } from './error-object';
import { formOf, typed, withoutUnknown } from './shown';
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
