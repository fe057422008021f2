import { expect, test } from '@playwright/test';
import { answered } from '../../../proof/helpers/answered';
import { accepted, rejected } from '../../../proof/helpers/reports-runs';
import type { ClauseId } from '../../../spec/ledger';
import type { Exchange } from '../../judge/data/evidence';
import { type Expectation, rejectedWith } from '../../judge/data/expectation';
import type { Answer } from '../../judge/response/answer';
import { judgeEvidence } from '../../judge/verdict/findings';
import { addAssertion } from '../evidence/add-assertion';
import { recordSeparately } from '../evidence/recorder';
import type { Session } from '../run/session';
import { type CheckResult, concludeAll } from './conclusion';

const wrongKey = rejectedWith(401, 'invalid_api_key');

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
