import { expect, test } from '@playwright/test';
import { answered } from '../../../proof/helpers/answered';
import {
  aContext,
  aMismatch,
  anError,
  anExchange,
  factsOn,
  rejected,
} from '../../../proof/helpers/reports-runs';
import type { KeyVariable } from '../../../spec/accounts';
import type { WithModel } from '../../../spec/operations';
import { partsAnswered, workflowParts } from '../../drive/target-file/parts';
import type { Block } from '../../drive/target-file/target';
import type { Context, Exchange } from '../data/evidence';
import { type Connection, type Expectation, rejectedWith } from '../data/expectation';
import type { AccountFacts } from '../data/facts';
import { type Answer, answerOf } from '../response/answer';
import { firstUnverified, rejectedFaults } from '../response/parts';
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
const prompt = { parts: ['text.prompt' as const], request: request('/v1/text', { prompt: 'a' }) };
const messages = { parts: ['text.messages' as const], request: request('/v1/text', { messages: [] }) };
const accepted = (overrides: Partial<Exchange>) => answered(200, {}, { operation: 'text', ...overrides });
const looked = (body: unknown) => answered(200, body, { operation: 'job' });
/** Returns why the number that is read as the credits may be another number; null if there is no such reason. */
const misread = (...asked: Parameters<typeof decided>) =>
  decided(...asked)?.guard === 'wrong credits field' ? explains(...asked) : null;
/** Returns an AI request between these readings. */
const use = (...readings: unknown[]) => [
  accepted(prompt),
  ...readings.map((json) => answered(200, json, { operation: 'credits' })),
];
const invalid = rejectedWith(400, 'invalid_workflow');
/** Returns an AI request with a measured charge, and the context that holds the charge. */
const charged = (charge: number): [Answer[], Partial<Context>] => {
  const answer = accepted(prompt);
  return [[answer], { facts: factsOn([[answer.exchange, { charged: charge }]]) }];
};

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

test('a violation of `prompt` alone asks for the address in the target file if the response is 422, not 502', () => {
  const noteOf = (rejected: Answer) =>
    evaluate(success, [rejected], [rejected.exchange], aContext({ verifiedEarlier: ['text.prompt'] })).note;
  expect(noteOf(rejection(422, 'invalid_request', prompt))).toEqual({ kind: 'prompt' });
  expect(noteOf(rejection(502, 'upstream_error', prompt))).toBeUndefined();
});

test('a missing ID is a violation if another submission response has it, except in an immediate text response', () => {
  const explained = (operation: WithModel, body: unknown) => {
    const answering = (each: unknown) => answered(202, each, { operation, parts: ['job.submit'] });
    return explains(anId, answering(body), [answering({ job_id: 'job_1' })]);
  };
  expect(explained('submit', { data: {} })).toBeNull();
  expect(explained('submit', { job_id: null })).toBeNull();
  expect(explained('text', { data: {} })).toMatch(/^blocked: either/);
});

test('a missing ID is a violation if another response has it at the pointer and this one has no such field elsewhere', () => {
  const answering = (body: unknown) => answered(202, body, { operation: 'submit' });
  const other = answering({ data: { id: 'job_1' } });
  const explained = (body: unknown, around: Answer[]) =>
    explains({ ...anId, at: '/data/id' }, answering(body), around);
  expect(explained({ data: {} }, [])).toMatch(/^blocked: either job\.id/);
  expect(explained({ data: {} }, [other])).toBeNull();
  expect(explained({ data: { id: 7 } }, [other])).toBeNull();
  expect(explained({ jobs: [{ id: 'job_2' }] }, [other])).toMatch(/^blocked: either job\.id/);
});

test('a missing result is a violation if another job has it at the pointer, unless the response has other fields', () => {
  const result = { kind: 'value', part: 'job.result', at: '/result/text', patient: true } as const;
  const explained = (body: unknown, around: Answer[]) => explains(result, looked(body), around);
  const job = { id: 1, made: 2, ended: 3, state: 'done' };
  const other = looked({ ...job, result: { text: 'ok' } });
  expect(explained(job, [])).toMatch(/^blocked: either job\.result/);
  expect(explained(job, [other])).toBeNull();
  expect(explained({ ...job, result: null }, [other])).toBeNull();
  expect(explained({ ...job, result: { parts: ['ok'] } }, [other])).toMatch(/^blocked: either/);
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

test('a result that was shown before is missing, and not late, whatever the wait', () => {
  const asked = { kind: 'value', part: 'job.result', at: '/result' } as const;
  const last = looked({ state: 'done' });
  const result = (...around: Answer[]) =>
    evaluate(
      asked,
      [last],
      around.map(({ exchange }) => exchange),
      aContext({ verifiedEarlier: ['job.result'] }),
    );
  expect(result(last).unjudged).toMatchObject({ guard: 'slow job', reason: { kind: 'not done' } });
  const another = looked({ state: 'done', result: 'ok' });
  const { request } = another.exchange;
  const elsewhere = { ...another.exchange, request: { ...request, url: `${request.url}/another` } };
  expect(result({ ...another, exchange: elsewhere }, last).unjudged?.guard).toBe('slow job');
  const gone = result(looked({ state: 'done', result: 'ok' }), last);
  expect([gone.met, gone.unjudged, gone.note]).toEqual([false, undefined, undefined]);
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
  'a state beside its ID': [{ data: { job: { job_id: 'j-1', jobStatus: 'canceled' } }, meta: {} }],
  'a state beside the place of the result': [{ data: { state: 'failed' } }, { at: '/data/output/text' }],
  'an error object in place of the result': [{ state: 'done', error: { reason: 'out of memory' } }],
  'an error in words in place of the result': [{ status: 'terminated', error: 'out of memory' }],
  'an error beside a state with an unknown word': [
    { state: 'kaputt', error: { reason: 'out of memory' } },
    { state: '/state' },
  ],
  'a state at the top, if the pointer of the target file finds nothing': [
    { state: 'failed' },
    { state: '/phase' },
  ],
};
for (const [words, [body, places]] of Object.entries(failedJobs))
  test(`a job that says that it failed needs no result: ${words}`, () => {
    expect(withoutResult(body, places)).toEqual(jobFailed);
  });

const doneJobs: typeof failedJobs = {
  'a log has a line of the level "error"': [{ state: 'done', log: [{ level: 'error', text: 'retried' }] }],
  'a step of it was cancelled': [{ state: 'done', steps: [{ name: 'a', status: 'cancelled' }] }],
  'a part of it has a state of its own': [{ state: 'done', billing: { state: 'failed' } }],
  'its state at the pointer of the target file is done': [
    { status: 'error', progress: { phase: 'done' } },
    { state: '/progress/phase' },
  ],
  'its error is null, or empty': [{ state: 'done', error: null, data: { error: {} } }],
  'it repeats a prompt that is such a word': [{ state: 'done', prompt: 'error', kind: 'failed' }],
};
for (const [words, [body, places]] of Object.entries(doneJobs))
  test(`a job that does not say that it failed needs a result: ${words}`, () => {
    expect(withoutResult(body, places)).toBeUndefined();
  });

test('a job that says that it failed is no violation, even if its result pointer is not verified', () => {
  const asked = { kind: 'value', part: 'job.result', at: '/output', patient: true } as const;
  const { unjudged } = evaluate(
    asked,
    [looked({ status: 'timed_out' })],
    [],
    aContext({ verifiedEarlier: [] }),
  );
  expect(unjudged).toEqual(jobFailed);
});

test('a mismatch of kinds that was rejected counts for the whole run if the message names the connection', () => {
  const { faulty } = aMismatch;
  const sent = (status: number, body: unknown, more: Partial<Exchange> = {}) =>
    answered(status, body, { ...aMismatch, ...more });
  const rejectedFor = (message: string, more: Partial<Exchange> = {}) =>
    rejectedFaults([sent(400, anError('invalid_workflow', { message }), more).exchange]);
  const rejected = rejectedFor('bead cannot read atom');
  expect(rejected).toEqual(['workflow.kinds (draw.image > label.value)']);
  expect(rejectedFor('three blocks at most')).toEqual([]);
  expect(rejectedFor('bead cannot read atom', { parts: [] })).toEqual([]);
  expect(
    rejectedFaults([sent(422, anError('invalid_request', { message: 'bead cannot read atom' })).exchange]),
  ).toEqual([]);
  const invalid = rejectedWith(400, 'invalid_workflow');
  const reads = sent(400, anError('invalid_workflow'), {
    faulty: { ...faulty, types: 'draw.image > write.prompt' },
  });
  const explained = (more: Partial<Exchange> = {}) =>
    explains(invalid, sent(202, {}, more), [reads], { rejected });
  expect(explained()).toBeNull();
  expect(explained({ parts: ['workflow.outputs'] })).toMatch(/^blocked: either workflow\.outputs/);
  expect(explained({ faulty: { ...faulty, types: 'draw.image > write.text' } })).toMatch(/^blocked: either/);
});

test('a verified path becomes unverified with a 404 that names nothing, since it may have moved', () => {
  const gone = rejection(404, 'no_route', prompt);
  expect(explains(success, gone, [], { verifiedEarlier: ['text.prompt'] })).toMatch(/either text\.prompt/);
  const named = rejection(404, 'model_not_found', prompt);
  expect(explains(success, named, [], { verifiedEarlier: ['text.prompt'] })).toBeNull();
});

test('accepted messages verify a prompt in their place, but not a nested one, and a prompt does not verify messages', () => {
  expect(explains(success, rejection(422, 'invalid_request', prompt), [accepted(messages)])).toBeNull();
  expect(explains(success, rejection(422, 'invalid_request', messages), [accepted(prompt)])).toMatch(
    /either text\.messages/,
  );
  const nested = { ...prompt, request: request('/v1/text', { input: { prompt: 'a' } }) };
  expect(explains(success, rejection(422, 'invalid_request', nested), [accepted(messages)])).toMatch(
    /either/,
  );
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

test('an accepted faulty workflow is a violation only if a reference was shown to be written correctly', () => {
  const workflow = (status: number, body: unknown) =>
    answered(status, body, { operation: 'workflow', parts: ['workflow.submit'] });
  const sound = workflow(202, { run_id: 'r' });
  expect(explains(invalid, workflow(202, {}), [sound])).toMatch(
    /workflow\.references \(how submit writes them\)/,
  );
  const seen = workflow(400, anError('invalid_workflow'));
  expect(explains(invalid, workflow(202, {}), [sound, seen])).toBeNull();
});

test('402 for the account under test is no violation, unless its balance covers the request', () => {
  const withoutCredits = rejection(402, 'insufficient_credits', prompt);
  expect(explains(success, withoutCredits, [accepted(prompt)])).toMatch(/^blocked: API_KEY: top up/);
  const facts = factsOn([[withoutCredits.exchange, { affordable: true }]]);
  expect(explains(success, withoutCredits, [accepted(prompt)], { facts })).toBeNull();
});

test('402 instead of another rejection is no violation if the account can no longer send any AI request', () => {
  const due = rejectedWith(422, 'invalid_request');
  const withoutCredits = rejection(402, 'insufficient_credits', prompt);
  const beside = (repeated: Answer) =>
    explains(due, withoutCredits, [accepted(prompt), repeated], {
      facts: factsOn([[repeated.exchange, { preparation: true }]]),
    });
  expect(beside(rejection(402, 'insufficient_credits', prompt))).toMatch(/^blocked: API_KEY: top up/);
  expect(beside(accepted(prompt))).toBeNull();
  expect(explains(due, withoutCredits, [accepted(prompt)])).toBeNull();
});

test('a key may be another one if no response shows its claim, or if another variable shows it', () => {
  const tooFew = rejectedWith(402, 'insufficient_credits');
  const withoutCredits = { ...prompt, variable: 'NO_CREDITS_API_KEY' } as const;
  const ofAccount = (variable: KeyVariable, learnt: AccountFacts) => ({
    facts: factsOn([], { [variable]: learnt }),
  });
  const use = accepted(withoutCredits);
  const invalid = rejectedWith(401, 'invalid_api_key');
  const old = { ...prompt, variable: 'OLD_API_KEY' } as const;
  const ofOld = (learnt: AccountFacts) =>
    explains(invalid, accepted(old), [accepted(prompt)], ofAccount('OLD_API_KEY', learnt));
  expect(ofOld({ neverRejected: true })).toMatch(
    /^blocked: OLD_API_KEY is not a key that was revoked by reissuing it: its requests are accepted, /,
  );
  expect(ofOld({ claimedStateSeenAt: 'OLD_API_KEY' })).toBeNull();
  // Whether the credits are too few is read.
  const neverRejected = ofAccount('NO_CREDITS_API_KEY', { neverRejected: true });
  expect(explains(tooFew, use, [accepted(prompt)], neverRejected)).toBeNull();
  const claimedStateSeenAt = ofAccount('NO_CREDITS_API_KEY', { claimedStateSeenAt: 'UPSTREAM_API_KEY' });
  expect(explains(tooFew, use, [accepted(prompt)], claimedStateSeenAt)).toMatch(
    /, and UPSTREAM_API_KEY is: are the keys swapped\?$/,
  );
});

test('an account that lacks credits is not one whose AI requests fail, unless its balance covers them', () => {
  const upstreamFailing = { ...prompt, variable: 'UPSTREAM_API_KEY' } as const;
  const outage = rejectedWith(502, 'upstream_error');
  const short = rejection(402, 'insufficient_credits', upstreamFailing);
  const facts = factsOn([[short.exchange, { affordable: true }]]);
  expect(explains(outage, short, [accepted(upstreamFailing)])).toMatch(/402 insufficient_credits$/);
  expect(explains(outage, short, [accepted(upstreamFailing)], { facts })).toBeNull();
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

test('an ID that two submissions share is a mistake in the pointer, or a violation if the field is job_id', () => {
  const made = (json: object, input: string) =>
    answered(202, json, {
      operation: 'submit',
      parts: ['job.submit'],
      request: request('/v1/jobs', { input }),
    });
  const [one, other] = ['a', 'b'].map((id) => made({ id, project: 'p', job_id: 'p' }, id));
  const found = (expected: Expectation) => {
    const { met } = evaluate(
      expected,
      [one as Answer],
      [one as Answer, other as Answer].map(({ exchange }) => exchange),
      aContext(),
    );
    return met || explains(expected, one as Answer, [other as Answer]);
  };
  expect(found({ ...anId, at: '/id' })).toBe(true);
  expect(found({ ...anId, at: '/project' })).toMatch(/^blocked: either job\.id in the target file/);
  expect(found(anId)).toBeNull();
});

test('a list of groups that a function reads is a mistake in the target file, and a list of their models is not', () => {
  const group = (id: string, ...models: string[]) => ({ id, models: models.map((each) => ({ id: each })) });
  const answer = (read: 'models' | 'groups', ...tiers: string[]) => {
    const groups = [group('text', ...tiers.map((tier) => `acme-text-${tier}`)), group('media', 'acme-voice')];
    const list = read === 'groups' ? groups : groups.flatMap(({ models }) => models);
    return answered(200, { groups }, { operation: 'models', read: { models: list } });
  };
  expect(explains({ kind: 'tiers' }, answer('models', 'pro', 'mini'))).toBeNull();
  expect(explains({ kind: 'tiers' }, answer('groups', 'pro', 'mini', 'nano'))).toMatch(
    /either models .*such a value is at \/groups\/0\/models$/,
  );
});

test('a number that rose may count usage, unless it fell before', () => {
  const rising = use({ left: 1 }, { left: 2 });
  expect(misread({ kind: 'charged', at: '/left' }, rising)).toMatch(/either credits /);
  expect(misread({ kind: 'charged', at: '/left' }, rising, ...charged(3))).toBeNull();
});

test('a constant number beside a smaller one that rises may not be the credits, unless it fell before', () => {
  const granted = { granted: 500, used: 1, at: 1_700_000_000 };
  const still = use(granted, { ...granted, used: 2, at: 1_700_000_009 });
  const lowered = { kind: 'charged', at: '/granted' } as const;
  expect(misread(lowered, still)).toMatch(/either credits .*such a value is at \/used$/);
  expect(misread(lowered, still, ...charged(3))).toBeNull();
  expect(misread(lowered, use(granted, { ...granted, at: 1_700_000_009 }))).toBeNull();
});

test('a number that falls with rejections as with AI requests may count calls if another falls with AI requests only', () => {
  const reading = (left: number, calls: number) => answered(200, { left, calls }, { operation: 'credits' });
  const rejected = () => rejection(400, 'invalid_workflow', { operation: 'workflow' });
  const free = [rejected(), rejected(), reading(90, 8), reading(90, 6)];
  const used = (charge: number): ReturnType<typeof charged> => {
    const [uses, known] = charged(charge);
    return [[reading(95, 9), ...uses, reading(90, 8)], known];
  };
  expect(misread({ kind: 'uncharged', at: '/calls' }, free, ...used(1))).toMatch(
    /either credits .*such a value is at \/left$/,
  );
  // If an AI request lowers the number by more than a rejection, the number does not count calls.
  expect(misread({ kind: 'uncharged', at: '/calls' }, free, ...used(5))).toBeNull();
});

test('a function that adds up numbers reads the credits if its sum falls, even if each number falls', () => {
  const reading = (plan: number, extra: number, credits: number) =>
    answered(200, { plan, extra }, { operation: 'credits', read: { credits } });
  const fell = [accepted(prompt), reading(9, 5, 14), reading(7, 4, 11)];
  expect(misread({ kind: 'cheaper' }, fell)).toBeNull();
  const plain = [accepted(prompt), reading(9, 5, 9), reading(7, 5, 7)];
  expect(misread({ kind: 'cheaper' }, plain)).toBeNull();
  const another = [accepted(prompt), reading(9, 5, 5), reading(7, 4, 4)];
  expect(misread({ kind: 'cheaper' }, another)).toMatch(/either credits .*such a value is at \/plan$/);
  const still = [accepted(prompt), reading(9, 5, 0), reading(7, 4, 0)];
  expect(misread({ kind: 'cheaper' }, still)).toMatch(/either credits .*such a value is at \/plan, \/extra$/);
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
