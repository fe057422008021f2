import { expect, test } from '@playwright/test';
import type { Expectation, Note, Observation, Rule } from './expectation';
import type { Reason } from './reason';
import { formatExpectation, formatNote, formatObservation, formatReason } from './wording';

/** For every kind, texts with the data that they express. The compiler reports a missing kind. */
type Said<Data extends { kind: string }> = {
  [Kind in Data['kind']]: Record<string, Omit<Extract<Data, { kind: Kind }>, 'kind'>>;
};

function saysAll<Data extends { kind: string }>(
  name: string,
  table: Said<Data>,
  words: (data: Data) => string,
): void {
  for (const [kind, rows] of Object.entries<Record<string, object>>(table)) {
    for (const [said, data] of Object.entries(rows)) {
      test(`${name} "${kind}" reads: ${said}`, () => {
        expect(words({ kind, ...data } as unknown as Data)).toBe(said);
      });
    }
  }
}

const pair = { status: 404, code: 'not_found' } as const;
const connection = { consumer: 'b', input: 'text', source: 'a', field: 'summary' };
const rules: Record<Rule, [values: string[], words: string]> = {
  'json body': [[], 'a JSON body'],
  'no error under success': [[], 'no error object under a success status'],
  job: [[], "the job's state and result"],
  'single field': [[], 'a JSON object with one field, error, and nothing twice'],
  'three fields': [[], 'an object with code, message and type, and nothing else'],
  'listed code': [[], 'a code of the contract in error.code'],
  'message string': [[], 'a string in error.message'],
  'type form': [[], '<service>_error in error.type'],
  'type as elsewhere': [['a_error'], '"a_error" in error.type as in the other errors of the run'],
  'type of the models': [['a_error', 'b_error'], '"a_error" or "b_error" in error.type'],
  'media type': [[], 'application/json without a byte-order mark'],
  'message with words': [[], 'a message with words'],
  'no key': [[], 'no key in an error'],
  'no trace': [[], 'no stack trace or file path in an error'],
};

const expectations: Said<Expectation> = {
  failure: {
    '404 not_found': { pairs: [pair] },
    '404 not_found or 422 invalid_request': { pairs: [pair, { status: 422, code: 'invalid_request' }] },
  },
  success: { 'a success status': {} },
  documented: {
    'a success status and the documented body of GET /v1/credits': { operation: 'credits' },
  },
  'listed model': { 'a success status': {} },
  'success if not too long': { 'a success status': {} },
  rejection: { 'a rejection (any 4xx status)': {} },
  'failure or success': { '404 not_found, or the response to the valid key': { pair } },
  identifier: {
    'a success status with a string job_id': { name: 'job_id', type: 'string' },
    'a success status with a run_id': { name: 'run_id', type: 'string or number' },
  },
  value: {
    'a value for job.state': { part: 'job.state' },
    'a value at /state': { part: 'job.state', at: '/state' },
    'a value at the top': { part: 'job.result', at: '' },
  },
  models: { 'a list of models that is not empty, each with a non-empty string id': {} },
  'models once': { 'each ID once': {} },
  tiers: {
    '<service>-text-pro, <service>-text-mini, <service>-text-nano': {},
    'acme-text-pro, acme-text-mini, acme-text-nano': { word: 'acme' },
  },
  credits: {
    'the remaining credits': {},
    'a number or numeric string at /left': { at: '/left' },
  },
  charged: {
    'fewer credits after the AI request than before it': { settled: true },
  },
  cheaper: { 'the first request costs less than the second': {} },
  uncharged: {
    'the same credits as before': {},
    'the credits of its own account, unchanged by AI requests of API_KEY': { ofAnother: true },
  },
  'names connection': {
    'a message that names b.text or a.summary': { connection, others: [], positions: [], position: true },
  },
  alike: { 'two responses that cannot be distinguished': {} },
  rule: Object.fromEntries(
    Object.entries(rules).map(([rule, [values, words]]) => [words, { rule: rule as Rule, values }]),
  ),
};
saysAll<Expectation>('the expectation', expectations, formatExpectation);

const html = { status: 404, contentType: 'text/html' };
const observations: Said<Observation> = {
  answer: {
    '404 not_found': { ...html, code: 'not_found', start: '{' },
    '404 with bytes that are no UTF-8': { ...html, start: null },
    '404 with an empty body': { ...html, start: '' },
    '404 text/html: <p>': { ...html, start: '<p>' },
    [`404 without a content type: ${'x'.repeat(60)}...`]: {
      ...html,
      contentType: '',
      start: 'x'.repeat(200),
    },
  },
  found: { '202 with null': { status: 202, what: 'null' } },
  seen: { 'no ids': { what: 'no ids' } },
  missing: { 'no "error.type"': { field: 'error.type' } },
  credits: {
    '5 before, 4 after': { before: '5', after: '4', same: false },
    'the same body': { before: null, after: null, same: true },
    'another body': { before: null, after: '4', same: false },
  },
  costs: { '1 and 2 credits': { costs: [1, 2] } },
  message: { '"No \\"job\\"."': { text: 'No "job".' } },
  differences: {
    'the same': { between: [] },
    'responses that differ in the code and the header x': { between: ['the code', 'the header x'] },
  },
};
saysAll<Observation>('the observation', observations, formatObservation);

test('the brief form of a response leaves out the start of its body', () => {
  expect(formatObservation({ kind: 'answer', ...html, start: '<p>' }, true)).toBe('404 text/html');
});

saysAll<Note>(
  'the note',
  {
    'another account': {
      'If NO_CREDITS_API_KEY is a key of the same account as API_KEY, this is not a fault.': {
        variable: 'NO_CREDITS_API_KEY',
      },
    },
    claim: {
      'First check that OTHER_API_KEY is the key of a second account: if it is not, this is not a fault.': {
        variable: 'OTHER_API_KEY',
      },
      'First check that FOREIGN_JOB_ID is the job of another account: if it is not, this is not a fault.': {
        variable: 'FOREIGN_JOB_ID',
      },
      'First check that RATE_LIMIT_API_KEY is the key of an account with a rate limit, and that RATE_LIMIT_BURST, if set, exceeds it: if it is not, this is not a fault.':
        { variable: 'RATE_LIMIT_API_KEY' },
    },
    pointer: {
      'First check the target file: it says that the value is at /left.': { at: '/left' },
      'First check the target file: it says that the value is at the top. Check also that TIMEOUT_MS is long enough.':
        {
          at: '',
          patience: true,
        },
    },
    charges: {
      'First check credits.settlesWithin and credits.resolution in the target file: a charge that shows after settlesWithin, or is smaller than resolution, is not seen.':
        {},
    },
    probe: {
      'The probe "its first 9 characters" of the family "cut short" shows it.': {
        family: 'cut short',
        member: 'its first 9 characters',
      },
      'All 5 probes of the family "what the request accepts" that were sent show it.': {
        family: 'what the request accepts',
        member: 'Accept: */*',
        all: 5,
      },
      'The key does not appear to be compared: "its first 9 characters" is accepted.': {
        family: 'cut short',
        member: 'its first 9 characters',
        agrees: 0,
      },
      'Only the first 24 characters of the key appear to be compared: one that differs at character 25 is accepted, one that differs at character 24 is rejected.':
        {
          family: 'a character changed',
          member: 'character 25 changed',
          closest: 'character 24 changed',
          agrees: 24,
        },
    },
    pages: { 'First check the target file: models.next must lead to each page of the models.': {} },
    prompt: {
      'First check the target file: it sends `prompt` to this address, and another address may accept it.':
        {},
    },
    'not reproduced': {
      'Not reproducible alone: the same request, sent once more, got the right response. It may be a race, or transient.':
        { how: 'alone' },
      'The key may be cached per connection: the same request got the right response alone, and the wrong one after API_KEY over the same connection.':
        { how: 'fresh' },
    },
    'white space': {
      'The whitespace after the key was seen and rejected.': { seen: true },
      'The whitespace after the key was removed on the way, which RFC 9110 (5.5) allows.': {
        seen: false,
      },
    },
  },
  formatNote,
);

const received: Observation = { kind: 'answer', ...html, code: 'not_found', start: '{' };
const needsText: Reason = { kind: 'needs', what: 'text' };

saysAll<Reason>(
  'the reason',
  {
    needs: {
      'needs OLD_API_KEY': { what: 'OLD_API_KEY' },
      'needs text in the target file': { what: 'text' },
      'needs models in the target file: lists are at /a': { what: 'models', detail: 'lists are at /a' },
    },
    unverified: {
      'either job.id in the target file is wrong, or the server, which sent 404 not_found; such a value is at /id':
        {
          part: 'job.id',
          received,
          foundAt: ['/id'],
        },
      'either job.result (or patience.job, if the job takes longer) in the target file is wrong, or the server, which sent 404 not_found':
        { part: 'job.result', received },
      'either workflow.submit (or a connection that workflow.blockTypes allows) in the target file is wrong, or the server, which sent 400 invalid_workflow':
        { part: 'workflow.submit', received: { ...received, status: 400, code: 'invalid_workflow' } },
    },
    account: {
      'API_KEY: top up, or look at its plan: too few credits for this (402 insufficient_credits)': {
        variable: 'API_KEY',
        code: 'insufficient_credits',
      },
      'API_KEY: own_code': { variable: 'API_KEY', code: 'own_code' },
    },
    refuted: {
      'OTHER_API_KEY is not the key of a second account: 404 not_found': {
        variable: 'OTHER_API_KEY',
        received,
      },
      'QUOTA_API_KEY is not the key of an account whose daily quota is used up: it was, earlier in this run, but its requests are accepted now, as after a daily reset: run again':
        { variable: 'QUOTA_API_KEY', received, how: 'another state' },
    },
    unpriced: {
      'NO_CREDITS_API_KEY may be a key of an account with enough credits: it has some, and what the request costs is not known, since no charge was seen. Use an account with 0 credits':
        { variable: 'NO_CREDITS_API_KEY' },
    },
    plan: { 'needs a plan that includes the model: the response was 404 not_found': { received } },
    unfit: { 'needs another key': { what: 'another key' } },
    'keys ended': {
      'stopped sending invalid keys: the valid key, accepted before, got 404 not_found; set REQUESTS_PER_MINUTE to send fewer':
        { sent: 'the valid key', received },
      'stopped sending invalid keys: a wrong key got 404 not_found; set REQUESTS_PER_MINUTE to send fewer': {
        sent: 'a wrong key',
        received,
      },
    },
    'over budget': { 'over budget: at most 3 AI requests (MAX_AI_REQUESTS)': { most: 3 } },
    'not triggered': { 'not triggered: 9 calls were all accepted': { calls: 9, what: 'calls' } },
    'not accepted': { 'GET /v1/models got 404 not_found': { what: 'GET /v1/models', received } },
    'no identifier': {
      'the response to the submission has null for job_id': { name: 'job_id', found: 'null' },
      'the response to the submission has null for job_id, which TARGET says is at /id': {
        name: 'job_id',
        found: 'null',
        at: '/id',
      },
      'the response to the submission has null for run_id; workflow.runId threw Error: x (t.ts:1:2)': {
        name: 'run_id',
        found: 'null',
        threw: 'Error: x (t.ts:1:2)',
      },
    },
    unrecognised: {
      'QUOTA_API_KEY is rejected with 404 not_found: is the key right?': {
        variable: 'QUOTA_API_KEY',
        received,
      },
    },
    doubt: {
      'no request with a key was accepted, so no response proves anything': {
        doubt: 'nothing accepted',
      },
      'no request without a key was rejected, so being accepted proves nothing': {
        doubt: 'nothing rejected',
      },
    },
    disturbed: {
      'disturbed by 502 upstream_error': { status: 502, code: 'upstream_error', times: 1 },
      'disturbed 5 times by 429 rate_limited (set REQUESTS_PER_MINUTE to send fewer)': {
        status: 429,
        code: 'rate_limited',
        times: 5,
      },
      'a gateway or limiter in place of the service: 503 without an error object (server: nginx) (set REQUESTS_PER_MINUTE to send fewer)':
        {
          status: 503,
          code: 'page',
          times: 3,
          by: ' (server: nginx)',
        },
      'a gateway or limiter in place of the service: 504 without an error object': {
        status: 504,
        code: 'page',
        times: 3,
      },
      'disturbed 3 times by 502 upstream_error': { status: 502, code: 'upstream_error', times: 3 },
    },
    unanswered: { 'GET /v1/models: refused': { method: 'GET', path: '/v1/models', failure: 'refused' } },
    'target gone': { 'the target stopped responding': {} },
    'header removed': {
      'GET /v1/credits accepted API_KEY and responded 401 missing_api_key to the same key another time: a gateway, or one of several servers behind it, removes the Authorization header':
        { variable: 'API_KEY', operation: 'credits' },
    },
    credits: {
      'the credits cannot be read': { how: 'unreadable', pointer: false },
      'a request that must be rejected was accepted, so its cost is not judged': {
        how: 'accepted',
        pointer: false,
      },
      'credits charged for rejected requests were paid back later: is credits.settlesWithin missing in the target file, or too short?':
        { how: 'paid back', pointer: false },
      'a request that must be rejected was accepted meanwhile, and the account may have paid for it': {
        how: 'not alone',
        pointer: false,
      },
      'the rejected requests lowered the credits once, and did not when they were repeated': {
        how: 'sometimes',
        pointer: false,
      },
      'GET /v1/credits changes by itself: is the account used elsewhere?': { how: 'restless', pointer: true },
      'GET /v1/credits changes by itself: needs credits in the target file': {
        how: 'restless',
        pointer: false,
      },
    },
    'no model': {
      'no model is listed': {},
      'no model <service>-text-nano is listed, or models in the target file leaves it out': {
        tier: 'nano',
      },
    },
    'another rejection': {
      'the workflow with a faulty connection was rejected with 404 not_found, and only the message of 400 invalid_workflow is judged':
        { received },
      'the workflow with a faulty connection was accepted with 202, so there is no error message to judge': {
        received: { kind: 'answer', status: 202, contentType: 'application/json', start: '{}' },
      },
    },
    unfinished: {
      'needs a longer TIMEOUT_MS: no charge and no result in that time': {},
      'needs a longer credits.settlesWithin in the target file: no charge and no result in that time': {
        within: 'credits.settlesWithin',
      },
    },
    'work failed': {
      'nothing was charged for failed work, and the contract does not show what that costs': {},
    },
    'not done': {
      'needs longer patience.job in the target file: the job was not done': {},
      'needs longer patience.job in the target file: the job was not done; job.result threw Error: x (t.ts:1:2)':
        { threw: 'Error: x (t.ts:1:2)' },
    },
    gone: {
      'it was found before and is no longer available; the contract does not show how long work is kept': {},
    },
    'job failed': {
      'each job that was asked for a result failed, as its lookup says: does the cheapest model of this account work?':
        {},
    },
    unsettled: {
      'no charge was seen: add credits { resolution, settlesWithin } to the target file, so that a late charge can be distinguished from a missing one':
        {},
      'nothing was charged, and the AI requests of the run may cost less than credits.resolution: only more of them would show it':
        { coarse: true },
      'credits fell later than credits.settlesWithin in the target file says, or somebody else uses the account':
        { overdue: true },
    },
    prices: {
      'the pairs of requests cost 1 and 2, 2 and 1: credits { resolution, settlesWithin } in the target file, or a MAX_AI_REQUESTS that leaves twenty AI requests for ten pairs, would show more':
        {
          costs: [
            [1, 2],
            [2, 1],
          ],
        },
      'the pairs of requests cost 3 and 3, 2 and 1, so prices vary: set a MAX_AI_REQUESTS that leaves twenty AI requests for ten pairs to measure more':
        {
          costs: [
            [3, 3],
            [2, 1],
          ],
          settled: true,
        },
      'the pairs of requests cost 0 and 0: too little to see in the credits': {
        costs: [[0, 0]],
        settled: true,
      },
      'the pairs of requests cost 0 and 3, some of them zero: is credits.settlesWithin in the target file too short?':
        {
          costs: [[0, 3]],
          settled: true,
        },
      'the pairs of requests cost 3 and -490, below zero: is credits.settlesWithin missing in the target file or too short, or was the account topped up?':
        { costs: [[3, -490]], settled: true },
      'the pairs of requests cost 0 and 5, 1 and 5, 2 and 5, 3 and 5, 4 and 5, 5 and 5, 6 and 5, 7 and 5, 8 and 5, 9 and 5: ten pairs do not agree':
        { costs: Array.from({ length: 10 }, (_, index) => [index, 5]) },
    },
    'cut short': {
      'cut short by the time limit of the suite': { by: 'time limit' },
      'cut short: the run was interrupted': { by: 'interruption' },
      'cut short: the run ended before this check': { by: 'end of the run' },
      'cut short by the version that ran it, on a violation that this version does not detect': {
        by: 'another edition',
      },
    },
    'nothing judged': { 'nothing was judged': {} },
    'broke down': { 'the check itself failed: TypeError: x': { error: 'TypeError: x' } },
    skipped: { flaky: { words: 'flaky' } },
    absent: {
      'the run did not begin': { why: 'no run' },
      'its shard is missing': { why: 'shard' },
      'not selected': { why: 'not selected' },
      'no response of the run could show it': { why: 'nothing seen' },
      'not needed: OTHER_API_KEY is there to look up a job and a run of API_KEY': { why: 'unneeded' },
    },
    'some checks': {
      '2 of 3 checks not tested: needs text in the target file': {
        undriven: 2,
        of: 3,
        reasons: [needsText, needsText],
      },
    },
    several: {
      'needs text in the target file; the target stopped responding': {
        reasons: [needsText, { kind: 'target gone' }, needsText],
      },
    },
    'cut response': { 'not rejudged: the response was longer than what a record keeps': {} },
    ledger: { 'not specified': { words: 'not specified' } },
  },
  formatReason,
);
