import { expect, test } from '@playwright/test';
import {
  aCheckRun,
  aContext,
  accepted,
  aJudgedCheck,
  aMismatch,
  anAttempt,
  anError,
  anEvidence,
  anExchange,
  anUndecidedCheck,
  aReport,
  aRun,
  breakingChecks,
  conformingChecks,
  factsOn,
  rejected,
} from '../../../proof/helpers/reports-runs';
import type { ClauseId } from '../../../spec/ledger';
import type { Evidence, Exchange } from '../data/evidence';
import { type Expectation, rejectedWith } from '../data/expectation';
import type { AccountFacts } from '../data/facts';
import type { Reason } from '../data/reason';
import type { Attempt, CheckRun, Run } from '../data/run';
import { formatReason } from '../texts/wording';
import { judgeEvidence } from './findings';
import { type ClauseVerdict, judgeRun } from './verdicts';

function verdictOf(run: Run, id: ClauseId): ClauseVerdict {
  const found = judgeRun(run).find((clause) => clause.id === id);
  if (!found) throw new Error(`no verdict on ${id}`);
  return found;
}

const words = ({ reason }: { reason?: Reason }) => reason && formatReason(reason);

const wanted = rejectedWith(401, 'invalid_api_key');
const met = anExchange({ variable: null, status: 401, answer: anError('invalid_api_key') });
const unmet = anExchange({ variable: null });
const needsText: Reason = { kind: 'needs', what: 'text' };
const disturbed: Reason = { kind: 'disturbed', status: 502, code: 'upstream_error', times: 1 };

/** Returns an attempt of a check which expects that a wrong key is rejected. */
function tried(
  ending: Partial<Attempt>,
  exchanges: Exchange[] = [],
  evidence: Partial<Evidence> = {},
): Attempt {
  const assertions = exchanges.map(checkOf);
  return anAttempt({
    evidence: anEvidence('auth.key.wrong', { exchanges, assertions, ...evidence }),
    ...ending,
  });
}

const checkOf = ({ id }: Exchange) => ({ expectation: wanted, exchanges: [id] });

test('the note names the variable that claims a foreign ID if the lookup of that ID is accepted', () => {
  const noteOf = (claims: Partial<Evidence>) => {
    const attempt = tried({ status: 'failed' }, [anExchange()], claims);
    return verdictOf(aRun([aCheckRun('auth.key.wrong', 'it', [attempt])]), 'auth.key.wrong').failures[0]
      ?.note;
  };
  expect(noteOf({ claims: 'FOREIGN_JOB_ID' })).toEqual({ kind: 'claim', variable: 'FOREIGN_JOB_ID' });
  expect(noteOf({})).toBeUndefined();
});

test('the note questions no variable if the same request got the right response later', () => {
  const otherAccount = anExchange({ actor: 'other account', variable: 'OTHER_API_KEY' });
  const notReproduced = { exchange: otherAccount.id, how: 'alone' } as const;
  const run = aRun([
    aCheckRun('auth.key.wrong', 'it', [tried({ status: 'failed' }, [otherAccount], { notReproduced })]),
  ]);
  const [failure] = verdictOf(run, 'auth.key.wrong').failures;
  expect(failure?.note).toEqual({ kind: 'not reproduced', how: 'alone' });
});

test('the note does not question the account of a key whose claim another request showed', () => {
  const old = anExchange({ actor: 'old key', variable: 'OLD_API_KEY' });
  const noteWith = (learnt: AccountFacts) => {
    const evidence = anEvidence('auth.key.inactive', {
      context: aContext({ facts: factsOn([], { OLD_API_KEY: learnt }) }),
      exchanges: [accepted, rejected, old],
      assertions: [{ expectation: wanted, exchanges: [old.id] }],
    });
    return judgeEvidence(evidence).findings[0]?.note;
  };
  expect(noteWith({})).toEqual({ kind: 'claim', variable: 'OLD_API_KEY' });
  expect(noteWith({ claimedStateSeenAt: 'OLD_API_KEY' })).toBeUndefined();
});

test.describe('a check', () => {
  const failed = (
    exchanges: Exchange[] = [],
    more: Partial<Attempt> = {},
    evidence: Partial<Evidence> = {},
  ) => tried({ status: 'failed', ...more }, exchanges, evidence);
  const brokeDown = (error: string, exchanges: Exchange[] = []) => failed(exchanges, { errors: [error] });
  const rows: [title: string, attempts: Attempt[], verdict: string, reason?: RegExp][] = [
    ['that passed with its clause met', [tried({}, [met])], 'conforms'],
    ['that failed with a violation', [failed([unmet])], 'violates'],
    ['that passed in spite of a violation', [tried({}, [unmet])], 'violates'],
    ['whose clause was met once and broken once', [failed([met, unmet])], 'violates'],
    ['that was cut short after a violation', [tried({ status: 'timedOut' }, [unmet])], 'violates'],
    ['that passed without a finding', [tried({})], 'blocked', /^nothing was judged$/],
    ['that passed without any evidence', [anAttempt()], 'blocked', /^nothing was judged$/],
    ['that failed after its clause was met', [brokeDown('later', [met])], 'blocked', /later/],
    [
      'that failed only because of another clause',
      [failed([met], {}, { reportedUniversal: true })],
      'conforms',
    ],
    ['that timed out', [tried({ status: 'timedOut' }, [met])], 'inconclusive', /cut short/],
    ['that was interrupted', [tried({ status: 'interrupted' })], 'inconclusive', /cut short/],
    ['that never started', [], 'inconclusive', /the run ended before this check/],
    [
      'that was skipped by hand',
      [anAttempt({ status: 'skipped', skipReason: 'flaky' })],
      'not tested',
      /^flaky$/,
    ],
    ['that violated first and passed on a retry', [failed([unmet]), tried({}, [met])], 'violates'],
  ];
  for (const [title, attempts, verdict, reason] of rows) {
    test(`${title} has the verdict "${verdict}"`, () => {
      const clause = verdictOf(aRun([aCheckRun('auth.key.wrong', 'it', attempts)]), 'auth.key.wrong');
      expect(clause.checks[0]?.verdict).toBe(verdict);
      expect(clause.verdict).toBe(verdict);
      if (reason) expect(words(clause)).toMatch(reason);
    });
  }
});

test.describe('a clause', () => {
  test('gets the worst verdict of its checks, in the order of the design', () => {
    const order = ['violates', 'inconclusive', 'blocked', 'conforms', 'not tested'] as const;
    const checks = [
      aCheckRun('auth.key.wrong', 'violates', [tried({ status: 'failed' }, [unmet])]),
      anUndecidedCheck('auth.key.wrong', 'inconclusive', { verdict: 'inconclusive', reason: disturbed }),
      anUndecidedCheck('auth.key.wrong', 'blocked', { verdict: 'blocked', reason: { kind: 'target gone' } }),
      aCheckRun('auth.key.wrong', 'conforms', [tried({}, [met])]),
      anUndecidedCheck('auth.key.wrong', 'not tested', { verdict: 'not tested', reason: needsText }),
    ];
    for (const [index, verdict] of order.entries()) {
      expect(verdictOf(aRun(checks.slice(index)), 'auth.key.wrong').verdict).toBe(verdict);
      expect(verdictOf(aRun(checks.slice(index).reverse()), 'auth.key.wrong').verdict).toBe(verdict);
    }
  });

  test('that conforms says how many of its checks were not tested, and why', () => {
    const checks = [
      aCheckRun('auth.key.wrong', 'one', [tried({}, [met])]),
      anUndecidedCheck('auth.key.wrong', 'two', { verdict: 'not tested', reason: needsText }),
    ];
    const clause = verdictOf(aRun(checks), 'auth.key.wrong');
    expect(clause.verdict).toBe('conforms');
    expect(words(clause)).toBe('1 of 2 checks not tested: needs text in the target file');
  });

  test('for every response conforms only if a request was accepted and one without a key was rejected', () => {
    const only = (exchange: Exchange, expectation: Expectation) =>
      aCheckRun('auth.key.wrong', 'it', [
        tried({}, [], { exchanges: [exchange], assertions: [{ expectation, exchanges: [exchange.id] }] }),
      ]);
    const rejections = only(rejected, rejectedWith(401, 'missing_api_key'));
    const servings = only(accepted, { kind: 'success' });
    const seen = (...checks: CheckRun[]) => {
      const clause = verdictOf(aRun(checks), 'errors.code.status');
      const acceptedVerdict = verdictOf(aRun(checks), 'service.json');
      return [clause, acceptedVerdict].map((each) => [each.verdict, words(each)]);
    };
    expect(seen(rejections)[0]).toEqual([
      'blocked',
      'no request with a key was accepted, so no response proves anything',
    ]);
    expect(seen(servings)[1]).toEqual([
      'blocked',
      'no request without a key was rejected, so being accepted proves nothing',
    ]);
    expect(seen(rejections, servings)).toEqual([
      ['conforms', undefined],
      ['conforms', undefined],
    ]);
  });

  test('broken by every response is one fault, in the first check that shows it, at all operations', () => {
    const more = anError('missing_api_key', { status: 401 });
    const checks = (['models', 'models', 'credits', 'job', 'text'] as const).map((operation, index) =>
      aJudgedCheck('auth.header.required', `the ${index}. case`, {
        operation,
        path: `/v1/${operation}`,
        variable: null,
        status: 401,
        answer: more,
      }),
    );
    const { faults, clauses } = aReport(aRun(checks));
    expect(clauses.find(({ id }) => id === 'errors.object.fields')?.verdict).toBe('violates');
    const operations = ['models', 'credits', 'job', 'text'];
    expect(faults).toMatchObject([{ fault: 'errors.object.fields', operations }]);
    expect(faults[0]?.ways[0][0].check.id).toBe('auth.header.required/1');
    expect(verdictOf(aRun(checks), 'auth.header.required').verdict).toBe('conforms');
  });

  /** Judges errors.type.constant for errors with these types, in this order: the expected type, and which error failed. */
  const constantType = (types: string[], words: string[]) => {
    const [first = ''] = types;
    const exchanges = types.map((type) =>
      anExchange({ status: 401, answer: anError('missing_api_key', { type }) }),
    );
    const evidence = anEvidence('auth.header.required', {
      exchanges,
      context: aContext({ words, errorType: first }),
    });
    const run = aRun([aCheckRun('auth.header.required', 'a case', [anAttempt({ evidence })])]);
    const { failures } = verdictOf(run, 'errors.type.constant');
    return failures.map(({ expected, exchanges: [telling] }) => [
      expected,
      exchanges.findIndex(({ id }) => id === telling?.id),
    ]);
  };
  const as = (type: string) => ({ kind: 'rule', rule: 'type as elsewhere', values: [type] });

  test('about the constant error type expects the most frequent type, wherever another type occurs', () => {
    expect(constantType(['gateway_error', 'acme_error', 'acme_error'], [])).toEqual([[as('acme_error'), 0]]);
    expect(constantType(['acme_error', 'acme_error', 'gateway_error'], [])).toEqual([[as('acme_error'), 2]]);
  });

  test('about the constant error type expects the type that the models show, even if it is rare', () => {
    const types = ['gateway_error', 'gateway_error', 'acme_error'];
    expect(constantType(types, ['acme'])).toEqual([0, 1].map((index) => [as('acme_error'), index]));
    expect(constantType(['other_error', 'other_error'], ['acme'])).toEqual([]);
  });

  test('without a finding is not tested, with the reason that applies', () => {
    expect(words(verdictOf(aRun(conformingChecks()), 'runs.lookup.own'))).toBe(
      'no response of the run could show it',
    );
    const filtered = aRun(conformingChecks(), { filters: ['--grep auth'] });
    expect(words(verdictOf(filtered, 'runs.lookup.own'))).toBe('not selected');
    const stopped = aRun([], { stop: { kind: 'unavailable', lines: ['no response'] } });
    expect(words(verdictOf(stopped, 'runs.lookup.own'))).toBe('the run did not begin');
  });

  test('that no client can observe is unobservable, with a reason', () => {
    const clause = verdictOf(aRun([]), 'auth.key.issued');
    expect(clause.verdict).toBe('unobservable');
    expect(words(clause)).toBe('The dashboard is outside the API.');
  });
});

test('the order and the numbers of workers do not change a verdict, a check ID or a fault', () => {
  const shape = (checks: CheckRun[]) => {
    const { clauses, faults, matrix, outcome } = aReport(aRun(checks));
    const ids = clauses.map(({ id, verdict, checks: own }) => [id, verdict, own.map((each) => each.id)]);
    return { ids, matrix, outcome, faults: faults.map(({ sentence }) => sentence) };
  };
  const checks = breakingChecks();
  expect(shape([...checks].reverse())).toEqual(shape(checks));
  expect(shape(breakingChecks())).toEqual(shape(checks));
});

test('an accepted faulty connection is a violation if another check shows that it is rejected, in any order', () => {
  const rejection = anError('invalid_workflow', { message: 'bead cannot read atom' });
  const clause = 'workflows.reference.mismatched-kind';
  const far = aJudgedCheck(clause, 'far', { ...aMismatch, id: 'far', status: 202, answer: { run_id: 'r' } });
  const near = aJudgedCheck(clause, 'near', { ...aMismatch, id: 'near', status: 400, answer: rejection });
  // Another rejection shows that the target reads the references.
  const faulty = { ...aMismatch.faulty, types: 'a.b > c.d' };
  const another = anExchange({ ...aMismatch, faulty, status: 400, answer: rejection });
  for (const { evidence } of far.attempts) evidence?.exchanges.push(another);
  const verdictOn = (...checks: CheckRun[]) => verdictOf(aRun(checks), clause).verdict;
  expect(verdictOn(far)).toBe('blocked');
  expect(verdictOn(far, near)).toBe('violates');
  expect(verdictOn(near, far)).toBe('violates');
});
