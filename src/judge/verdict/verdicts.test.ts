import { expect, test } from '@playwright/test';
import {
  aCheckRun,
  accepted,
  anAttempt,
  anError,
  anEvidence,
  anExchange,
  anUndecidedCheck,
  aReport,
  aRun,
  breakingChecks,
  rejected,
} from '../../../proof/helpers/reports-runs';
import type { ClauseId } from '../../../spec/ledger';
import type { Evidence, Exchange } from '../data/evidence';
import { type Expectation, rejectedWith } from '../data/expectation';
import type { Reason } from '../data/reason';
import type { Attempt, CheckRun, Run } from '../data/run';
import { formatReason } from '../texts/wording';
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
    ['that passed without a finding', [tried({})], 'blocked', /^nothing was judged$/],
    ['that failed after its clause was met', [brokeDown('later', [met])], 'blocked', /later/],
    [
      'that failed only because of another clause',
      [failed([met], {}, { reportedUniversal: true })],
      'conforms',
    ],
    ['that timed out', [tried({ status: 'timedOut' }, [met])], 'inconclusive', /cut short/],
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
});

test('the order and the numbers of workers do not change a verdict, a check ID or a fault', () => {
  const shape = (checks: CheckRun[]) => {
    const { clauses, faults, outcome } = aReport(aRun(checks));
    const ids = clauses.map(({ id, verdict, checks: own }) => [id, verdict, own.map((each) => each.id)]);
    return { ids, outcome, faults: faults.map(({ sentence }) => sentence) };
  };
  const checks = breakingChecks();
  expect(shape([...checks].reverse())).toEqual(shape(checks));
  expect(shape(breakingChecks())).toEqual(shape(checks));
});
