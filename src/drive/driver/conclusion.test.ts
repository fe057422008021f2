import { expect, test } from '@playwright/test';
import { answered } from '../../../proof/helpers/answered';
import { accepted, anError, rejected } from '../../../proof/helpers/reports-runs';
import type { ClauseId } from '../../../spec/ledger';
import type { Exchange } from '../../judge/data/evidence';
import { type Expectation, rejectedWith } from '../../judge/data/expectation';
import type { Answer } from '../../judge/response/answer';
import { formatNote } from '../../judge/texts/wording';
import { judgeEvidence } from '../../judge/verdict/findings';
import { addAssertion } from '../evidence/add-assertion';
import { recordSeparately } from '../evidence/recorder';
import type { Session } from '../run/session';
import { type CheckResult, concludeAll } from './conclusion';

const rejection = (status: number, code: string, overrides?: Partial<Exchange>) =>
  answered(status, anError(code, { message: 'No.' }), overrides);

const wrongKey = rejectedWith(401, 'invalid_api_key');
const aSuccess: Expectation = { kind: 'success' };

const aPass: Pick<CheckResult, 'conclusion'> = { conclusion: { failures: [], annotations: [] } };

interface Asked {
  around?: Exchange[];
}

/** Concludes a check with these answers and, by default, an accepted and a rejected request as evidence. */
async function concluded(
  clause: ClauseId,
  answers: readonly Answer[],
  expected: Expectation,
  { around = [accepted, rejected] }: Asked = {},
) {
  const { evidence: recorded } = await recordSeparately({} as Session, async (session) => {
    session.evidence.exchanges.push(...around, ...answers.map(({ exchange }) => exchange));
    for (const answer of answers) addAssertion(session, [answer], expected);
  });
  const evidence = { ...recorded, clause };
  const [{ conclusion } = aPass, later] = concludeAll([
    { title: 'the first check', evidence },
    { title: 'a later check', evidence },
  ]);
  const { findings, unjudged } = judgeEvidence(evidence);
  return {
    conclusion,
    later: later?.conclusion,
    assertions: evidence.assertions,
    finding: findings[0],
    inconclusive: unjudged,
  };
}

test('a violation fails its test with the clause, request, response and repeat command', async () => {
  const { conclusion } = await concluded('auth.key.wrong', [answered(200, {})], wrongKey);
  const [head, ...lines] = (conclusion.failures[0] ?? '').split('\n');
  expect(head).toBe('An unusual address accepts a wrong key: expected 401 invalid_api_key, received 200');
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}Clause {4}auth\.key\.wrong, section 5\.5.*: A wrong key is rejected/),
    '  Request   GET /v1/models, sent with API_KEY',
    '  Response  200 {}',
    expect.stringMatching(
      /^ {2}Repeat {4}curl -i .*"Authorization: Bearer \$\{API_KEY\}" 'https:\/\/api\.example\/v1\/models'$/,
    ),
  ]);
});

test('a check is skipped with a pointer if an earlier check of the plan failed for the same reason', async () => {
  const { later } = await concluded('auth.key.wrong', [answered(200, {})], wrongKey);
  expect(later?.failures).toEqual([]);
  expect(later?.skip).toBe(
    'violates auth.key.wrong: expected 401 invalid_api_key, received 200 application/json: {}, as in the first check',
  );
});

test('an unmet recommendation is a deviation and leaves its test green', async () => {
  const { conclusion, finding } = await concluded('errors.message.empty', [answered(200, {})], wrongKey);
  expect(conclusion).toMatchObject({ failures: [], annotations: [{ type: 'deviates' }] });
  expect(conclusion.skip).toBeUndefined();
  expect(finding?.verdict).toBe('deviates');
});

test('the note of a violation first names the claim of the variable if the account may not be what it claims', async () => {
  const answer = rejection(401, 'invalid_api_key', { actor: 'no credits', variable: 'NO_CREDITS_API_KEY' });
  const expected = rejectedWith(402, 'insufficient_credits');
  const { conclusion, finding } = await concluded('credits.insufficient', [answer], expected);
  const claim =
    'First check that NO_CREDITS_API_KEY is the key of an account with too few credits: if it is not, this is not a fault.';
  expect(finding?.note && formatNote(finding.note)).toBe(claim);
  expect(conclusion.failures[0]?.split('\n')[1]).toBe(`  Note      ${claim}`);
});

test('a status alone proves nothing on a target that accepts requests without a key or none with one', async () => {
  const without = { ...accepted, variable: null };
  for (const [answer, expected, around, doubt] of [
    [answered(200, {}), aSuccess, [accepted, without], 'nothing rejected'],
    [answered(400, {}), { kind: 'rejection' }, [accepted, without], 'nothing rejected'],
    [answered(400, {}), { kind: 'rejection' }, [rejected], 'nothing accepted'],
  ] as const) {
    const { inconclusive: unjudged, finding } = await concluded('auth.key.valid', [answer], expected, {
      around: [...around],
    });
    expect(unjudged).toEqual({
      verdict: 'blocked',
      guard: 'all keys treated alike',
      reason: { kind: 'doubt', doubt },
    });
    expect(finding).toBeUndefined();
  }
  const causeName = await concluded('auth.key.valid', [rejection(401, 'invalid_api_key')], aSuccess, {
    around: [without],
  });
  expect(causeName.finding?.verdict).toBe('violates');
});

test('an assertion about a charge has the AI request and the readings before and after it', async () => {
  const [before, after] = [5, 4].map((left) => answered(200, { left }, { operation: 'credits' }));
  if (before === undefined || after === undefined) throw new Error('two readings');
  const use: Answer = { ...answered(200, {}), charge: { before, after, seen: true } };
  const { assertions, finding } = await concluded(
    'credits.use.deducted',
    [use],
    { kind: 'charged' },
    {
      around: [accepted, rejected, before.exchange, after.exchange],
    },
  );
  const exchanges = [use, before, after].map(({ exchange }) => exchange.id);
  expect(assertions).toEqual([{ expectation: { kind: 'charged' }, exchanges }]);
  expect(finding?.verdict).toBe('conforms');
});

test('an error of the suite itself fails the first check that meets it, and skips the later ones', async () => {
  const { evidence } = await recordSeparately({} as Session, () =>
    Promise.reject(new Error('no such digit')),
  );
  const broken = { ...evidence, clause: 'credits.read' } as const;
  const [first, later] = concludeAll([
    { title: 'the first check', evidence: broken },
    { title: 'a later check', evidence: broken },
  ]);
  expect(first?.conclusion.failures).toEqual(['no such digit']);
  expect(later?.conclusion.failures).toEqual([]);
  expect(later?.conclusion.skip).toMatch(/^blocked: .*no such digit, as in the first check$/);
});

test('a check that judged nothing fails its test', async () => {
  const { conclusion } = await concluded('auth.key.wrong', [], wrongKey);
  expect(conclusion.failures).toEqual(['nothing was sent']);
});
