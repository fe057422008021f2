import { expect, test } from '@playwright/test';
import type { ClauseId } from '../../spec/ledger';
import { basis } from '../engine/basis';
import type { Finding } from '../engine/evidence';
import type { Attempt, Case, Run } from '../engine/run';
import { stable } from '../engine/signature';
import { type ClauseVerdict, judgeRun } from '../engine/verdicts';
import {
  aCase,
  aJudgedCase,
  anAttempt,
  anError,
  anEvidence,
  anExchange,
  aReport,
  aRun,
  aSetBackCase,
  breakingCases,
  conformingCases,
} from './reports-runs';

function verdictOf(run: Run, id: ClauseId): ClauseVerdict {
  const found = judgeRun(basis.ledger, run).find((clause) => clause.id === id);
  if (!found) throw new Error(`no verdict on ${id}`);
  return found;
}

function finding(verdict: Finding['verdict'], clause: ClauseId = 'auth.key.wrong'): Finding {
  return { clause, verdict, expected: 'this', received: 'that' };
}

test.describe('a case', () => {
  const rows: [title: string, attempts: Attempt[], verdict: string, reason?: RegExp][] = [
    ['passed with its clause met', [tried({}, finding('conforms'))], 'conforms'],
    ['failed with a breach', [tried({ status: 'failed' }, finding('violates'))], 'violates'],
    ['cut short after a breach', [tried({ status: 'timedOut' }, finding('violates'))], 'violates'],
    ['passed without a judgement', [tried({})], 'blocked', /^nothing was judged$/],
    ['passed without any evidence', [anAttempt()], 'blocked', /^nothing was judged$/],
    [
      'failed without a finding',
      [tried({ status: 'failed', errors: ['TypeError: x\nat y'] })],
      'blocked',
      /the case itself failed: TypeError: x$/,
    ],
    [
      'failed after its clause was met',
      [tried({ status: 'failed', errors: ['later'] }, finding('conforms'))],
      'blocked',
      /later/,
    ],
    [
      'failed by another clause alone',
      [tried({ status: 'failed' }, finding('conforms'), finding('violates', 'errors.code.status'))],
      'conforms',
    ],
    ['out of time', [tried({ status: 'timedOut' }, finding('conforms'))], 'indeterminate', /cut short/],
    ['interrupted', [tried({ status: 'interrupted' })], 'indeterminate', /cut short/],
    ['never begun', [], 'indeterminate', /the run ended before this case/],
    ['skipped by hand', [anAttempt({ status: 'skipped', skipReason: 'flaky' })], 'not driven', /^flaky$/],
    ['set back', [inconclusive('indeterminate', 'disturbed')], 'indeterminate', /^disturbed$/],
    [
      'red, then green on a retry',
      [tried({ status: 'failed' }, finding('violates')), tried({}, finding('conforms'))],
      'violates',
    ],
    [
      'broken, then green on a retry',
      [tried({ status: 'failed', errors: ['broken'] }), tried({}, finding('conforms'))],
      'blocked',
      /broken/,
    ],
    ['advice about a must clause', [tried({}, finding('deviates'))], 'violates'],
  ];
  for (const [title, attempts, verdict, reason] of rows) {
    test(`${title} is ${verdict}`, () => {
      const clause = verdictOf(aRun([aCase('auth.key.wrong', 'it', attempts)]), 'auth.key.wrong');
      expect(clause.cases[0]?.verdict).toBe(verdict);
      expect(clause.verdict).toBe(verdict);
      if (reason) expect(clause.reason).toMatch(reason);
    });
  }

  test('of advice deviates and never violates', () => {
    const clause = verdictOf(aRun([adviceCase('violates')]), 'errors.message.empty');
    expect(clause.verdict).toBe('deviates');
  });

  test('of an open clause is open, with what it saw', () => {
    const clause = verdictOf(aRun(conformingCases()), 'auth.scheme.other');
    expect(clause).toMatchObject({ verdict: 'open', reason: 'not shown' });
    expect(clause.cases[0]?.observations).toEqual({ 'Basic scheme': '401 {error}' });
  });
});

test.describe('a clause', () => {
  test('gets the worst verdict of its cases, in the order of the design', () => {
    const order = ['violates', 'indeterminate', 'blocked', 'conforms', 'not driven'] as const;
    const cases = [
      aCase('auth.key.wrong', 'violates', [tried({ status: 'failed' }, finding('violates'))]),
      aSetBackCase('auth.key.wrong', 'indeterminate', { verdict: 'indeterminate', reason: 'i' }),
      aSetBackCase('auth.key.wrong', 'blocked', { verdict: 'blocked', reason: 'b' }),
      aCase('auth.key.wrong', 'conforms', [tried({}, finding('conforms'))]),
      aSetBackCase('auth.key.wrong', 'not driven', { verdict: 'not driven', reason: 'n' }),
    ];
    for (const [index, verdict] of order.entries()) {
      expect(verdictOf(aRun(cases.slice(index)), 'auth.key.wrong').verdict).toBe(verdict);
      expect(verdictOf(aRun(cases.slice(index).reverse()), 'auth.key.wrong').verdict).toBe(verdict);
    }
  });

  test('that conforms tells which of its cases were not driven', () => {
    const cases = [
      aCase('auth.key.wrong', 'one', [tried({}, finding('conforms'))]),
      aSetBackCase('auth.key.wrong', 'two', { verdict: 'not driven', reason: 'needs text' }),
    ];
    const clause = verdictOf(aRun(cases), 'auth.key.wrong');
    expect(clause).toMatchObject({ verdict: 'conforms', reason: '1 of 2 cases not driven: needs text' });
  });

  test('violates by a breach that a case of another clause met', () => {
    const run = aRun(breakingCases());
    expect(verdictOf(run, 'errors.type.constant')).toMatchObject({ verdict: 'violates', cases: [] });
    expect(verdictOf(run, 'jobs.lookup.foreign').verdict).toBe('conforms');
  });

  test('judged silently conforms only where a request was accepted, and one without a key refused', () => {
    const refused = anExchange({
      variable: null,
      status: 401,
      answer: anError('missing_api_key'),
      judged: ['errors.code.status'],
    });
    const refusals = [aJudgedCase('auth.header.required', 'it', 'conforms', refused, '401 missing_api_key')];
    expect(verdictOf(aRun(refusals), 'errors.code.status')).toMatchObject({
      verdict: 'blocked',
      reason: 'no request was accepted, so refusals prove nothing',
    });
    const accepted = aJudgedCase('auth.key.valid', 'it', 'conforms', anExchange());
    expect(verdictOf(aRun([...refusals, accepted]), 'errors.code.status').verdict).toBe('conforms');
    const served = anExchange({ judged: ['service.json'] });
    const servings = [aJudgedCase('auth.key.valid', 'it', 'conforms', served)];
    expect(verdictOf(aRun(servings), 'service.json')).toMatchObject({
      verdict: 'blocked',
      reason: 'no request without a key was refused, so being served proves nothing',
    });
    expect(verdictOf(aRun([...refusals, ...servings]), 'service.json').verdict).toBe('conforms');
  });

  test('that nothing was judged for is not driven, with the reason that applies', () => {
    expect(verdictOf(aRun(conformingCases()), 'runs.lookup.own').reason).toBe(
      'nothing to judge it on was seen',
    );
    const filtered = aRun(conformingCases(), { filters: ['--grep auth'] });
    expect(verdictOf(filtered, 'runs.lookup.own').reason).toBe('not selected');
    const stopped = aRun([], { stop: { kind: 'unavailable', lines: ['no answer'] } });
    expect(verdictOf(stopped, 'runs.lookup.own').reason).toBe('the run did not begin');
    const merged = aRun(conformingCases(), { missingShards: ['2 of 2'] });
    expect(verdictOf(merged, 'runs.lookup.own').reason).toBe('its shard is missing');
  });

  test('that no client can see is unobservable, and says why', () => {
    const clause = verdictOf(aRun([]), 'auth.key.issued');
    expect(clause).toMatchObject({ verdict: 'unobservable', reason: 'The dashboard is outside the API.' });
  });
});

test('every clause of the ledger has a verdict, in its order', () => {
  const verdicts = judgeRun(basis.ledger, aRun(breakingCases()));
  expect(verdicts.map(({ id }) => id)).toEqual(Object.keys(basis.ledger));
});

test('neither the order of workers nor their numbers change a verdict, an id or a signature', () => {
  const shape = (cases: Case[]) => {
    const { clauses, failures, matrix, outcome } = aReport(aRun(cases));
    const ids = clauses.map(({ id, verdict, cases: own }) => [id, verdict, own.map((each) => each.id)]);
    return { ids, matrix, outcome, signatures: failures.map(({ first }) => first.signature).sort() };
  };
  const cases = breakingCases();
  expect(shape([...cases].reverse())).toEqual(shape(cases));
  expect(shape(breakingCases())).toEqual(shape(cases));
});

test('a signature changes with what was observed, and with nothing else', () => {
  const signature = (exchange: ReturnType<typeof anExchange>) =>
    verdictOf(aRun([aJudgedCase('auth.key.wrong', 'it', 'violates', exchange, '401')]), 'auth.key.wrong')
      .failures[0]?.signature;
  const first = signature(anExchange({ status: 403, answer: anError('invalid_api_key', 'one') }));
  expect(first).toMatch(/^[0-9a-f]{12}$/);
  expect(signature(anExchange({ status: 403, answer: anError('invalid_api_key', 'two') }))).toBe(first);
  expect(signature(anExchange({ status: 401, answer: anError('invalid_api_key', 'one') }))).not.toBe(first);
  expect(signature(anExchange({ status: 403, answer: anError('missing_api_key', 'one') }))).not.toBe(first);
  expect(stable('a message that names stepgwsg71.prompt or "stepx"')).toBe('a message that names # or #');
  expect(stable('GET /v1/jobs/0b5c1f9e-11: 404 not_found, OLD_API_KEY')).toBe(
    'GET /v1/jobs/#: 404 not_found, OLD_API_KEY',
  );
});

function tried(overrides: Partial<Attempt>, ...findings: Finding[]): Attempt {
  return anAttempt({ evidence: anEvidence('auth.key.wrong', { findings }), ...overrides });
}

function inconclusive(verdict: 'indeterminate' | 'blocked', reason: string): Attempt {
  return anAttempt({
    status: 'skipped',
    evidence: anEvidence('auth.key.wrong', { inconclusive: { verdict, reason } }),
  });
}

function adviceCase(verdict: Finding['verdict']): Case {
  return aJudgedCase(
    'errors.message.empty',
    'it',
    verdict,
    anExchange({ status: 404, answer: anError('not_found', '') }),
  );
}
