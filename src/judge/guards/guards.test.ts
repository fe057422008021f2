import { expect, test } from '@playwright/test';
import { answered } from '../../../proof/helpers/answered';
import {
  aJudgedCheck,
  aMismatch,
  anError,
  aRun,
  conformingChecks,
  factsOn,
} from '../../../proof/helpers/reports-runs';
import type { KeyVariable } from '../../../spec/accounts';
import type { WithModel } from '../../../spec/operations';
import type { Part } from '../../../spec/target-file';
import type { Block } from '../../drive/target';
import { partsAnswered, workflowParts } from '../../drive/target-file/parts';
import type { Answer } from '../answer';
import { evaluate } from '../evaluate';
import type { Context, Exchange } from '../evidence';
import { type Connection, type Expectation, failure } from '../expectation';
import type { AccountFacts } from '../facts';
import { firstUnverified, rejectedFaults } from '../parts';
import {
  aString,
  aValueAt,
  creditsLowered,
  creditsUnchanged,
  modelsWithIds,
  theFirstIsSmaller,
  threeTiers,
} from '../requirements';
import { judgeRun } from '../verdicts';
import { partsBeside, verifiedParts } from '../verified-parts';
import { formatReason } from '../wording';
import { decide } from './guards';

/** Why nothing is said of an answer that is not as it must be, in words; null where it is a violation. */
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
    context: { words: [], ...context },
  });
}

const success: Expectation = { kind: 'success' };
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
/** Whether the number that is read as the credits may be another one, and why. */
const misread = (...asked: Parameters<typeof decided>) =>
  decided(...asked)?.guard === 'another number' ? explains(...asked) : null;
/** An AI request between these readings. */
const use = (...readings: unknown[]) => [
  accepted(prompt),
  ...readings.map((json) => answered(200, json, { operation: 'credits' })),
];
const invalid = failure(400, 'invalid_workflow');
/** An AI request that was seen to cost this, beside others. */
const charged = (charge: number): [Answer[], Partial<Context>] => {
  const answer = accepted(prompt);
  return [[answer], { facts: factsOn([[answer.exchange, { charged: charge }]]) }];
};

test('a page at a known address is one breach, that of the body, but where it says that there is no such place', () => {
  const page = (status: number, text = '<!doctype html>Log in') => ({
    ...answered(status, text, { operation: 'credits' }),
    text,
  });
  for (const status of [200, 403])
    expect(explains(success, page(status))).toMatch(
      /^blocked: the accepted credits request got \d+ (application|without an error code)/,
    );
  expect(explains(success, page(404))).toBeNull();
  expect(explains(success, page(204, ''))).toBeNull();
});

test('a submission for a model that is said not to exist is judged as the use of that model alone', () => {
  const submitted = rejection(404, 'model_not_found', { operation: 'submit', parts: ['job.submit'] });
  const context = { verifiedEarlier: ['*'] };
  expect(explains(aString('job_id'), submitted, [], context)).toBe(
    'blocked: the submission got 404 model_not_found',
  );
  expect(explains({ kind: 'listed model' }, submitted, [], context)).toBeNull();
  const malformed = rejection(422, 'invalid_request', { operation: 'submit', parts: ['job.submit'] });
  expect(explains(aString('job_id'), malformed, [], context)).toBeNull();
});

test('a breach of `prompt` alone asks whether the target file sends it to the right address, where the request was read', () => {
  const noteOf = (rejected: Answer) =>
    evaluate(success, [rejected], [rejected.exchange], { words: [], verifiedEarlier: ['text.prompt'] }).note;
  expect(noteOf(rejection(422, 'invalid_request', prompt))).toEqual({ kind: 'prompt' });
  expect(noteOf(rejection(502, 'upstream_error', prompt))).toBeUndefined();
});

test("an id that another answer to the submission has, and this one nowhere, is the server's; a text request may be answered at once", () => {
  const explained = (operation: WithModel, body: unknown) => {
    const answering = (each: unknown) => answered(202, each, { operation, parts: ['job.submit'] });
    return explains(aString('job_id'), answering(body), [answering({ job_id: 'job_1' })]);
  };
  expect(explained('submit', { data: {} })).toBeNull();
  expect(explained('submit', { job_id: null })).toBeNull();
  expect(explained('text', { data: {} })).toMatch(/^blocked: either/);
});

test("an id that another answer to the operation has at its place, and no field so called elsewhere, is the server's", () => {
  const answering = (body: unknown) => answered(202, body, { operation: 'submit' });
  const other = answering({ data: { id: 'job_1' } });
  const explained = (body: unknown, around: Answer[]) =>
    explains(aString('job_id', '/data/id'), answering(body), around);
  expect(explained({ data: {} }, [])).toMatch(/^blocked: either job\.id/);
  expect(explained({ data: {} }, [other])).toBeNull();
  expect(explained({ data: { id: 7 } }, [other])).toBeNull();
  expect(explained({ jobs: [{ id: 'job_2' }] }, [other])).toMatch(/^blocked: either job\.id/);
});

test("a result that another job has at its place is the server's, but where the answer has a field that the other has not", () => {
  const result = aValueAt({ part: 'job.result', at: '/result/text', patient: true });
  const explained = (body: unknown, around: Answer[]) => explains(result, looked(body), around);
  const job = { id: 1, made: 2, ended: 3, state: 'done' };
  const other = looked({ ...job, result: { text: 'ok' } });
  expect(explained(job, [])).toMatch(/^blocked: either job\.result/);
  expect(explained(job, [other])).toBeNull();
  expect(explained({ ...job, result: null }, [other])).toBeNull();
  expect(explained({ ...job, result: { parts: ['ok'] } }, [other])).toMatch(/^blocked: either/);
});

test("a model that another account's own list lacks, or that it cannot look up, is refused for its plan; one that may stand on a further page, or of nobody's list, is not", () => {
  const asked = {
    variable: 'NO_CREDITS_API_KEY',
    request: request('/v1/text', { model: 'acme-text-pro' }),
  } as const;
  const list = (more: object, variable: Exchange['variable'] = asked.variable) =>
    answered(200, { models: [{ id: 'acme-text-nano' }], ...more }, { operation: 'models', variable });
  const explained = (...around: Answer[]) =>
    explains(failure(402, 'insufficient_credits'), rejection(404, 'model_not_found', asked), around);
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

test('a result that was shown before is gone, and not late, wherever patience ends', () => {
  const asked = aValueAt({ part: 'job.result', at: '/result', patient: false });
  const last = looked({ state: 'done' });
  const found = (...around: Answer[]) =>
    evaluate(
      asked,
      [last],
      around.map(({ exchange }) => exchange),
      { words: [], verifiedEarlier: ['job.result'] },
    );
  expect(found(last).inconclusive).toMatchObject({ guard: 'slow job', reason: { kind: 'not done' } });
  const another = looked({ state: 'done', result: 'ok' });
  const { request } = another.exchange;
  const elsewhere = { ...another.exchange, request: { ...request, url: `${request.url}/another` } };
  expect(found({ ...another, exchange: elsewhere }, last).inconclusive?.guard).toBe('slow job');
  const gone = found(looked({ state: 'done', result: 'ok' }), last);
  expect([gone.met, gone.inconclusive, gone.note]).toEqual([false, undefined, undefined]);
});

const jobFailed = { verdict: 'inconclusive', reason: { kind: 'job failed' }, guard: 'failed job' };

/** What is said of a job of which these answers to its lookup show no result, although it was waited for. */
function withoutResult(body: unknown, { at = '/result', state }: { at?: string; state?: string } = {}) {
  const asked = aValueAt({ part: 'job.result', at, patient: true, state });
  return evaluate(asked, [looked(body)], [], { words: [], verifiedEarlier: ['job.result'] }).inconclusive;
}

const failedJobs: Record<string, [body: unknown, places?: { at?: string; state?: string }]> = {
  'its state, where the target file says': [{ progress: { phase: 'FAILED' } }, { state: '/progress/phase' }],
  'a state at the top': [{ state: 'failed', result: null }],
  'a status in capitals at the top': [{ status: 'TIMED_OUT' }],
  'a status that is an object': [{ status: { code: 'error', percent: 40 } }],
  'a state beside its id': [{ data: { job: { job_id: 'j-1', jobStatus: 'canceled' } }, meta: {} }],
  'a state beside the place of the result': [{ data: { state: 'failed' } }, { at: '/data/output/text' }],
  'an error object in place of the result': [{ state: 'done', error: { reason: 'out of memory' } }],
  'an error in words in place of the result': [{ status: 'terminated', error: 'out of memory' }],
  'an error beside a state in a word that nobody knows': [
    { state: 'kaputt', error: { reason: 'out of memory' } },
    { state: '/state' },
  ],
  'a state at the top, where the target file points at nothing': [{ state: 'failed' }, { state: '/phase' }],
};
for (const [words, [body, places]] of Object.entries(failedJobs))
  test(`a job that says that it failed owes no result: ${words}`, () => {
    expect(withoutResult(body, places)).toEqual(jobFailed);
  });

const doneJobs: typeof failedJobs = {
  'a log has a line of the level "error"': [{ state: 'done', log: [{ level: 'error', text: 'retried' }] }],
  'a step of it was cancelled': [{ state: 'done', steps: [{ name: 'a', status: 'cancelled' }] }],
  'a part of it has a state of its own': [{ state: 'done', billing: { state: 'failed' } }],
  'its state, where the target file says, is done': [
    { status: 'error', progress: { phase: 'done' } },
    { state: '/progress/phase' },
  ],
  'its error is null, or empty': [{ state: 'done', error: null, data: { error: {} } }],
  'it repeats a prompt that is such a word': [{ state: 'done', prompt: 'error', kind: 'failed' }],
};
for (const [words, [body, places]] of Object.entries(doneJobs))
  test(`a job that does not say that it failed owes its result: ${words}`, () => {
    expect(withoutResult(body, places)).toBeUndefined();
  });

test('a job that says that it failed is no breach, proved or not', () => {
  const asked = aValueAt({ part: 'job.result', at: '/output', patient: true });
  const { inconclusive } = evaluate(asked, [looked({ status: 'timed_out' })], [], {
    words: [],
    verifiedEarlier: [],
  });
  expect(inconclusive).toEqual(jobFailed);
});

test('such a refusal anywhere in the run counts where its message names the connection', () => {
  const { faulty } = aMismatch;
  const sent = (status: number, body: unknown, more: Partial<Exchange> = {}) =>
    answered(status, body, { ...aMismatch, ...more });
  const rejectedFor = (message: string, more: Partial<Exchange> = {}) =>
    rejectedFaults([sent(400, anError('invalid_workflow', message), more).exchange]);
  const rejected = rejectedFor('bead cannot read atom');
  expect(rejected).toEqual(['workflow.kinds (draw.image > label.value)']);
  expect(rejectedFor('three blocks at most')).toEqual([]);
  expect(rejectedFor('bead cannot read atom', { parts: [] })).toEqual([]);
  expect(rejectedFaults([sent(422, anError('invalid_request', 'bead cannot read atom')).exchange])).toEqual(
    [],
  );
  const invalid = failure(400, 'invalid_workflow');
  const reads = sent(400, anError('invalid_workflow'), {
    faulty: { ...faulty, types: 'draw.image > write.prompt' },
  });
  const explained = (more: Partial<Exchange> = {}) =>
    explains(invalid, sent(202, {}, more), [reads], { rejected });
  expect(explained()).toBeNull();
  expect(explained({ parts: ['workflow.outputs'] })).toMatch(/^blocked: either workflow\.outputs/);
  expect(explained({ faulty: { ...faulty, types: 'draw.image > write.text' } })).toMatch(/^blocked: either/);
});

test('a signed path may have moved: a 404 that names nothing is unproved again', () => {
  const gone = rejection(404, 'no_route', prompt);
  expect(explains(success, gone, [], { verifiedEarlier: ['text.prompt'] })).toMatch(/either text\.prompt/);
  const named = rejection(404, 'model_not_found', prompt);
  expect(explains(success, named, [], { verifiedEarlier: ['text.prompt'] })).toBeNull();
});

test('served messages prove the prompt beside them, and not the reverse, nor what is nested elsewhere', () => {
  expect(explains(success, rejection(422, 'invalid_request', prompt), [accepted(messages)])).toBeNull();
  expect(explains(success, rejection(422, 'invalid_request', messages), [accepted(prompt)])).toMatch(
    /either text\.messages/,
  );
  const nested = { ...prompt, request: request('/v1/text', { input: { prompt: 'a' } }) };
  expect(explains(success, rejection(422, 'invalid_request', nested), [accepted(messages)])).toMatch(
    /either/,
  );
});

test('the lookup of a run is shown by the id that it answers, or by a refusal of another id', () => {
  const look = (id: string, body: unknown, status = 200) =>
    answered(status, body, { operation: 'run', parts: ['run'], request: request(`/v1/flow?id=${id}`) });
  const notFound = failure(404, 'not_found');
  const [other, own] = [look('b', { runs: [] }), look('a', { runs: [] })];
  expect(explains(notFound, other, [own])).toMatch(/^blocked: either run in the target file is wrong/);
  expect(explains(notFound, other, [own], { verifiedEarlier: ['run'] })).toBeNull();
  expect(explains(notFound, look('b', { id: 'a' }), [look('a', { id: 'a' })])).toBeNull();
  expect(explains(notFound, look('b', anError('invalid_request'), 422), [look('a', {})])).toBeNull();
});

test('a workflow with a fault that is served rests on how references are spelt', () => {
  const workflow = (status: number, body: unknown) =>
    answered(status, body, { operation: 'workflow', parts: ['workflow.submit'] });
  const sound = workflow(202, { run_id: 'r' });
  expect(explains(invalid, workflow(202, {}), [sound])).toMatch(
    /workflow\.references \(how submit writes them\)/,
  );
  const seen = workflow(400, anError('invalid_workflow'));
  expect(explains(invalid, workflow(202, {}), [sound, seen])).toBeNull();
});

test('the account under test without credits is no breach, unless its balance covers the request', () => {
  const withoutCredits = rejection(402, 'insufficient_credits', prompt);
  expect(explains(success, withoutCredits, [accepted(prompt)])).toMatch(/^blocked: API_KEY: top up/);
  const facts = factsOn([[withoutCredits.exchange, { affordable: true }]]);
  expect(explains(success, withoutCredits, [accepted(prompt)], { facts })).toBeNull();
});

test('a refusal for another reason is no breach where the account can no longer use the AI at all', () => {
  const due = failure(422, 'invalid_request');
  const withoutCredits = rejection(402, 'insufficient_credits', prompt);
  const beside = (again: Answer) =>
    explains(due, withoutCredits, [accepted(prompt), again], {
      facts: factsOn([[again.exchange, { preparation: true }]]),
    });
  expect(beside(rejection(402, 'insufficient_credits', prompt))).toMatch(/^blocked: API_KEY: top up/);
  expect(beside(accepted(prompt))).toBeNull();
  expect(explains(due, withoutCredits, [accepted(prompt)])).toBeNull();
});

test('a claim is refuted by what stands apart from the clause, else the clause is broken', () => {
  const tooFew = failure(402, 'insufficient_credits');
  const withoutCredits = { ...prompt, variable: 'NO_CREDITS_API_KEY' } as const;
  const ofAccount = (variable: KeyVariable, learnt: AccountFacts) => ({
    facts: factsOn([], { [variable]: learnt }),
  });
  const afforded = (answer: Answer) => ({ facts: factsOn([[answer.exchange, { affordable: true }]]) });
  const use = accepted(withoutCredits);
  expect(explains(tooFew, use, [accepted(prompt)])).toBeNull();
  expect(explains(tooFew, use, [accepted(prompt)], afforded(use))).toMatch(
    /^blocked: NO_CREDITS_API_KEY is not .*: its balance covers the request$/,
  );
  const ofOwner = ofAccount('NO_CREDITS_API_KEY', { ofOwner: true });
  expect(explains(tooFew, use, [accepted(prompt)], ofOwner)).toMatch(/account of API_KEY$/);
  const invalid = failure(401, 'invalid_api_key');
  const old = { ...prompt, variable: 'OLD_API_KEY' } as const;
  expect(explains(invalid, accepted(old), [accepted(prompt)])).toBeNull();
  const ofAnother = ofAccount('OLD_API_KEY', { ofAnother: true });
  expect(explains(invalid, accepted(old), [accepted(prompt)], ofAnother)).toMatch(
    /^blocked: OLD_API_KEY is not a key that was revoked by reissuing it: it is another account's$/,
  );
  const claimedStateSeenAt = ofAccount('NO_CREDITS_API_KEY', { claimedStateSeenAt: 'UPSTREAM_API_KEY' });
  expect(explains(tooFew, use, [accepted(prompt)], claimedStateSeenAt)).toMatch(
    /, and UPSTREAM_API_KEY is: are the keys swapped\?$/,
  );
  const notConnected = rejection(409, 'no_backend_account', withoutCredits);
  expect(explains(tooFew, notConnected, [notConnected])).toMatch(/409 no_backend_account$/);
  const upstreamFailing = { ...prompt, variable: 'UPSTREAM_API_KEY' } as const;
  const outage = failure(502, 'upstream_error');
  const short = rejection(402, 'insufficient_credits', upstreamFailing);
  expect(explains(outage, short, [accepted(upstreamFailing)])).toMatch(/402 insufficient_credits$/);
  expect(explains(outage, short, [accepted(upstreamFailing)], afforded(short))).toBeNull();
  // Now and then is the target's doing.
  expect(explains(tooFew, notConnected, [accepted(withoutCredits), accepted(prompt)])).toBeNull();
});

test('a pointer that leads nowhere is named with where such a value stands, unless it was signed', () => {
  const look = answered(
    200,
    { status: 'done', job_id: 'j1' },
    { operation: 'job', request: request('/v1/jobs/j1') },
  );
  const state = aValueAt({ part: 'job.state', at: '/state' });
  expect(explains(state, look)).toMatch(/either job\.state .*; such a value is at \/status$/);
  expect(explains(state, look, [], { verifiedEarlier: ['job.state'] })).toBeNull();
  const models = answered(200, { data: [{ id: 'a' }] }, { operation: 'models' });
  expect(explains(modelsWithIds('/list'), models)).toMatch(/either models .*such a value is at \/data$/);
  // A list stands there: what it lacks is the server's.
  expect(explains(modelsWithIds('/data'), models)).toBeNull();
});

test("what two submissions have in common is no id that the target file may point at, and a breach under the contract's own name", () => {
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
      { words: [] },
    );
    return met || explains(expected, one as Answer, [other as Answer]);
  };
  expect(found(aString('job_id', '/id'))).toBe(true);
  expect(found(aString('job_id', '/project'))).toMatch(/^blocked: either job\.id in the target file/);
  expect(found(aString('job_id'))).toBeNull();
});

test('a list of groups is none of tiers: what a function reads of the groups is the list', () => {
  const group = (id: string, ...models: string[]) => ({ id, models: models.map((each) => ({ id: each })) });
  const answer = (read: 'models' | 'groups', ...tiers: string[]) => {
    const groups = [group('text', ...tiers.map((tier) => `acme-text-${tier}`)), group('media', 'acme-voice')];
    const list = read === 'groups' ? groups : groups.flatMap(({ models }) => models);
    return answered(200, { groups }, { operation: 'models', read: { models: list } });
  };
  expect(explains(threeTiers(), answer('models', 'pro', 'mini'))).toBeNull();
  expect(explains(threeTiers(), answer('groups', 'pro', 'mini', 'nano'))).toMatch(
    /either models .*such a value is at \/groups\/0\/models$/,
  );
});

test('a number that rose may be what was used, until it fell', () => {
  const rising = use({ left: 1 }, { left: 2 });
  expect(misread(creditsLowered('/left'), rising)).toMatch(/either credits /);
  expect(misread(creditsLowered('/left'), rising, ...charged(3))).toBeNull();
});

test('a number that stands still while a smaller one rises may be another than the credits, until it fell', () => {
  const granted = { granted: 500, used: 1, at: 1_700_000_000 };
  const still = use(granted, { ...granted, used: 2, at: 1_700_000_009 });
  const lowered = creditsLowered('/granted');
  expect(misread(lowered, still)).toMatch(/either credits .*such a value is at \/used$/);
  expect(misread(lowered, still, ...charged(3))).toBeNull();
  expect(misread(lowered, use(granted, { ...granted, at: 1_700_000_009 }))).toBeNull();
});

test('a number that falls as much with each refused request as with each use may count calls, where another falls with the uses', () => {
  const reading = (left: number, calls: number) => answered(200, { left, calls }, { operation: 'credits' });
  const rejected = () => rejection(400, 'invalid_workflow', { operation: 'workflow' });
  const free = [rejected(), rejected(), reading(90, 8), reading(90, 6)];
  const used = (charge: number): ReturnType<typeof charged> => {
    const [uses, known] = charged(charge);
    return [[reading(95, 9), ...uses, reading(90, 8)], known];
  };
  expect(misread(creditsUnchanged('/calls'), free, ...used(1))).toMatch(
    /either credits .*such a value is at \/left$/,
  );
  // A use that costs more than a refusal counts no calls.
  expect(misread(creditsUnchanged('/calls'), free, ...used(5))).toBeNull();
});

test('a function that adds up numbers is the credits once what it adds up fell, though each of them did', () => {
  const reading = (plan: number, extra: number, credits: number) =>
    answered(200, { plan, extra }, { operation: 'credits', read: { credits } });
  const fell = [accepted(prompt), reading(9, 5, 14), reading(7, 4, 11)];
  expect(misread(theFirstIsSmaller(), fell)).toBeNull();
  const plain = [accepted(prompt), reading(9, 5, 9), reading(7, 5, 7)];
  expect(misread(theFirstIsSmaller(), plain)).toBeNull();
  const another = [accepted(prompt), reading(9, 5, 5), reading(7, 4, 4)];
  expect(misread(theFirstIsSmaller(), another)).toMatch(/either credits .*such a value is at \/plan$/);
  const still = [accepted(prompt), reading(9, 5, 0), reading(7, 4, 0)];
  expect(misread(theFirstIsSmaller(), still)).toMatch(/either credits .*such a value is at \/plan, \/extra$/);
});

test('a connection that no request has proved is named before the types of its blocks where connections were refused, and after them where the request was', () => {
  const blocks = [
    { name: 'a', type: 'write', inputs: { prompt: { literal: 'x' } } },
    { name: 'b', type: 'draw', inputs: { prompt: { block: 'a', field: 'title' } } },
    { name: 'c', type: 'describe', inputs: { picture: { block: 'b', field: 'picture' } } },
  ];
  const unverified = (status: number, code: string) => {
    const parts = workflowParts(blocks);
    const rejected = answered(status, anError(code), { operation: 'workflow', parts });
    const verifiedEarlier = ['workflow.submit', 'workflow.blockTypes (write)', 'workflow.blockTypes (draw)'];
    return firstUnverified(partsAnswered(parts, rejected, blocks), rejected, [], {
      words: [],
      verifiedEarlier,
    });
  };
  expect(unverified(400, 'invalid_workflow')).toBe('workflow.blockTypes (write.title > draw.prompt)');
  expect(unverified(422, 'invalid_request')).toBe('workflow.blockTypes (describe)');
});

test('of a sound workflow that is refused the connection is named that the refusal names, and never the one that is wrong on purpose', () => {
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
    const answer = answered(status, anError(code, message), { operation: 'workflow', parts });
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

test('the doctor proves a part by a served request, and a connection that requests rest on', () => {
  const connection = 'workflow.blockTypes (write.text > shorten.text)';
  const sample = 'workflow.blockTypes (write.prompt)';
  const run = aRun([
    ...conformingChecks(),
    aJudgedCheck('jobs.lookup.own', 'it', {
      id: 'submitted',
      operation: 'submit',
      status: 202,
      answer: { job_id: 'j' },
    }),
    aJudgedCheck('text.accepts.messages', 'it', { operation: 'text', answer: { text: 'ok' } }),
    aJudgedCheck('workflows.chain.accepted', 'it', {
      id: 'accepted',
      operation: 'workflow',
      status: 202,
      answer: { run_id: 'r' },
      parts: ['workflow.submit', 'workflow.blockTypes (write)', connection, sample],
    }),
    aJudgedCheck('workflows.reference.missing-field', 'it is refused', {
      id: 'faulty',
      operation: 'workflow',
      status: 400,
      answer: anError('invalid_workflow'),
      faulty: { consumer: 'b', input: 'text', source: 'a', field: 'nothing' },
      parts: ['workflow.submit', 'workflow.outputs', 'workflow.blockTypes (write.words > draw.prompt)'],
    }),
  ]);
  const clauses = judgeRun(run);
  expect(partsBeside(['workflow.blockTypes (write)'], clauses)).toEqual([connection, sample]);
  const parts: Part[] = [
    'job.id',
    'workflow.submit',
    connection,
    'workflow.references',
    'workflow.outputs',
    'run',
  ];
  const views = verifiedParts(parts, clauses);
  expect(
    views.map(({ part, verified, rejected, exchange }) => [part, verified, rejected, exchange?.id]),
  ).toEqual([
    ['job.id', true, undefined, 'submitted'],
    ['workflow.submit', true, undefined, 'accepted'],
    [connection, true, undefined, 'accepted'],
    ['workflow.references', true, true, 'faulty'],
    ['workflow.outputs', true, true, 'faulty'],
    ['run', false, undefined, undefined],
  ]);
});
