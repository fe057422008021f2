import { expect, test } from '@playwright/test';
import {
  aCheck,
  aJudgedCheck,
  anError,
  anExchange,
  anUndecidedCheck,
  aReport,
  aRun,
  breakingChecks,
  conformingChecks,
  knownJob,
  lacking,
} from '../../../proof/helpers/reports-runs';
import { selectsAll } from '../../report/selection';
import type { CheckRun, Run } from '../data/run';
import { suiteInfo } from '../data/suite-info';
import { checkKnownFailures } from '../faults/check-known-failures';
import { leaked } from './report';
import { resolveRequired } from './required';

const unverified = anUndecidedCheck('credits.insufficient', 'it', {
  verdict: 'blocked',
  reason: { kind: 'unverified', part: 'job.id', received: { kind: 'seen', what: 'nothing' } },
});
const overBudget = (byDefault: boolean) =>
  anUndecidedCheck('text.accepts.messages', 'it', {
    verdict: 'not tested',
    reason: { kind: 'over budget', most: 60, ...(byDefault && { byDefault }) },
  });
const notTested = anUndecidedCheck('auth.key.inactive', 'it', lacking('OLD_API_KEY'));
const unanswered = aCheck('auth.key.valid', 'it', {
  exchanges: [anExchange({ response: null, failure: 'connection refused' })],
  unjudged: {
    verdict: 'inconclusive',
    reason: { kind: 'words', words: 'GET /v1/credits: connection refused' },
  },
});

test.describe('a run', () => {
  const sound = (overrides: Partial<Run> = {}) => aRun(conformingChecks(), overrides);
  const besides = (each: CheckRun) => aRun([...conformingChecks(), each]);
  const unloaded = aRun([], { errors: ['SyntaxError: x'], ending: 'failed' });
  const exits = { conforms: 0, violates: 1, misconfigured: 2, incomplete: 3, unavailable: 3 };
  const rows: [title: string, run: Run, word: keyof typeof exits, reason?: RegExp][] = [
    ['whose tested clauses are all met', sound(), 'conforms'],
    ['with violations and other verdicts', aRun(breakingChecks()), 'violates'],
    ['that reached the limit of AI requests that its user set', besides(overBudget(false)), 'conforms'],
    [
      'that reached the limit of AI requests without the will of its user',
      besides(overBudget(true)),
      'incomplete',
      /^the run sent all 60 AI requests of its default limit: set MAX_AI_REQUESTS/,
    ],
    [
      'with an unverified part',
      besides(unverified),
      'incomplete',
      /^not verified in the target file: job\.id: npm run conformance -- doctor shows which of them are right, and with --sign saves /,
    ],
    ['whose checks were all skipped', aRun([notTested]), 'incomplete', /^nothing was tested$/],
    ['without checks', aRun([]), 'misconfigured', /^no check matches what was asked for$/],
    ['whose files do not load', unloaded, 'misconfigured', /SyntaxError: x/],
    ['that was interrupted', sound({ ending: 'interrupted' }), 'incomplete', /interrupted/],
    [
      'with an error outside any check',
      sound({ errors: ['Worker died\nat x'] }),
      'incomplete',
      /any check: Worker died$/,
    ],
    [
      'that got no response',
      aRun([unanswered]),
      'unavailable',
      /none of 1 requests got a response: connection/,
    ],
  ];
  for (const [title, run, word, reason] of rows) {
    test(`${title} has the outcome "${word}" and exits ${exits[word]}`, () => {
      const report = aReport(run);
      expect(report.outcome).toMatchObject({ word, exitCode: exits[word] });
      if (reason) expect(report.outcome.reasons).toContainEqual(expect.stringMatching(reason));
      else if (word === 'conforms') expect(report.outcome.reasons).toEqual([]);
    });
  }

  test('that leaked a key exits 4, whatever else it found', () => {
    expect(leaked(aReport(aRun(breakingChecks())), ['API_KEY stood in x']).outcome).toMatchObject({
      word: 'leaked',
      exitCode: 4,
    });
  });
});

test.describe('REQUIRE', () => {
  test('takes clause IDs, chapters and "all", and rejects every other word', () => {
    const resolved = resolveRequired(['service', 'auth.key.valid', 'auth.key', 'auth.key.issued', 'open']);
    const ofService = Object.entries(suiteInfo.ledger).flatMap(([id, { level }]) =>
      id.startsWith('service.') && (level === 'must' || level === 'should') ? [id] : [],
    );
    expect(ofService).toContain('service.json');
    expect(resolved.required).toEqual([...ofService, 'auth.key.valid']);
    expect(resolved.problems).toEqual([
      'REQUIRE: "auth.key" is no clause and no chapter',
      'REQUIRE: auth.key.issued is unobservable: it cannot be tested',
      'REQUIRE: "open" is no clause and no chapter',
    ]);
    const musts = Object.values(suiteInfo.ledger).filter(({ level }) => level === 'must');
    expect(resolveRequired(['all']).required).toHaveLength(musts.length);
  });

  test('makes a run misconfigured if a required clause was not tested, unless a clause is violated', () => {
    const required = ['auth.key.inactive', 'auth.key.valid'];
    const report = aReport(aRun(conformingChecks()), { required });
    expect(report.outcome).toMatchObject({ word: 'misconfigured', exitCode: 2 });
    expect(report.outcome.reasons).toEqual(['REQUIRE: auth.key.inactive was not tested: needs OLD_API_KEY']);
    expect(aReport(aRun(breakingChecks()), { required }).outcome.exitCode).toBe(1);
  });
});

test.describe('the list of known failures', () => {
  const job = aJudgedCheck('jobs.lookup.unknown', 'an unknown job is not found', {
    operation: 'job',
    status: 422,
    answer: anError('invalid_request'),
  });
  const base = conformingChecks();

  test('excuses only the observation that it names', () => {
    const same = aReport(aRun([...base, job]), {}, [knownJob]);
    expect(same.outcome).toMatchObject({ word: 'conforms', exitCode: 0, counts: { known: 1 } });
    const other = aReport(aRun([...base, job]), {}, [
      { ...knownJob, fault: '400 invalid_request in place of 404 not_found' },
    ]);
    expect(other.outcome).toMatchObject({ word: 'violates', exitCode: 1 });
    expect(other.outcome.reasons).toContainEqual(
      expect.stringMatching(
        /400 invalid_request in place of 404 not_found, at .*: no longer occurs: remove the entry$/,
      ),
    );
  });

  const { fault: _, ...faultless } = knownJob;
  const problems: [title: string, changed: object, problem: RegExp][] = [
    [
      'that has expired',
      { expires: '2026-11-01' },
      /entry 1: expired at the end of 2026-11-01 at UTC-12 \(422 /,
    ],
    ['for an unknown fault', { fault: 'jobs.unkown: 200' }, /no fault is called "jobs\.unkown: 200": copy /],
    ['for a recommendation', { fault: 'errors.message.empty' }, /is a recommendation: it never fails a run/],
    ['with a misspelt field', { expiry: '2099-01-01' }, /expiry is unknown: fault, at, /],
  ];
  const lists: [title: string, list: unknown[], problem: RegExp][] = [
    ...problems.map(([title, changed, problem]): [string, unknown[], RegExp] => [
      title,
      [{ ...knownJob, ...changed }],
      problem,
    ]),
    ['without a fault', [faultless], /fault is missing/],
  ];
  for (const [title, list, problem] of lists) {
    test(`is rejected with an entry ${title}`, () => {
      const checked = checkKnownFailures(list, '2026-11-02');
      expect(checked.problems).toEqual([expect.stringMatching(problem)]);
    });
  }
});

test.describe('the command line', () => {
  const argv = (words: string) => ['node', 'cli.js', 'test', ...words.split(' ').filter(Boolean)];
  const rows: [words: string, all: boolean][] = [
    ['', true],
    ['--reporter=html,json --workers 2 -j 4 --retries=1 -x --trace off -c some/config.ts', true],
    ['--grep auth', false],
    ['--project bursts', false],
    ['-g auth', false],
    ['-G @billable', false],
    ['--last-failed', false],
    ['--quiet auth.spec.ts:12', false],
  ];
  for (const [words, all] of rows) {
    test(`"${words}" selects ${all ? 'everything' : 'a part'}`, () => {
      expect(selectsAll(argv(words))).toBe(all);
    });
  }
});
