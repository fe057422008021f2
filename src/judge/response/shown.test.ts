import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { onMock } from '../../../proof/helpers/open-mock';
import { anExchange } from '../../../proof/helpers/reports-runs';
import { foreignAtOnce } from '../../drive/ask/ask';
import { requireOwned } from '../../drive/named/work';
import { shapeOf } from '../data/json';
import { answerOf, body, contentOf, isAccepted } from './answer';
import { rejectionIn } from './error-object';
import { formOf, withForm } from './form';
import { storeResponse } from './stored-response';

const isKnown = (text: string) => text === 'job-1' || text === '17';

test('a form has the types and lengths of the values, and the known IDs alone as they are', () => {
  const job = {
    job_id: 'job-1',
    state: 'done',
    result: { text: 'Private words.', tokens: 12, cached: true },
    'somebody@example.com': '',
  };
  expect(formOf(job, isKnown)).toEqual({
    job_id: 'job-1',
    state: '4 characters',
    result: { text: '14 characters', tokens: 0, cached: false },
    'field 4, 20 characters': '',
  });
  const items = [{ id: 17, owner: null }, { id: 18, owner: null }, { id: 19, owner: null }, 'x', 'y'];
  expect(formOf(items, isKnown)).toEqual([{ id: 17, owner: null }, { id: 0, owner: null }, '1 characters']);
  expect(formOf('Private words.', isKnown)).toBe('14 characters');
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
        const form = withForm(whole, isKnown);
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
    const { response } = withForm(storeResponse(anExchange({ response: null }), received), isKnown).exchange;
    expect(response?.body.length).toBeLessThan(5_000);
  }
});

test('a lookup of the job of another account is stored by its form, one of an own job as it is', async () => {
  const { evidence } = await onMock({ defects: ['everybody can read a job'] }, async (session) => {
    await foreignAtOnce(session, 'job');
    await requireOwned(session, 'job');
  });
  const looked = evidence.exchanges.filter(({ operation }) => operation === 'job');
  const shown = looked.map(({ variable, response }) => [
    variable,
    response?.form,
    response?.body.includes(' characters'),
  ]);
  expect(shown).toContainEqual(['OTHER_API_KEY', true, true]);
  for (const [variable, form] of shown)
    expect(form === true, `${variable}`).toBe(variable === 'OTHER_API_KEY');
  expect(looked.map(({ variable }) => variable)).toContain('API_KEY');
});
