import { expect, test } from '@playwright/test';
import { answered } from '../../../proof/helpers/answered';
import { aContext, anError } from '../../../proof/helpers/reports-runs';
import type { Exchange } from '../data/evidence';
import { rejectedWith } from '../data/expectation';
import type { Answer } from '../response/answer';
import { jobFailed } from '../response/failed-work';
import { formatReason } from '../texts/wording';
import { evaluate } from '../verdict/evaluate';
import { decide } from './guards';

const looked = (body: unknown) => answered(200, body, { operation: 'job' });

test('a model may need another plan if the list of the account lacks it or the account may not read a list', () => {
  const asked = { operation: 'text', variable: 'NO_CREDITS_API_KEY' } as const;
  const request = {
    method: 'POST',
    url: 'https://api.example/v1/text',
    headers: [],
    body: '{"model":"acme-text-pro"}',
  };
  const answer = answered(404, anError('model_not_found'), { ...asked, request });
  const list = (more: object, variable: Exchange['variable'] = asked.variable) =>
    answered(200, { models: [{ id: 'acme-text-nano' }], ...more }, { operation: 'models', variable });
  const explained = (...others: Answer[]) => {
    const expected = rejectedWith(402, 'insufficient_credits');
    const around = [answer, ...others].map(({ exchange }) => exchange);
    const found = decide({ expected, met: false, answer, answers: [answer], around, context: aContext({}) });
    return found && `${found.verdict}: ${formatReason(found.reason)}`;
  };
  expect(explained(list({}))).toMatch(/^not tested: needs a plan that includes the model/);
  const unread = (status: number, code: string) =>
    answered(status, anError(code), { operation: 'models', variable: asked.variable });
  expect(explained(unread(409, 'no_backend_account'))).toMatch(/^not tested: needs a plan/);
  expect(explained(unread(429, 'rate_limited'))).toBeNull();
  expect(explained()).toBeNull();
  expect(explained(list({}, 'API_KEY'))).toBeNull();
  expect(explained(list({ next: '/v1/models?page=2' }))).toBeNull();
  expect(explained(list({ models: [{ id: 'acme-text-pro' }] }))).toBeNull();
  expect(explained(list({ regions: [{ id: 'eu-1' }] }))).toMatch(/^not tested: needs a plan/);
  expect(
    explained(list({ regions: [{ id: 'eu-1' }], deep: { list: [{ id: 'acme-text-pro' }] } })),
  ).toBeNull();
});

const failed = { ...jobFailed, guard: 'failed job' };

/** Evaluates a job whose lookup shows no result after the wait, and returns why it is inconclusive. */
function withoutResult(body: unknown, { at = '/result', state }: { at?: string; state?: string } = {}) {
  const asked = { kind: 'value', part: 'job.result', at, patient: true, ...(state && { state }) } as const;
  return evaluate(asked, [looked(body)], [], aContext({ verifiedEarlier: ['job.result'] })).unjudged;
}

const failedJobs: Record<string, [body: unknown, places?: { at?: string; state?: string }]> = {
  'its state at the pointer of the target file': [
    { progress: { phase: 'FAILED' } },
    { state: '/progress/phase' },
  ],
  'a state at the top': [{ state: 'failed', result: null }],
  'a status that is an object': [{ status: { code: 'error', percent: 40 } }],
  'an error object in place of the result': [{ state: 'done', error: { reason: 'out of memory' } }],
};
for (const [words, [body, places]] of Object.entries(failedJobs))
  test(`a job that says that it failed needs no result: ${words}`, () => {
    expect(withoutResult(body, places)).toEqual(failed);
  });

const doneJobs: typeof failedJobs = {
  'a log has a line of the level "error"': [{ state: 'done', log: [{ level: 'error', text: 'retried' }] }],
  'a step of it was cancelled': [{ state: 'done', steps: [{ name: 'a', status: 'cancelled' }] }],
  'its state at the pointer of the target file is done': [
    { status: 'error', progress: { phase: 'done' } },
    { state: '/progress/phase' },
  ],
};
for (const [words, [body, places]] of Object.entries(doneJobs))
  test(`a job that does not say that it failed needs a result: ${words}`, () => {
    expect(withoutResult(body, places)).toBeUndefined();
  });
