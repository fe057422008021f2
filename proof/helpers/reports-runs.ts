import type { Clause } from '../../spec/clause';
import { type ClauseId, ledger } from '../../spec/ledger';
import { describedOperations } from '../../spec/target-file';
import {
  type Context,
  type Evidence,
  type Exchange,
  emptyContext,
  type Unjudged,
} from '../../src/judge/data/evidence';
import { type Expectation, rejectedWith } from '../../src/judge/data/expectation';
import type { CheckRun, Run, RunSettings } from '../../src/judge/data/run';
import { suiteInfo } from '../../src/judge/data/suite-info';
import type { KnownFailure } from '../../src/judge/faults/known-failures';
import type { PreviousRun } from '../../src/judge/faults/previous-run';
import { readText } from '../../src/judge/response/reading';
import { type Report, reportOf } from '../../src/judge/verdict/report';
import { anError } from './an-error';

export { anError };

/** Runs as prepared data, in the form in which the reporter gets them. */

let exchanges = 0;

type Overrides = Partial<Exchange> & { status?: number; answer?: unknown; path?: string };

/** An accepted exchange of the owner, unless overridden. */
export function anExchange(overrides: Overrides = {}): Exchange {
  const { status = 200, answer = { credits: 100 }, path = '/v1/credits', ...rest } = overrides;
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return {
    id: `${process.pid}-${++exchanges}`,
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
      reading: readText(body),
      body,
      bodyBytes: Buffer.byteLength(body),
      milliseconds: 12,
    },
    ...rest,
  };
}

const nobody = { actor: 'nobody', variable: null } as const;

/** The preconditions of every check: the key is accepted, and a request without a key is rejected. */
export const accepted = anExchange();
export const rejected = anExchange({ ...nobody, status: 401, answer: anError('missing_api_key') });

/** Builds the context of a run whose target file is right, so that every response is judged. */
export const aContext = (known: Partial<Context> = {}): Context => ({
  ...emptyContext,
  accepted: describedOperations,
  ...known,
});

/** A check that recorded this, and nothing else. */
export function aCheck(clause: ClauseId, title: string, recorded: Partial<Evidence> = {}): CheckRun {
  return {
    ...{ clause, title, file: `${clause.split('.')[0]}.spec.ts`, line: 1, cost: 'free' },
    ...{ exchanges: [], assertions: [], untested: [], observations: {} },
    ...recorded,
  };
}

/** Returns what a clause expects of the response that is judged: its first code, or success. */
function askedBy(clause: ClauseId): Expectation {
  const stated: Clause = ledger[clause];
  const [code] = stated.codes ?? [];
  return code === undefined ? { kind: 'success' } : rejectedWith(suiteInfo.codes[code], code);
}

/** A check with one judged exchange and its reference requests. */
export function aJudgedCheck(
  clause: ClauseId,
  title: string,
  act: Overrides,
  expectation = askedBy(clause),
): CheckRun {
  const exchange = anExchange(act);
  const assertions = [{ expectation, exchanges: [exchange.id] }];
  return aCheck(clause, title, { exchanges: [accepted, rejected, exchange], assertions });
}

/** Reasons why a check judged nothing: a missing input, repeated failures, or none that is known. */
export const lacking = (what: string): Unjudged => ({
  verdict: 'not tested',
  reason: { kind: 'needs', what },
});
const disturbed: Unjudged = {
  verdict: 'inconclusive',
  reason: { kind: 'disturbed', status: 502, code: 'upstream_error', times: 3 },
};

/** A check that judged nothing, with the reason. */
export const anUndecidedCheck = (clause: ClauseId, title: string, why: Unjudged): CheckRun =>
  aCheck(clause, title, { unjudged: why });

export function aRun(checks: CheckRun[], overrides: Partial<Run> = {}): Run {
  const sent = checks.flatMap(({ exchanges }) => exchanges);
  return {
    checks,
    context: aContext({ errorType: 'acme_error' }),
    sent: [...new Set(sent)],
    partial: false,
    ending: 'passed',
    errors: [],
    stop: null,
    ...overrides,
  };
}

/** @param previous what PREVIOUS says about the last run of the target */
export function aReport(
  run: Run,
  settings: Partial<RunSettings> = {},
  entries: KnownFailure[] = [],
  previous?: PreviousRun | null,
): Report {
  return reportOf(
    run,
    {
      target: 'https://api.example',
      settings: ['BASE_URL', 'API_KEY'],
      required: [],
      live: true,
      ...settings,
    },
    entries,
    {
      started: '2026-11-02T10:00:00.000Z',
      milliseconds: 61_000,
      playwright: '1.65.1',
      ...(previous && { previous }),
    },
  );
}

/** The checks of a small run that conforms. */
export function conformingChecks(): CheckRun[] {
  return [
    aJudgedCheck('auth.key.valid', 'GET /v1/credits accepts the valid key', accepted),
    aJudgedCheck('auth.header.required', 'GET /v1/credits without the header is refused', rejected),
    anUndecidedCheck('auth.key.inactive', 'a reissued key is refused', lacking('OLD_API_KEY')),
    aCheck('auth.scheme.other', 'the answer to another scheme is recorded', {
      observations: { 'Basic scheme': ['401 {error}'] },
    }),
  ];
}

/** The report of a conforming run with these checks added. */
export const reportWith = (...checks: CheckRun[]) => aReport(aRun([...conformingChecks(), ...checks]));

/** Text that a hostile server may send in any part of a response that a report shows. */
const hostile = [
  '<script>window.pwned = true</script>',
  '</style><img src=x onerror="window.pwned = true">',
  '[click](javascript:window.pwned=true)',
  '\u001b[31mred\u001b[0m \u202ereversed',
  '"><svg onload=window.pwned=true>',
].join(' ');

/** Checks with three violations (one about every response, one known), a deviation and hostile text. */
export function breakingChecks(message = hostile): CheckRun[] {
  const job = { operation: 'job', path: '/v1/jobs/0b5c' } as const;
  return [
    ...conformingChecks(),
    aJudgedCheck('auth.key.wrong', 'a key with one character changed is refused', {
      actor: 'one character changed',
      answer: { credits: 7, note: message },
    }),
    aJudgedCheck('jobs.lookup.unknown', 'an unknown job is not found', {
      ...job,
      status: 422,
      answer: anError('invalid_request', { message }),
    }),
    aJudgedCheck('jobs.lookup.foreign', "another account's job is not found", {
      ...job,
      actor: 'other account',
      variable: 'OTHER_API_KEY',
      status: 404,
      answer: anError('not_found', { type: 'other_error' }),
    }),
    aJudgedCheck('runs.lookup.unknown', 'an unknown run is not found', {
      operation: 'run',
      path: '/v1/runs/0b5c',
      status: 404,
      answer: anError('not_found', { message: '' }),
    }),
    anUndecidedCheck('credits.insufficient', 'a request beyond the credits is refused', {
      verdict: 'blocked',
      reason: { kind: 'not accepted', what: 'the balance', received: { kind: 'seen', what: message } },
    }),
    anUndecidedCheck('upstream.failure', 'a failure of AI processing is reported', disturbed),
  ];
}

/** A known failure for the unknown job of `breakingChecks`. */
export const knownJob: KnownFailure = {
  fault: '422 invalid_request in place of 404 not_found',
  at: ['job'],
  reason: 'the lookup checks the form of an id first',
  expires: '2099-12-31',
};
