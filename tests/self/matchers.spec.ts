import { expect, type TestInfo, test } from '@playwright/test';
import { advice, must } from '../drive/clause';
import { expect as judging } from '../drive/matchers';
import { clauseOf, levelOf, openRecord, record } from '../drive/recorder';
import type { Answer } from '../engine/answer';
import { answered } from './answered';

const refusal = (status: number, code: string, overrides: Partial<Answer['exchange']> = {}): Answer => {
  const answer = answered(status, { error: { code, message: 'No.', type: 'acme_error' } });
  return { ...answer, exchange: { ...answer.exchange, ...overrides } };
};

/** What a judgement throws, and what it leaves behind: the finding, and the deviation that a report shows. */
function judged(info: TestInfo, judge: () => void, doubt?: string) {
  const { close } = openRecord(clauseOf(info), info);
  if (doubt !== undefined) record().doubt = doubt;
  let thrown = '';
  try {
    judge();
  } catch (error) {
    thrown = error instanceof Error ? error.message : String(error);
  }
  // A judgement that is set back skips its test; this test goes on.
  info.expectedStatus = 'passed';
  const { findings, inconclusive } = record();
  close();
  const deviations = info.annotations.filter(({ type }) => type === 'deviates');
  return { thrown, finding: findings[0], inconclusive, deviations };
}

test('met, a clause conforms', must('auth.key.wrong'), ({}, info) => {
  const { thrown, finding } = judged(info, () =>
    judging(refusal(401, 'invalid_api_key')).toFailWith(401, 'invalid_api_key'),
  );
  expect(thrown).toBe('');
  expect(finding).toEqual({
    clause: 'auth.key.wrong',
    verdict: 'conforms',
    expected: '401 invalid_api_key',
    received: '401 invalid_api_key',
    exchange: '0-1',
  });
});

test('status and code are judged together', must('auth.key.wrong'), ({}, info) => {
  for (const [status, code] of [
    [403, 'invalid_api_key'],
    [401, 'missing_api_key'],
    [422, 'model_not_found'],
    [404, 'invalid_request'],
  ] as const) {
    const one = judged(info, () => judging(refusal(status, code)).toFailWith(401, 'invalid_api_key'));
    const two = judged(info, () =>
      judging(refusal(status, code)).toFailWith([422, 404], ['invalid_request', 'model_not_found']),
    );
    expect([one.finding?.verdict, two.finding?.verdict]).toEqual(['violates', 'violates']);
    expect(two.finding?.expected).toBe('422 invalid_request or 404 model_not_found');
    expect(two.finding?.received).toBe(`${status} ${code}`);
  }
  const either = judged(info, () =>
    judging(refusal(401, 'missing_api_key')).toFailWith(401, ['invalid_api_key', 'missing_api_key']),
  );
  expect(either.finding?.verdict).toBe('conforms');
});

test(
  'unmet, a must clause fails its case with all that a reader needs',
  must('auth.key.wrong'),
  ({}, info) => {
    const { thrown } = judged(info, () => judging(answered(200, {})).toFailWith(401, 'invalid_api_key'));
    const lines = thrown.split('\n');
    expect(lines[0]).toMatch(/^auth\.key\.wrong: \S.*\.$/);
    expect(lines.slice(2)).toEqual([
      'Request:  GET https://api.example/v1/models, sent by owner (API_KEY)',
      'Expected: 401 invalid_api_key',
      'Received: 200 application/json: {}',
      expect.stringMatching(/^Contract: section 5\S*, must$/),
      "Repeat:   curl -i 'https://api.example/v1/models'",
    ]);
  },
);

test('unmet, advice leaves a deviation and a green case', advice('errors.message.empty'), ({}, info) => {
  const { thrown, finding, deviations } = judged(info, () =>
    judging(answered(200, {})).toFailWith(401, 'invalid_api_key'),
  );
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
    const exchange = { actor: 'broke', variable: 'NO_CREDITS_API_KEY' };
    const { finding } = judged(info, () =>
      judging(refusal(401, 'invalid_api_key', exchange)).toFailWith(402, 'insufficient_credits'),
    );
    expect(finding?.note).toBe(
      'NO_CREDITS_API_KEY claims an account with too few credits: is that still so?',
    );
  },
);

test(
  'being served needs a success, and JSON where the contract shows the endpoint',
  must('auth.key.valid'),
  ({}, info) => {
    const verdict = (answer: Answer) => judged(info, () => judging(answer).toBeServed()).finding?.verdict;
    expect(verdict(answered(200, [], 'models'))).toBe('conforms');
    expect(verdict(answered(204, undefined, 'text'))).toBe('conforms');
    expect(verdict(answered(200, undefined, 'models'))).toBe('violates');
    expect(verdict(answered(302, {}))).toBe('violates');
    expect(verdict(refusal(401, 'invalid_api_key'))).toBe('violates');
  },
);

test('any refusal is a status from 400 to 499', must('workflows.reference.self'), ({}, info) => {
  const verdict = (status: number) =>
    judged(info, () => judging(answered(status, {})).toBeRefused()).finding?.verdict;
  expect([400, 422, 499].map(verdict)).toEqual(['conforms', 'conforms', 'conforms']);
  expect([200, 302, 500, 502].map(verdict)).toEqual(['violates', 'violates', 'violates', 'violates']);
});

test(
  'on a target that serves requests without a key, a status alone proves nothing',
  must('auth.key.valid'),
  ({}, info) => {
    const doubt = 'requests without a key are served too';
    const served = judged(info, () => judging(answered(200, {})).toBeServed(), doubt);
    const refused = judged(info, () => judging(answered(400, {})).toBeRefused(), doubt);
    for (const { inconclusive, finding } of [served, refused]) {
      expect(inconclusive).toEqual({ verdict: 'blocked', reason: `${doubt}, so this answer proves nothing` });
      expect(finding).toBeUndefined();
    }
    const breach = judged(info, () => judging(refusal(401, 'invalid_api_key')).toBeServed(), doubt);
    expect(breach.finding?.verdict).toBe('violates');
  },
);

test('what cannot be judged for want of something says what', must('credits.use.deducted'), ({}, info) => {
  const shows = () => ({
    met: false,
    expected: 'x',
    received: '',
    undriven: 'needs credits in the target file',
  });
  const { inconclusive, finding } = judged(info, () => judging(answered(200, {})).toHold(shows));
  expect(inconclusive).toEqual({ verdict: 'not driven', reason: 'needs credits in the target file' });
  expect(finding).toBeUndefined();
});

test(
  'what builds on something that failed is blocked',
  must('workflows.message.names-connection'),
  ({}, info) => {
    const shows = () => ({ met: false, expected: 'x', received: 'y', blocked: 'the chain was accepted' });
    const { inconclusive, finding } = judged(info, () => judging(answered(200, {})).toHold(shows));
    expect(inconclusive).toEqual({ verdict: 'blocked', reason: 'the chain was accepted' });
    expect(finding).toBeUndefined();
  },
);

test('a case cites one clause, and its tags tell the level', must('auth.key.wrong', 'spends'), ({}, info) => {
  expect(info.tags).toEqual(['@must', '@auth.key.wrong', '@spends']);
  expect([clauseOf(info), levelOf(info)]).toEqual(['auth.key.wrong', 'must']);
});

test('a case that cites nothing is an error that names it', ({}, info) => {
  expect(() => clauseOf(info)).toThrow(`${info.title}: the case cites no clause`);
});
