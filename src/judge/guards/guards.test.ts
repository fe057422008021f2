import { expect, test } from '@playwright/test';
import { answered } from '../../../proof/helpers/answered';
import { aContext, anError, anExchange, rejected } from '../../../proof/helpers/reports-runs';
import { partsAnswered, workflowParts } from '../../drive/target-file/parts';
import type { Block } from '../../drive/target-file/target';
import type { Context, Exchange } from '../data/evidence';
import { type Connection, type Expectation, rejectedWith } from '../data/expectation';
import { type Answer, answerOf } from '../response/answer';
import { firstUnverified } from '../response/parts';
import { formatReason } from '../texts/wording';
import { evaluate } from '../verdict/evaluate';
import { decide } from './guards';

/** Returns why a wrong response is not reported as a violation, as text; null if it is a violation. */
function explains(...asked: Parameters<typeof decided>): string | null {
  const found = decided(...asked);
  return found === null ? null : `${found.verdict}: ${formatReason(found.reason)}`;
}

function decided(
  expected: Expectation,
  answer: Answer | Answer[],
  others: Answer[] = [],
  context: Partial<Context> = {},
) {
  const answers = [answer].flat();
  const [first] = answers as [Answer];
  const around = [...answers, ...others].map(({ exchange }) => exchange);
  return decide({
    expected,
    met: false,
    answer: first,
    answers,
    around,
    context: aContext(context),
  });
}

const success: Expectation = { kind: 'success' };
const anId: Expectation = { kind: 'identifier', name: 'job_id', type: 'string' };
const rejection = (status: number, code: string, overrides: Partial<Exchange> = {}) =>
  answered(status, anError(code), { operation: 'text', ...overrides });
const request = (path: string, body?: unknown) => ({
  method: 'POST',
  url: `https://api.example${path}`,
  headers: [],
  body: body === undefined ? null : JSON.stringify(body),
});
const accepted = (overrides: Partial<Exchange>) => answered(200, {}, { operation: 'text', ...overrides });
const looked = (body: unknown) => answered(200, body, { operation: 'job' });

test('a page at a known address only breaks the clause about the body, unless it is empty or a 404', () => {
  const page = (status: number, text = '<!doctype html>Log in') =>
    answerOf(anExchange({ status, answer: text })) as Answer;
  for (const status of [200, 403])
    expect(explains(success, page(status))).toMatch(
      /^blocked: the accepted credits request got \d+ (application|without an error code)/,
    );
  expect(explains(success, page(404))).toBeNull();
  expect(explains(success, page(400, 'Too many requests'))).toMatch(/^blocked/);
  expect(explains(success, page(204, ''))).toBeNull();
});

test('a submission whose model is rejected as unknown is judged only by the clause about listed models', () => {
  const submitted = rejection(404, 'model_not_found', { operation: 'submit', parts: ['job.submit'] });
  const context = { verifiedEarlier: ['*'] };
  expect(explains(anId, submitted, [], context)).toBe('blocked: the submission got 404 model_not_found');
  expect(explains({ kind: 'listed model' }, submitted, [], context)).toBeNull();
  const malformed = rejection(422, 'invalid_request', { operation: 'submit', parts: ['job.submit'] });
  expect(explains(anId, malformed, [], context)).toBeNull();
});

test('a model may need another plan if the list of the account lacks it or the account may not read a list', () => {
  const asked = {
    variable: 'NO_CREDITS_API_KEY',
    request: request('/v1/text', { model: 'acme-text-pro' }),
  } as const;
  const list = (more: object, variable: Exchange['variable'] = asked.variable) =>
    answered(200, { models: [{ id: 'acme-text-nano' }], ...more }, { operation: 'models', variable });
  const explained = (...around: Answer[]) =>
    explains(rejectedWith(402, 'insufficient_credits'), rejection(404, 'model_not_found', asked), around);
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

const jobFailed = { verdict: 'inconclusive', reason: { kind: 'job failed' }, guard: 'failed job' };

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
  'a status in capitals at the top': [{ status: 'TIMED_OUT' }],
  'a status that is an object': [{ status: { code: 'error', percent: 40 } }],
  'a state beside the place of the result': [{ data: { state: 'failed' } }, { at: '/data/output/text' }],
  'an error object in place of the result': [{ state: 'done', error: { reason: 'out of memory' } }],
  'an error in words in place of the result': [{ status: 'terminated', error: 'out of memory' }],
};
for (const [words, [body, places]] of Object.entries(failedJobs))
  test(`a job that says that it failed needs no result: ${words}`, () => {
    expect(withoutResult(body, places)).toEqual(jobFailed);
  });

const doneJobs: typeof failedJobs = {
  'a log has a line of the level "error"': [{ state: 'done', log: [{ level: 'error', text: 'retried' }] }],
  'a step of it was cancelled': [{ state: 'done', steps: [{ name: 'a', status: 'cancelled' }] }],
  'its state at the pointer of the target file is done': [
    { status: 'error', progress: { phase: 'done' } },
    { state: '/progress/phase' },
  ],
  'its error is null, or empty': [{ state: 'done', error: null, data: { error: {} } }],
};
for (const [words, [body, places]] of Object.entries(doneJobs))
  test(`a job that does not say that it failed needs a result: ${words}`, () => {
    expect(withoutResult(body, places)).toBeUndefined();
  });

test('the lookup of a run is verified if its response has the ID or if it rejects another ID', () => {
  const look = (id: string, body: unknown, status = 200) =>
    answered(status, body, { operation: 'run', parts: ['run'], request: request(`/v1/flow?id=${id}`) });
  const notFound = rejectedWith(404, 'not_found');
  const [other, own] = [look('b', { runs: [] }), look('a', { runs: [] })];
  expect(explains(notFound, other, [own])).toMatch(/^blocked: either run in the target file is wrong/);
  expect(explains(notFound, other, [own], { verifiedEarlier: ['run'] })).toBeNull();
  expect(explains(notFound, look('b', { id: 'a' }), [look('a', { id: 'a' })])).toBeNull();
  expect(explains(notFound, look('b', anError('invalid_request'), 422), [look('a', {})])).toBeNull();
});

test('a pointer that finds nothing is named with the place of such a value, unless it was verified', () => {
  const look = answered(
    200,
    { status: 'done', job_id: 'j1' },
    { operation: 'job', request: request('/v1/jobs/j1') },
  );
  const state = { kind: 'value', part: 'job.state', at: '/state' } as const;
  expect(explains(state, look)).toMatch(/either job\.state .*; such a value is at \/status$/);
  expect(explains(state, look, [], { verifiedEarlier: ['job.state'] })).toBeNull();
  const models = answered(200, { data: [{ id: 'a' }] }, { operation: 'models' });
  expect(explains({ kind: 'models', at: '/list' }, models)).toMatch(
    /either models .*such a value is at \/data$/,
  );
  // There is a list at the pointer, so the server causes what it lacks.
  expect(explains({ kind: 'models', at: '/data' }, models)).toBeNull();
});

test('an unverified connection is named before its block types if the rejection is 400, and after them if it is 422', () => {
  const blocks = [
    { name: 'a', type: 'write', inputs: { prompt: { literal: 'x' } } },
    { name: 'b', type: 'draw', inputs: { prompt: { block: 'a', field: 'title' } } },
    { name: 'c', type: 'describe', inputs: { picture: { block: 'b', field: 'picture' } } },
  ];
  const unverified = (status: number, code: string) => {
    const parts = workflowParts(blocks);
    const rejected = answered(status, anError(code), { operation: 'workflow', parts });
    const verifiedEarlier = ['workflow.submit', 'workflow.blockTypes (write)', 'workflow.blockTypes (draw)'];
    return firstUnverified(
      partsAnswered(parts, rejected, blocks),
      rejected,
      [],
      aContext({ verifiedEarlier }),
    );
  };
  expect(unverified(400, 'invalid_workflow')).toBe('workflow.blockTypes (write.title > draw.prompt)');
  expect(unverified(422, 'invalid_request')).toBe('workflow.blockTypes (describe)');
});

test('a rejected workflow blames the connection that the message names, and never the one that is wrong on purpose', () => {
  const reads = (block: string, field: string) => ({ block, field });
  const blocks: Block[] = [
    { name: 'first', type: 'write', inputs: { prompt: { literal: 'Hello' } } },
    { name: 'second', type: 'draw', inputs: { prompt: reads('first', 'text') } },
    {
      name: 'third',
      type: 'label',
      inputs: { value: reads('second', 'seed'), more: reads('first', 'text') },
    },
  ];
  const parts = workflowParts(blocks);
  const named = (status: number, code: string, message: string, faulty?: Connection) => {
    const answer = answered(status, anError(code, { message }), { operation: 'workflow', parts });
    return partsAnswered(parts, answer, blocks, faulty)[1];
  };
  const rejected = 'third cannot read seed of second';
  const first = 'workflow.blockTypes (write.text > draw.prompt)';
  expect(named(400, 'invalid_workflow', rejected)).toBe('workflow.blockTypes (draw.seed > label.value)');
  expect(named(400, 'invalid_workflow', 'a connection is wrong')).toBe(first);
  expect(named(422, 'invalid_request', rejected)).toBe('workflow.blockTypes (draw)');
  expect(named(422, 'invalid_request', 'an input is missing')).toBe('workflow.blockTypes (write)');
  const faulty = { consumer: 'third', input: 'value', source: 'second', field: 'seed' };
  expect(named(400, 'invalid_workflow', rejected, faulty)).toBe(first);
});

test('an ID at a pointer is no job_id if the response has another one under that name', () => {
  const expected = { kind: 'identifier', name: 'job_id', at: '/status', type: 'string' } as const;
  const unjudgedFor = (body: object) =>
    evaluate(
      expected,
      [answered(202, body, { operation: 'submit' })],
      [accepted({}).exchange, rejected],
      aContext({}),
    ).unjudged;
  expect(unjudgedFor({ status: 'queued', job_id: 'j1' })).toMatchObject({
    guard: 'conflicting ids',
    reason: { kind: 'unverified', part: 'job.id' },
  });
  expect(unjudgedFor({ status: 'queued' })).toBeUndefined();
});
