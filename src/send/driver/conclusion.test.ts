import { expect, test } from '@playwright/test';
import { aCheck, aJudgedCheck, aRun } from '../../../proof/helpers/reports-runs';
import type { CheckRun } from '../../judge/data/run';
import { judgeRun } from '../../judge/verdict/verdicts';
import { concludeAll } from './conclusion';

const concluded = (...checks: CheckRun[]) => concludeAll(judgeRun(aRun(checks)));

test('a violation fails its first test with the clause, request, response and repeat command', () => {
  const acceptedAs = (title: string) =>
    aJudgedCheck('auth.key.wrong', title, { operation: 'models', path: '/v1/models', answer: [{ id: 'm' }] });
  const [first, later] = concluded(acceptedAs('the first check'), acceptedAs('a later check'));
  const [head, ...lines] = (first?.failures[0] ?? '').split('\n');
  expect(head).toBe('GET /v1/models accepts a wrong key: expected 401 invalid_api_key, received 200');
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}Clause {4}auth\.key\.wrong, section 5\.5.*: A wrong key is rejected/),
    '  Request   GET /v1/models, sent with API_KEY',
    '  Response  200 [{"id":"m"}]',
    expect.stringMatching(
      /^ {2}Repeat {4}curl -i .*"Authorization: Bearer \$\{API_KEY\}" 'https:\/\/api\.example\/v1\/models'$/,
    ),
  ]);
  expect(later?.failures).toEqual([]);
  expect(later?.skip).toMatch(/^violates auth\.key\.wrong: .*, as in the first check$/);
});

test('an error of the suite itself fails the first check that meets it, and skips the later ones', () => {
  const broken = (title: string) =>
    aCheck('credits.read', title, {
      unjudged: { verdict: 'blocked', reason: { kind: 'broke down', error: 'no such digit' } },
    });
  const [first, later] = concluded(broken('the first check'), broken('a later check'));
  expect(first?.failures).toEqual(['blocked: the check itself failed: no such digit']);
  expect(later?.failures).toEqual([]);
  expect(later?.skip).toMatch(/^blocked: .*no such digit, as in the first check$/);
});
