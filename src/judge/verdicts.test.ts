import { expect, test } from '@playwright/test';
import {
  aCase,
  accepted,
  aJudgedCase,
  anAttempt,
  anError,
  anEvidence,
  anExchange,
  anUndecidedCase,
  aReport,
  aRun,
  breakingCases,
  conformingCases,
  refused,
} from '../../proof/helpers/reports-runs';
import type { ClauseId } from '../../spec/ledger';
import type { Evidence, Exchange } from './evidence';
import { type Expectation, failure } from './expectation';
import { faultsOf } from './faults';
import type { Reason } from './reason';
import type { Attempt, Case, Run } from './run';
import { signatureOf } from './signature';
import { type ClauseVerdict, judgeRun } from './verdicts';
import { reasonWords } from './wording';

function verdictOf(run: Run, id: ClauseId): ClauseVerdict {
  const found = judgeRun(run).find((clause) => clause.id === id);
  if (!found) throw new Error(`no verdict on ${id}`);
  return found;
}

const words = ({ reason }: { reason?: Reason }) => reason && reasonWords(reason);

const wanted = failure(401, 'invalid_api_key');
const met = anExchange({ variable: null, status: 401, answer: anError('invalid_api_key') });
const unmet = anExchange({ variable: null });
const needsText: Reason = { kind: 'needs', what: 'text' };
const disturbed: Reason = { kind: 'disturbed', status: 502, code: 'upstream_error', times: 1 };

/** A try of a case that wants a wrong key refused. */
function tried(
  ending: Partial<Attempt>,
  exchanges: Exchange[] = [],
  evidence: Partial<Evidence> = {},
): Attempt {
  const checks = exchanges.map(checkOf);
  return anAttempt({ evidence: anEvidence('auth.key.wrong', { exchanges, checks, ...evidence }), ...ending });
}

const saw = { kind: 'seen', what: 'it' } as const;
const checkOf = ({ id }: Exchange) => ({ expectation: wanted, exchanges: [id] });
const cut = (exchange: Exchange): Exchange => ({
  ...exchange,
  response: exchange.response && { ...exchange.response, cut: true },
});

test('an id that a variable claims to be of another is named where its owner is answered', () => {
  const noteOf = (claims: Partial<Evidence>) => {
    const attempt = tried({ status: 'failed' }, [anExchange()], claims);
    return verdictOf(aRun([aCase('auth.key.wrong', 'it', [attempt])]), 'auth.key.wrong').failures[0]?.note;
  };
  expect(noteOf({ claims: 'FOREIGN_JOB_ID' })).toEqual({ kind: 'claim', variable: 'FOREIGN_JOB_ID' });
  expect(noteOf({})).toBeUndefined();
});

test('no variable is doubted where the same request was answered as it must be later', () => {
  const stranger = anExchange({ actor: 'stranger', variable: 'OTHER_API_KEY' });
  const heldAgain = { exchange: stranger.id, how: 'alone' } as const;
  const run = aRun([aCase('auth.key.wrong', 'it', [tried({ status: 'failed' }, [stranger], { heldAgain })])]);
  const [failure] = verdictOf(run, 'auth.key.wrong').failures;
  expect(failure?.note).toEqual({ kind: 'held again', how: 'alone' });
});

test('a reissued key that is served is not doubted where a part of keys is seen to decide', () => {
  const notesBeside = (agrees: object) => {
    const probe = { family: 'cut short', member: 'its first 11', place: 'GET /v1/credits', ...agrees };
    const retired = anExchange({ actor: 'retired', variable: 'OLD_API_KEY' });
    const run = aRun([
      aJudgedCase('auth.key.wrong', 'a piece', anExchange(), wanted, { probe }),
      aJudgedCase('auth.key.inactive', 'a reissued one', retired, wanted),
    ]);
    return verdictOf(run, 'auth.key.inactive').failures.map(({ note }) => note);
  };
  expect(notesBeside({ agrees: 9 })).toEqual([undefined]);
  expect(notesBeside({})).toEqual([{ kind: 'claim', variable: 'OLD_API_KEY' }]);
});

test.describe('a case', () => {
  const failed = (
    exchanges: Exchange[] = [],
    more: Partial<Attempt> = {},
    evidence: Partial<Evidence> = {},
  ) => tried({ status: 'failed', ...more }, exchanges, evidence);
  const broke = (error: string, exchanges: Exchange[] = []) => failed(exchanges, { errors: [error] });
  const skipped = tried({ status: 'skipped' }, [], {
    inconclusive: { verdict: 'inconclusive', reason: disturbed },
  });
  const asRun = { checks: [{ ...checkOf(unmet), found: { met: true, received: saw } }] };
  const rows: [title: string, attempts: Attempt[], verdict: string, reason?: RegExp][] = [
    ['passed with its clause met', [tried({}, [met])], 'conforms'],
    ['failed with a breach', [failed([unmet])], 'violates'],
    ['passed in spite of a breach', [tried({}, [unmet])], 'violates'],
    ['met and broken', [failed([met, unmet])], 'violates'],
    ['cut short after a breach', [tried({ status: 'timedOut' }, [unmet])], 'violates'],
    ['passed without a judgement', [tried({})], 'blocked', /^nothing was judged$/],
    ['passed without any evidence', [anAttempt()], 'blocked', /^nothing was judged$/],
    ['failed after its clause was met', [broke('later', [met])], 'blocked', /later/],
    ['failed by another clause alone', [failed([met], {}, { elected: true })], 'conforms'],
    ['out of time', [tried({ status: 'timedOut' }, [met])], 'inconclusive', /cut short/],
    ['interrupted', [tried({ status: 'interrupted' })], 'inconclusive', /cut short/],
    ['never begun', [], 'inconclusive', /the run ended before this check/],
    ['skipped by hand', [anAttempt({ status: 'skipped', skipReason: 'flaky' })], 'not tested', /^flaky$/],
    ['set back', [skipped], 'inconclusive', /^disturbed by 502 upstream_error$/],
    ['red, then green on a retry', [failed([unmet]), tried({}, [met])], 'violates'],
    ['broken, then green on a retry', [broke('broken'), tried({}, [met])], 'blocked', /broken/],
    ['judged as the run did on an answer that was cut', [tried({}, [cut(unmet)], asRun)], 'conforms'],
  ];
  for (const [title, attempts, verdict, reason] of rows) {
    test(`${title} is ${verdict}`, () => {
      const clause = verdictOf(aRun([aCase('auth.key.wrong', 'it', attempts)]), 'auth.key.wrong');
      expect(clause.cases[0]?.verdict).toBe(verdict);
      expect(clause.verdict).toBe(verdict);
      if (reason) expect(words(clause)).toMatch(reason);
    });
  }
});

test.describe('a clause', () => {
  test('gets the worst verdict of its cases, in the order of the design', () => {
    const order = ['violates', 'inconclusive', 'blocked', 'conforms', 'not tested'] as const;
    const cases = [
      aCase('auth.key.wrong', 'violates', [tried({ status: 'failed' }, [unmet])]),
      anUndecidedCase('auth.key.wrong', 'inconclusive', { verdict: 'inconclusive', reason: disturbed }),
      anUndecidedCase('auth.key.wrong', 'blocked', { verdict: 'blocked', reason: { kind: 'target gone' } }),
      aCase('auth.key.wrong', 'conforms', [tried({}, [met])]),
      anUndecidedCase('auth.key.wrong', 'not tested', { verdict: 'not tested', reason: needsText }),
    ];
    for (const [index, verdict] of order.entries()) {
      expect(verdictOf(aRun(cases.slice(index)), 'auth.key.wrong').verdict).toBe(verdict);
      expect(verdictOf(aRun(cases.slice(index).reverse()), 'auth.key.wrong').verdict).toBe(verdict);
    }
  });

  test('that conforms tells which of its cases were not tested', () => {
    const cases = [
      aCase('auth.key.wrong', 'one', [tried({}, [met])]),
      anUndecidedCase('auth.key.wrong', 'two', { verdict: 'not tested', reason: needsText }),
    ];
    const clause = verdictOf(aRun(cases), 'auth.key.wrong');
    expect(clause.verdict).toBe('conforms');
    expect(words(clause)).toBe('1 of 2 checks not tested: needs text in the target file');
  });

  test('judged silently conforms only where a request was accepted, and one without a key refused', () => {
    const only = (exchange: Exchange, expectation: Expectation) =>
      aCase('auth.key.wrong', 'it', [
        tried({}, [], { exchanges: [exchange], checks: [{ expectation, exchanges: [exchange.id] }] }),
      ]);
    const refusals = only(refused, failure(401, 'missing_api_key'));
    const servings = only(accepted, { kind: 'success' });
    const seen = (...cases: Case[]) => {
      const clause = verdictOf(aRun(cases), 'errors.code.status');
      const served = verdictOf(aRun(cases), 'service.json');
      return [clause, served].map((each) => [each.verdict, words(each)]);
    };
    expect(seen(refusals)[0]).toEqual([
      'blocked',
      'no request with a key was accepted, so no response proves anything',
    ]);
    expect(seen(servings)[1]).toEqual([
      'blocked',
      'no request without a key was rejected, so being accepted proves nothing',
    ]);
    expect(seen(refusals, servings)).toEqual([
      ['conforms', undefined],
      ['conforms', undefined],
    ]);
  });

  test('broken in every answer fails once, with how many, of which operations, and the first three requests', () => {
    const more = { error: { code: 'missing_api_key', message: 'No.', type: 'acme_error', status: 401 } };
    const cases = (['models', 'models', 'credits', 'job', 'text'] as const).map((operation, index) =>
      aJudgedCase('auth.header.required', `the ${index}. case`, {
        operation,
        path: `/v1/${operation}`,
        variable: null,
        status: 401,
        answer: more,
      }),
    );
    const { verdict, failures } = verdictOf(aRun(cases), 'errors.object.fields');
    expect(verdict).toBe('violates');
    expect(failures).toMatchObject([
      {
        universal: true,
        count: 5,
        operations: ['models', 'credits', 'job', 'text'],
        caseId: 'auth.header.required/1',
      },
    ]);
    const acts = cases.flatMap(({ attempts }) => attempts[0]?.evidence?.exchanges.at(-1) ?? []);
    expect(failures[0]?.exchanges).toEqual([acts[0], acts[2], acts[3]]);
    expect(verdictOf(aRun(cases), 'auth.header.required').verdict).toBe('conforms');
  });

  test('on types that is broken with another one is told once, by the type that the models show', () => {
    const exchange = anExchange({ status: 401, answer: anError('missing_api_key', 'No.', 'Acme_error') });
    const evidence = anEvidence('auth.header.required', {
      exchanges: [refused, exchange],
      context: { words: ['acme'], errorType: 'acme_error' },
    });
    const run = aRun([aCase('auth.header.required', 'a case', [anAttempt({ evidence })])]);
    expect(faultsOf(judgeRun(run).flatMap(({ failures }) => failures))).toMatchObject([
      { clauses: ['errors.type.service', 'errors.type.constant'] },
    ]);
  });

  /** What is said of the constant type, of a run whose errors have these types, in this order. */
  const constantType = (types: string[], words: string[]) => {
    const [first = ''] = types;
    const exchanges = types.map((type) =>
      anExchange({ status: 401, answer: anError('missing_api_key', 'No.', type) }),
    );
    const evidence = anEvidence('auth.header.required', { exchanges, context: { words, errorType: first } });
    const run = aRun([aCase('auth.header.required', 'a case', [anAttempt({ evidence })])]);
    const { failures } = verdictOf(run, 'errors.type.constant');
    return failures.map(({ expected, exchanges: [telling] }) => [
      expected,
      exchanges.findIndex(({ id }) => id === telling?.id),
    ]);
  };
  const as = (type: string) => ({ kind: 'rule', rule: 'type as elsewhere', values: [type] });

  test('on the constant type: the most frequent one is right, wherever in the run another came', () => {
    expect(constantType(['gateway_error', 'acme_error', 'acme_error'], [])).toEqual([[as('acme_error'), 0]]);
    expect(constantType(['acme_error', 'acme_error', 'gateway_error'], [])).toEqual([[as('acme_error'), 2]]);
  });

  test('on the constant type: the one that the models show is right, also where it is rare', () => {
    const types = ['gateway_error', 'gateway_error', 'acme_error'];
    expect(constantType(types, ['acme'])).toEqual([[as('acme_error'), 0]]);
    expect(constantType(['other_error', 'other_error'], ['acme'])).toEqual([]);
  });

  test('that nothing was judged for is not tested, with the reason that applies', () => {
    expect(words(verdictOf(aRun(conformingCases()), 'runs.lookup.own'))).toBe(
      'no response was received that could show it',
    );
    const filtered = aRun(conformingCases(), { filters: ['--grep auth'] });
    expect(words(verdictOf(filtered, 'runs.lookup.own'))).toBe('not selected');
    const stopped = aRun([], { stop: { kind: 'unavailable', lines: ['no answer'] } });
    expect(words(verdictOf(stopped, 'runs.lookup.own'))).toBe('the run did not begin');
    const merged = aRun(conformingCases(), { missingShards: ['2 of 2'] });
    expect(words(verdictOf(merged, 'runs.lookup.own'))).toBe('its shard is missing');
  });

  test('that no client can see is unobservable, and says why', () => {
    const clause = verdictOf(aRun([]), 'auth.key.issued');
    expect(clause.verdict).toBe('unobservable');
    expect(words(clause)).toBe('The dashboard is outside the API.');
  });
});

test('neither the order of workers nor their numbers change a verdict, an id or a signature', () => {
  const shape = (cases: Case[]) => {
    const { clauses, faults, matrix, outcome } = aReport(aRun(cases));
    const ids = clauses.map(({ id, verdict, cases: own }) => [id, verdict, own.map((each) => each.id)]);
    return { ids, matrix, outcome, faults: faults.map(({ sentence }) => sentence) };
  };
  const cases = breakingCases();
  expect(shape([...cases].reverse())).toEqual(shape(cases));
  expect(shape(breakingCases())).toEqual(shape(cases));
});

test('a signature changes with what was observed, and with nothing else', () => {
  const signature = (exchange: Exchange) =>
    verdictOf(aRun([aJudgedCase('auth.key.wrong', 'it', exchange)]), 'auth.key.wrong').failures[0]?.signature;
  const first = signature(anExchange({ status: 403, answer: anError('invalid_api_key', 'one') }));
  expect(first).toMatch(/^[0-9a-f]{12}$/);
  expect(signature(anExchange({ status: 403, answer: anError('invalid_api_key', 'two') }))).toBe(first);
  expect(signature(anExchange({ status: 400, answer: anError('invalid_api_key', 'one') }))).not.toBe(first);
  expect(signature(anExchange({ status: 403, answer: anError('missing_api_key', 'one') }))).not.toBe(first);
});

test('what is drawn anew in every run, or learnt from the target, is no part of a signature', () => {
  const clause = 'workflows.message.names-connection';
  const drawn = (block: string): Expectation => {
    const connection = { consumer: block, input: 'prompt', source: `${block}x`, field: 'text' };
    return { kind: 'names connection', connection, others: [block], positions: [1, 2], position: true };
  };
  const learnt = (type: string): Expectation => ({ kind: 'rule', rule: 'type as elsewhere', values: [type] });
  for (const one of [drawn, learnt]) {
    expect(signatureOf({ clause, expected: one('stepgwsg71') })).toBe(
      signatureOf({ clause, expected: one('stepab12') }),
    );
  }
  expect(signatureOf({ clause, expected: drawn('a') })).not.toBe(
    signatureOf({ clause, expected: learnt('a') }),
  );
  expect(signatureOf({ clause, expected: failure(404, 'not_found') })).not.toBe(
    signatureOf({ clause, expected: failure(404, 'model_not_found') }),
  );
});
