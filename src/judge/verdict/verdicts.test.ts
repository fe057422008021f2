import { expect, test } from '@playwright/test';
import {
  aCheck,
  accepted,
  anError,
  anExchange,
  anUndecidedCheck,
  aRun,
  rejected,
} from '../../../proof/helpers/reports-runs';
import type { ClauseId } from '../../../spec/ledger';
import type { Exchange, Unjudged } from '../data/evidence';
import { type Expectation, rejectedWith } from '../data/expectation';
import type { Reason } from '../data/reason';
import type { CheckRun, Run } from '../data/run';
import { formatReason } from '../texts/wording';
import { type ClauseVerdict, judgeRun } from './verdicts';

function verdictOf(run: Run, id: ClauseId): ClauseVerdict {
  const found = judgeRun(run).clauses.find((clause) => clause.id === id);
  if (!found) throw new Error(`no verdict on ${id}`);
  return found;
}

const words = ({ reason }: { reason?: Reason }) => reason && formatReason(reason);

const wanted = rejectedWith(401, 'invalid_api_key');
const met = anExchange({ variable: null, status: 401, answer: anError('invalid_api_key') });
const unmet = anExchange({ variable: null });
const needsText: Reason = { kind: 'needs', what: 'text' };
const disturbed: Reason = { kind: 'disturbed', status: 502, code: 'upstream_error', times: 1 };

/** A check which expects that a wrong key is rejected. */
const ofWrongKey = (title: string, exchanges: Exchange[], unjudged?: Unjudged): CheckRun =>
  aCheck('auth.key.wrong', title, {
    exchanges,
    assertions: exchanges.map(({ id }) => ({ expectation: wanted, exchanges: [id] })),
    ...(unjudged && { unjudged }),
  });

test.describe('a check', () => {
  const rows: [title: string, check: CheckRun, verdict: string, reason?: RegExp][] = [
    ['whose clause is met', ofWrongKey('it', [met]), 'conforms'],
    ['with a violation', ofWrongKey('it', [met, unmet]), 'violates'],
    ['without a finding', ofWrongKey('it', []), 'blocked', /^nothing was judged$/],
    [
      'that broke down after its clause was met',
      ofWrongKey('it', [met], { verdict: 'blocked', reason: { kind: 'broke down', error: 'later' } }),
      'blocked',
      /later/,
    ],
    [
      'that the end of the run cut short after a violation',
      ofWrongKey('it', [unmet], { verdict: 'inconclusive', reason: { kind: 'cut short' } }),
      'violates',
    ],
  ];
  for (const [title, check, verdict, reason] of rows) {
    test(`${title} has the verdict "${verdict}"`, () => {
      const clause = verdictOf(aRun([check]), 'auth.key.wrong');
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
      ofWrongKey('violates', [unmet]),
      anUndecidedCheck('auth.key.wrong', 'inconclusive', { verdict: 'inconclusive', reason: disturbed }),
      anUndecidedCheck('auth.key.wrong', 'blocked', {
        verdict: 'blocked',
        reason: { kind: 'words', words: 'it' },
      }),
      ofWrongKey('conforms', [met]),
      anUndecidedCheck('auth.key.wrong', 'not tested', { verdict: 'not tested', reason: needsText }),
    ];
    for (const [index, verdict] of order.entries()) {
      expect(verdictOf(aRun(checks.slice(index)), 'auth.key.wrong').verdict).toBe(verdict);
      expect(verdictOf(aRun(checks.slice(index).reverse()), 'auth.key.wrong').verdict).toBe(verdict);
    }
  });

  test('for every response conforms only if a request was accepted and one without a key was rejected', () => {
    const only = (exchange: Exchange, expectation: Expectation) =>
      aCheck('auth.key.wrong', 'it', {
        exchanges: [exchange],
        assertions: [{ expectation, exchanges: [exchange.id] }],
      });
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
