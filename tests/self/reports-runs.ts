import type { ClauseId } from '../../spec/ledger';
import { basis } from '../engine/basis';
import type { Evidence, Exchange, Finding } from '../engine/evidence';
import type { KnownFailure } from '../engine/known-failures';
import { type Report, reportOf } from '../engine/report';
import type { Attempt, Case, Ledger, Run, RunSettings } from '../engine/run';

/** Runs made by hand, as data: what the reporter would have heard. */

let exchanges = 0;

/** An exchange of the owner that was served, unless told otherwise. */
export function anExchange(
  overrides: Partial<Exchange> & { status?: number; answer?: unknown; path?: string } = {},
): Exchange {
  const { status = 200, answer = { credits: 100 }, path = '/v1/credits', ...rest } = overrides;
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return {
    id: `0-${++exchanges}`,
    actor: 'owner',
    variable: 'API_KEY',
    operation: 'credits',
    request: {
      method: 'GET',
      url: `https://api.example${path}`,
      headers: [
        ['accept', 'application/json'],
        ['user-agent', 'text-workflow-conformance/0.1.0 run/1f2e3d4c'],
        ['Authorization', 'Bearer [API_KEY]'],
      ],
      body: null,
    },
    response: {
      status,
      headers: [
        ['content-type', 'application/json'],
        ['date', 'Mon, 02 Nov 2026 10:00:00 GMT'],
        ['x-request-id', 'req-7f3a'],
      ],
      body,
      bodyBytes: Buffer.byteLength(body),
      milliseconds: 12,
    },
    judged: [],
    ...rest,
  };
}

/** The body of a failed request. */
export function anError(code: string, message = 'Not so.'): unknown {
  return { error: { code, message, type: 'acme_error' } };
}

export function anAttempt(overrides: Partial<Attempt> = {}): Attempt {
  return {
    status: 'passed',
    errors: [],
    skipReason: null,
    evidence: null,
    started: 0,
    milliseconds: 5,
    ...overrides,
  };
}

export function anEvidence(clause: ClauseId, overrides: Partial<Evidence> = {}): Evidence {
  return { clause, exchanges: [], findings: [], observations: {}, waited: 0, ...overrides };
}

/** A case with the given attempts. */
export function aCase(clause: ClauseId, title: string, attempts: Attempt[], line = 1): Case {
  return { clause, title, file: `${clause.split('.')[0]}.spec.ts`, line, cost: 'free', attempts };
}

/** A case whose one act was judged: `401 missing_api_key` expected, and received or not. */
export function aJudgedCase(
  clause: ClauseId,
  title: string,
  verdict: Finding['verdict'],
  exchange: Exchange,
  expected = 'a success status',
): Case {
  const status = exchange.response?.status ?? 0;
  const received = verdict === 'conforms' ? expected : `${status} otherwise`;
  const findings: Finding[] = [{ clause, verdict, expected, received, exchange: exchange.id }];
  const attempt = anAttempt({
    status: verdict === 'violates' ? 'failed' : 'passed',
    errors: verdict === 'violates' ? [`${clause}: expected ${expected}`] : [],
    evidence: anEvidence(clause, { exchanges: [exchange], findings }),
  });
  return aCase(clause, title, [attempt]);
}

export function aSetBackCase(
  clause: ClauseId,
  title: string,
  inconclusive: NonNullable<Evidence['inconclusive']>,
): Case {
  const evidence = anEvidence(clause, { inconclusive });
  return aCase(clause, title, [anAttempt({ status: 'skipped', skipReason: inconclusive.reason, evidence })]);
}

export function aRun(cases: Case[], overrides: Partial<Run> = {}): Run {
  const failed = cases.some((each) => each.attempts.some(({ status }) => status === 'failed'));
  const ending = failed ? 'failed' : 'passed';
  return { cases, filters: [], shard: null, missingShards: [], ending, errors: [], stop: null, ...overrides };
}

export function aReport(
  run: Run,
  settings: Partial<RunSettings> = {},
  entries: KnownFailure[] = [],
  ledger: Ledger = basis.ledger,
): Report {
  return reportOf(
    { ...basis, ledger },
    run,
    {
      target: 'https://api.example',
      settings: ['BASE_URL', 'API_KEY'],
      required: [],
      live: true,
      ...settings,
    },
    { entries, problems: [] },
    { started: '2026-11-02T10:00:00.000Z', milliseconds: 61_000, playwright: '1.65.1' },
  );
}

const universal: ClauseId[] = ['errors.body.single-field', 'errors.code.status', 'errors.type.constant'];

/** Cases of a small run that conforms. */
export function conformingCases(): Case[] {
  const anonymous = { actor: 'anonymous', variable: null, judged: universal };
  return [
    aJudgedCase(
      'auth.key.valid',
      'GET /v1/credits accepts the valid key',
      'conforms',
      anExchange({ judged: ['service.json'] }),
    ),
    aJudgedCase(
      'auth.header.required',
      'GET /v1/credits without the header is refused',
      'conforms',
      anExchange({ ...anonymous, status: 401, answer: anError('missing_api_key') }),
      '401 missing_api_key',
    ),
    aSetBackCase('auth.key.inactive', 'a reissued key is refused', {
      verdict: 'not driven',
      reason: 'needs OLD_API_KEY',
    }),
    aCase('auth.scheme.other', 'the answer to another scheme is recorded', [
      anAttempt({
        evidence: anEvidence('auth.scheme.other', { observations: { 'Basic scheme': '401 {error}' } }),
      }),
    ]),
  ];
}

/** What a hostile server may send, in every place that a report shows. */
export const hostile = [
  '<script>window.pwned = true</script>',
  '</style><img src=x onerror="window.pwned = true">',
  '[click](javascript:window.pwned=true)',
  '\u001b[31mred\u001b[0m \u202ereversed',
  '"><svg onload=window.pwned=true>',
].join(' ');

/** Three breaches, one of them silent and one known, advice not followed, and words of a hostile server. */
export function breakingCases(message = hostile): Case[] {
  const wrong = { actor: 'one character changed', variable: 'API_KEY', judged: universal };
  const job = { operation: 'job', path: '/v1/jobs/0b5c' } as const;
  const silent = anExchange({
    ...job,
    actor: 'stranger',
    variable: 'OTHER_API_KEY',
    status: 404,
    answer: anError('not_found'),
    judged: universal,
  });
  const foreign = aJudgedCase(
    'jobs.lookup.foreign',
    "another account's job is not found",
    'conforms',
    silent,
    '404 not_found',
  );
  foreign.attempts[0]?.evidence?.findings.push({
    clause: 'errors.type.constant',
    verdict: 'violates',
    expected: 'error.type is "acme_error", as in the first error of the run',
    received: '"other_error"',
    exchange: silent.id,
  });
  const first = foreign.attempts[0];
  if (first) first.status = 'failed';
  return [
    ...conformingCases(),
    aJudgedCase(
      'auth.key.wrong',
      'a key with one character changed is refused',
      'violates',
      anExchange({ ...wrong, status: 200, answer: { credits: 7, note: message } }),
      '401 invalid_api_key',
    ),
    aJudgedCase(
      'jobs.lookup.unknown',
      'an unknown job is not found',
      'violates',
      anExchange({ ...job, status: 422, answer: anError('invalid_request', message) }),
      '404 not_found',
    ),
    foreign,
    aJudgedCase(
      'errors.message.empty',
      'a message has words',
      'deviates',
      anExchange({ status: 404, answer: anError('not_found', '') }),
      'a message with words',
    ),
    aSetBackCase('credits.insufficient', 'a request beyond the credits is refused', {
      verdict: 'blocked',
      reason: `the balance could not be read: ${message}`,
    }),
    aSetBackCase('upstream.failure', 'a failure of AI processing is told', {
      verdict: 'indeterminate',
      reason: 'disturbed 3 times by 502 upstream_error',
    }),
  ];
}

/** An entry of the known failures for the unknown job of breakingCases. */
export const knownJob: KnownFailure = {
  clause: 'jobs.lookup.unknown',
  case: 'an unknown job is not found',
  status: 422,
  code: 'invalid_request',
  reason: 'the look-up checks the form of an id first',
  link: 'https://issues.example/12',
  expires: '2099-12-31',
};
