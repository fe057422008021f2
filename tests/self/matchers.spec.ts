import { expect, type TestInfo, test } from '@playwright/test';
import { ledger } from '../../spec/ledger';
import { advice, must } from '../drive/case/clause';
import { expect as judging } from '../drive/case/matchers';
import { clauseOf, openRecord, record } from '../drive/case/recorder';
import { sessionOf } from '../drive/run/session';
import { readSettings } from '../drive/settings';
import type { Answer } from '../engine/answer';
import type { Exchange } from '../engine/evidence';
import { judgeEvidence } from '../engine/findings';
import { creditsLowered } from '../engine/requirements';
import { noteWords } from '../engine/wording';
import { answered } from './answered';
import { runAt } from './open-mock';
import { accepted, anError, refused } from './reports-runs';

const refusal = (status: number, code: string, overrides?: Partial<Exchange>) =>
  answered(status, anError(code, 'No.'), overrides);

/**
 * What a judgement of an answer throws, and what it leaves behind: the check, what is found by it later, and the
 * deviation that a report shows.
 */
function judged(
  info: TestInfo,
  answer: Answer,
  judge: (answer: Answer) => void,
  around = [accepted, refused],
) {
  const clause = clauseOf(info);
  const { close } = openRecord(
    clause,
    info,
    sessionOf(runAt('https://api.example'), readSettings({}).settings, {}),
  );
  const evidence = record();
  evidence.exchanges.push(...around, answer.exchange);
  let thrown = '';
  try {
    judge(answer);
  } catch (error) {
    thrown = error instanceof Error ? error.message : String(error);
  }
  // A judgement that is set back skips its test; this test goes on.
  info.expectedStatus = 'passed';
  close();
  const { findings, inconclusive } = judgeEvidence(evidence, ledger[clause].level);
  const deviations = info.annotations.filter(({ type }) => type === 'deviates');
  return { thrown, checks: evidence.checks, finding: findings[0], inconclusive, deviations };
}

const wrongKey = (answer: Answer) => judging(answer).toFailWith(401, 'invalid_api_key');

test(
  'unmet, a must clause fails its case with all that a reader needs',
  must('auth.key.wrong'),
  ({}, info) => {
    const { thrown } = judged(info, answered(200, {}), wrongKey);
    const [head, ...lines] = thrown.split('\n');
    expect(head).toMatch(/^auth\.key\.wrong {2}\S.*\.$/);
    expect(lines).toEqual([
      '  Request   GET /v1/models, sent by owner (API_KEY)',
      '  Expected  401 invalid_api_key',
      '  Received  200 application/json: {}',
      expect.stringMatching(/^ {2}Contract {2}section 5\S*$/),
      expect.stringMatching(
        /^ {2}Repeat {4}curl -i .*"Authorization: Bearer \$\{API_KEY\}" 'https:\/\/api\.example\/v1\/models'$/,
      ),
    ]);
  },
);

test('unmet, advice leaves a deviation and a green case', advice('errors.message.empty'), ({}, info) => {
  const { thrown, finding, deviations } = judged(info, answered(200, {}), wrongKey);
  expect(thrown).toBe('');
  expect(finding?.verdict).toBe('deviates');
  expect(deviations.map(({ description }) => description)).toEqual([
    'errors.message.empty: expected 401 invalid_api_key, received 200 application/json: {}',
  ]);
});

test(
  'where an account is not what its variable claims, the claim is named first',
  must('credits.insufficient'),
  ({}, info) => {
    const answer = refusal(401, 'invalid_api_key', { actor: 'broke', variable: 'NO_CREDITS_API_KEY' });
    const { thrown, finding } = judged(info, answer, (each) =>
      judging(each).toFailWith(402, 'insufficient_credits'),
    );
    const claim = 'NO_CREDITS_API_KEY claims an account with too few credits: is that still so?';
    expect(finding?.note && noteWords(finding.note)).toBe(claim);
    expect(thrown.split('\n')[1]).toBe(`  Note      ${claim}`);
  },
);

test(
  'on a target that serves requests without a key, or none with one, a status alone proves nothing',
  must('auth.key.valid'),
  ({}, info) => {
    const served = (around: Exchange[]) =>
      judged(info, answered(200, {}), (answer) => judging(answer).toBeServed(), around);
    const refusedBy = (around: Exchange[]) =>
      judged(info, answered(400, {}), (answer) => judging(answer).toBeRefused(), around);
    const nobodyServed = { ...accepted, variable: null };
    for (const [{ inconclusive, finding }, doubt] of [
      [served([accepted, nobodyServed]), 'nothing refused'],
      [refusedBy([accepted, nobodyServed]), 'nothing refused'],
      [refusedBy([refused]), 'nothing accepted'],
    ] as const) {
      expect(inconclusive).toEqual({ verdict: 'blocked', reason: { kind: 'doubt', doubt } });
      expect(finding).toBeUndefined();
    }
    const breach = judged(info, refusal(401, 'invalid_api_key'), (answer) => judging(answer).toBeServed(), [
      nobodyServed,
    ]);
    expect(breach.finding?.verdict).toBe('violates');
  },
);

test(
  'a check of a charge names the use and the readings around it',
  must('credits.use.deducted'),
  ({}, info) => {
    const [before, after] = [5, 4].map((left) => answered(200, { left }, { operation: 'credits' }));
    if (before === undefined || after === undefined) throw new Error('two readings');
    const use: Answer = { ...answered(200, {}), charge: { before, after, seen: true } };
    const { checks, finding } = judged(info, use, (answer) => judging(answer).toHold(creditsLowered()), [
      accepted,
      refused,
      before.exchange,
      after.exchange,
    ]);
    const exchanges = [use, before, after].map(({ exchange }) => exchange.id);
    expect(checks).toEqual([{ expectation: { kind: 'charged' }, exchanges }]);
    expect(finding?.verdict).toBe('conforms');
  },
);

test('nothing that was sent holds nothing', must('auth.key.wrong'), () => {
  expect(() => judging([]).toBeRefused()).toThrow('nothing was sent');
});

test(
  'of an answer that is kept in part, what was found of the whole is kept',
  must('auth.key.wrong'),
  ({}, info) => {
    const whole = refusal(401, 'invalid_api_key');
    const { response } = whole.exchange;
    const cut = { ...whole.exchange, response: response && { ...response, body: '{', cut: true as const } };
    const { checks, finding } = judged(info, { ...whole, exchange: cut }, wrongKey);
    expect(checks).toMatchObject([{ found: { met: true } }]);
    expect(finding?.verdict).toBe('conforms');
  },
);

test('a case cites one clause, and its tags tell the level', must('auth.key.wrong', 'spends'), ({}, info) => {
  expect(info.tags).toEqual(['@must', '@auth.key.wrong', '@spends']);
  expect(clauseOf(info)).toBe('auth.key.wrong');
});

test('a case that cites nothing is an error that names it', ({}, info) => {
  expect(() => clauseOf(info)).toThrow(`${info.title}: the case cites no clause`);
});
