import { writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { stringify } from 'yaml';
import {
  aCheckRun,
  aJudgedCheck,
  anAttempt,
  anError,
  anEvidence,
  anExchange,
  anObservedCheck,
  anUndecidedCheck,
  aReport,
  aRun,
  breakingChecks,
  conformingChecks,
  knownJob,
  lacking,
  reportWith,
  unjudged,
} from '../../../proof/helpers/reports-runs';
import type { ClauseId } from '../../../spec/ledger';
import { loadKnownFailures } from '../../drive/setup/load-known-failures';
import { givesVerdict } from '../../report/exit-code';
import { filtersIn } from '../../report/selection';
import type { CheckRun, Run } from '../data/run';
import { suiteInfo } from '../data/suite-info';
import { checkKnownFailures } from '../faults/check-known-failures';
import type { KnownFailure } from '../faults/known-failures';
import { titleOf } from './outcome';
import { leaked, type Report } from './report';
import { resolveRequired } from './required';

const blocked = anUndecidedCheck('credits.insufficient', 'it', {
  verdict: 'blocked',
  reason: { kind: 'credits', how: 'unreadable', pointer: false },
});
const unverified = anUndecidedCheck('credits.insufficient', 'it', {
  verdict: 'blocked',
  reason: { kind: 'unverified', part: 'job.id', received: { kind: 'seen', what: 'nothing' } },
});
const gone = { verdict: 'blocked', reason: { kind: 'target gone' } } as const;
const overBudget = (byDefault: boolean) =>
  anUndecidedCheck('text.accepts.messages', 'it', {
    verdict: 'not tested',
    reason: { kind: 'over budget', most: 60, ...(byDefault && { byDefault }) },
  });
const notTested = anUndecidedCheck('auth.key.inactive', 'it', lacking('OLD_API_KEY'));
const observed = anObservedCheck('auth.scheme.other', 'it', { 'Basic scheme': ['401 {error}'] });
const unanswered = aCheckRun('auth.key.valid', 'it', [
  anAttempt({
    status: 'skipped',
    evidence: anEvidence('auth.key.valid', {
      exchanges: [anExchange({ response: null, failure: 'connection refused' })],
      unjudged: {
        verdict: 'inconclusive',
        reason: { kind: 'unanswered', method: 'GET', path: '/v1/credits', failure: 'connection refused' },
      },
    }),
  }),
]);

/** Returns the reasons of the outcome as text. */
const reasonsOf = ({ outcome }: Report) => outcome.reasons.map(({ words }) => words);

test.describe('a run', () => {
  const sound = (overrides: Partial<Run> = {}) => aRun(conformingChecks(), overrides);
  const besides = (each: CheckRun) => aRun([...conformingChecks(), each]);
  const stopped = (kind: 'misconfigured' | 'unavailable', line: string) =>
    aRun([], { stop: { kind, lines: [line] } });
  const unloaded = aRun([], { errors: ['SyntaxError: x'], ending: 'failed' });
  const opened = aCheckRun('unspecified.routes.unknown', 'it', [
    anAttempt({ status: 'failed', errors: ['oops'] }),
  ]);
  const exits = { conforms: 0, violates: 1, misconfigured: 2, incomplete: 3, unavailable: 3 };
  const rows: [title: string, run: Run, word: keyof typeof exits, reason?: RegExp][] = [
    ['whose tested clauses are all met', sound(), 'conforms'],
    ['with violations and other verdicts', aRun(breakingChecks()), 'violates', /^auth\.key\.wrong violates$/],
    ['that reached the limit of AI requests that its user set', besides(overBudget(false)), 'conforms'],
    [
      'that reached the limit of AI requests without the will of its user',
      besides(overBudget(true)),
      'incomplete',
      /^the run sent all 60 AI requests of its default limit: set MAX_AI_REQUESTS/,
    ],
    ['with a blocked clause', besides(blocked), 'incomplete', /insufficient is blocked: the credits cannot/],
    [
      'with an unverified part',
      besides(unverified),
      'incomplete',
      /^not verified in the target file: job\.id: npm run conformance -- doctor shows which of them are right, and with --sign saves /,
    ],
    ['whose checks were all skipped', aRun([notTested]), 'incomplete', /^nothing was tested$/],
    ['with checks of unspecified behaviour alone', aRun([observed]), 'incomplete', /^nothing was tested$/],
    ['without checks', aRun([]), 'misconfigured', /^no check matches what was asked for$/],
    [
      'interrupted before its checks',
      aRun([], { ending: 'interrupted' }),
      'incomplete',
      /^the run was interrupted$/,
    ],
    ['whose files do not load', unloaded, 'misconfigured', /SyntaxError: x/],
    ['that was interrupted', sound({ ending: 'interrupted' }), 'incomplete', /interrupted/],
    ['that reached its overall time limit', sound({ ending: 'timedout' }), 'incomplete', /time limit/],
    [
      'with an error outside any check',
      sound({ errors: ['Worker died\nat x'] }),
      'incomplete',
      /any check: Worker died$/,
    ],
    [
      'that -x stopped',
      sound({ errors: ['Testing stopped early after 1 maximum allowed failures.'] }),
      'incomplete',
      /^stopped early by -x or --max-failures$/,
    ],
    ['that Playwright calls failed', sound({ ending: 'failed' }), 'incomplete', /Playwright reports/],
    [
      'that got no response',
      aRun([unanswered]),
      'unavailable',
      /none of 1 requests got a response: connection/,
    ],
    [
      'with a wrong setting',
      stopped('misconfigured', 'BASE_URL is empty'),
      'misconfigured',
      /^BASE_URL is empty$/,
    ],
    ['of a target that is down', stopped('unavailable', 'no such host'), 'unavailable', /^no such host$/],
    ['with a failed check of unspecified behaviour', besides(opened), 'incomplete', /could not be recorded/],
  ];
  for (const [title, run, word, reason] of rows) {
    test(`${title} has the outcome "${word}" and exits ${exits[word]}`, () => {
      const report = aReport(run);
      expect(report.outcome).toMatchObject({ word, exitCode: exits[word] });
      if (reason) expect(reasonsOf(report)).toContainEqual(expect.stringMatching(reason));
      else expect(reasonsOf(report)).toEqual([]);
    });
  }

  test('that leaked a key exits 4, whatever else it found', () => {
    expect(leaked(aReport(aRun(breakingChecks())), ['API_KEY stood in x']).outcome).toMatchObject({
      word: 'leaked',
      exitCode: 4,
    });
  });

  test('says in its sentence how much was tested within the limit of AI requests', () => {
    const sentence = (byDefault: boolean) => aReport(besides(overBudget(byDefault))).outcome.sentence;
    expect(sentence(false)).toMatch(
      / \d+ of \d+ must clauses tested with MAX_AI_REQUESTS: 60 AI requests\.$/,
    );
    expect(sentence(true)).toMatch(/ must clauses tested with the default limit of 60 AI requests\.$/);
  });

  test('counts its clauses in one sentence', () => {
    const sentence = (run: Run, entries: KnownFailure[] = []) => aReport(run, {}, entries).outcome.sentence;
    const conforming = aReport(aRun(conformingChecks())).clauses.filter(
      ({ level, verdict }) => level === 'must' && verdict === 'conforms',
    );
    expect(conforming.map(({ id }) => id)).toContain('auth.key.valid');
    expect(sentence(aRun(conformingChecks()))).toMatch(
      new RegExp(
        `^${conforming.length} of \\d+ must clauses conform\\. \\d+ must clauses and \\d+ recommendations not tested\\.$`,
      ),
    );
    expect(sentence(aRun(breakingChecks()), [knownJob])).toMatch(
      /^2 faults violate 2 of \d+ must clauses\. 1 known failure violates 1 of \d+ must clauses\. 1 must clause inconclusive\. 1 must clause blocked\. \d+ must clauses and \d+ recommendations not tested\. 1 recommendation not met\.$/,
    );
    expect(sentence(aRun([notTested]))).toBe('Nothing was tested.');
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

  test('reports once, and not for each clause, that an account is not what its variable claims', () => {
    const received = { kind: 'seen', what: '409 no_backend_account' } as const;
    const refuted = (clause: ClauseId, how?: 'enough credits') =>
      anUndecidedCheck(clause, 'it', {
        verdict: 'blocked',
        reason: { kind: 'refuted', variable: 'NO_CREDITS_API_KEY', received, ...(how && { how }) },
      });
    const checks = [refuted('credits.insufficient'), refuted('credits.read.exhausted', 'enough credits')];
    const report = reportWith(...checks, anUndecidedCheck('auth.key.valid', 'it', gone));
    expect(report.outcome).toMatchObject({ word: 'misconfigured', exitCode: 2 });
    expect(reasonsOf(report)).toEqual([
      expect.stringMatching(/^NO_CREDITS_API_KEY is not the key of an account with too few credits: /),
      expect.stringMatching(/^auth\.key\.valid is /),
    ]);
  });

  test('makes a run incomplete, and not misconfigured, if an account changes its state during the run', () => {
    const received = { kind: 'seen', what: '200' } as const;
    const changed = anUndecidedCheck('limits.daily.exceeded', 'it', {
      verdict: 'inconclusive',
      reason: { kind: 'refuted', variable: 'QUOTA_API_KEY', received, how: 'another state' },
    });
    const report = reportWith(changed);
    expect(report.outcome).toMatchObject({ word: 'incomplete', exitCode: 3 });
    expect(reasonsOf(report)).toEqual([
      expect.stringMatching(/^limits\.daily\.exceeded is inconclusive.* run again/),
    ]);
  });

  test('makes a run misconfigured if a required clause was not tested, unless a clause is violated', () => {
    const required = ['auth.key.inactive', 'auth.key.valid'];
    const report = aReport(aRun(conformingChecks()), { required });
    expect(report.outcome).toMatchObject({ word: 'misconfigured', exitCode: 2 });
    expect(titleOf(report.outcome)).toBe('required clauses not tested');
    expect(reasonsOf(report)).toEqual(['REQUIRE: auth.key.inactive was not tested: needs OLD_API_KEY']);
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
    expect(reasonsOf(other)).toContainEqual(
      expect.stringMatching(/has another fault now: 422 invalid_request in place of 404 not_found$/),
    );
  });

  test('fails a run if the check of an entry now conforms', () => {
    const healed = aJudgedCheck('jobs.lookup.unknown', 'an unknown job is not found', {
      operation: 'job',
      status: 404,
      answer: anError('not_found'),
    });
    const report = aReport(aRun([...base, healed]), {}, [knownJob]);
    expect(report.outcome).toMatchObject({ word: 'misconfigured', exitCode: 2 });
    expect(titleOf(report.outcome)).toBe('known failures out of date');
    expect(reasonsOf(report)).toContainEqual(expect.stringMatching(/no longer occurs: remove the entry$/));
  });

  test('leaves an entry unchecked if the run did not select its clause', () => {
    const partial = aReport(aRun(base, { filters: ['--grep auth'] }), {}, [knownJob]);
    expect(partial.outcome.word).toBe('conforms');
    expect(partial.known.unchecked).toEqual([`${knownJob.fault}, at GET /v1/jobs/{job_id} (not selected)`]);
  });

  for (const verdict of ['blocked', 'inconclusive', 'not tested'] as const) {
    test(`leaves an entry unchecked if its check is ${verdict}`, () => {
      const undecided = anUndecidedCheck(
        'jobs.lookup.unknown',
        'an unknown job is not found',
        unjudged(verdict),
      );
      const { known, faults, outcome } = aReport(aRun([...base, undecided]), {}, [knownJob]);
      expect(faults).toEqual([]);
      const why = `${verdict}: nothing was judged`;
      expect(known.unchecked).toEqual([`${knownJob.fault}, at GET /v1/jobs/{job_id} (${why})`]);
      expect(outcome.word).toBe(verdict === 'not tested' ? 'conforms' : 'incomplete');
    });
  }

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
    ['of another depth', { depth: 2 }, /depth must be 3, if it was found with DEPTH=3, not 2$/],
    ['without a reason', { reason: '' }, /reason must be a reason in words, not ""$/],
    ['that expires on 30 February', { expires: '2027-02-30' }, /expires must be a day .*"2027-02-30"$/],
    ['whose expiry is no date', { expires: 'soon' }, /expires must be a day such as 2027-01-31, not "soon"$/],
  ];
  const lists: [title: string, list: unknown[], problem: RegExp][] = [
    ...problems.map(([title, changed, problem]): [string, unknown[], RegExp] => [
      title,
      [{ ...knownJob, ...changed }],
      problem,
    ]),
    ['that is listed twice', [knownJob, { ...knownJob, reason: 'again' }], /entry 2: is listed twice/],
    ['without a fault', [faultless], /fault is missing/],
    ['that is not an object', ['jobs.lookup.unknown'], /entry 1: it must be an object, not "jobs/],
  ];
  for (const [title, list, problem] of lists) {
    test(`is rejected with an entry ${title}`, () => {
      const checked = checkKnownFailures(list, '2026-11-02');
      expect(checked.problems).toEqual([expect.stringMatching(problem)]);
    });
  }

  test('is read from YAML and JSON, and a file that cannot be read is reported', ({}, testInfo) => {
    const yaml = testInfo.outputPath('known.yaml');
    const json = testInfo.outputPath('known.json');
    writeFileSync(yaml, stringify([knownJob]));
    writeFileSync(json, JSON.stringify([knownJob]));
    const utf16 = testInfo.outputPath('utf16.yaml');
    writeFileSync(utf16, `\ufeff${stringify([knownJob])}`, 'utf16le');
    const marked = testInfo.outputPath('marked.json');
    writeFileSync(marked, `\ufeff${JSON.stringify([knownJob])}`);
    for (const file of [yaml, json, utf16, marked])
      expect(loadKnownFailures(file), file).toEqual({ entries: [knownJob], problems: [] });
    writeFileSync(yaml, 'a: [');
    expect(loadKnownFailures(yaml).problems).toEqual([
      expect.stringMatching(/^KNOWN_FAILURES: .*known\.yaml cannot be read: /),
    ]);
    writeFileSync(yaml, stringify([{ ...knownJob, clause: 'jobs.lookup.unknown' }, knownJob]));
    expect(loadKnownFailures(yaml).problems).toEqual([
      expect.stringMatching(
        /earlier form: run once without KNOWN_FAILURES and copy the entries from known-failures\.yaml$/,
      ),
    ]);
    writeFileSync(yaml, 'a: 1');
    expect(loadKnownFailures(yaml).problems).toEqual([expect.stringMatching(/is not a list$/)]);
  });
});

test('an entry is valid until its day has ended everywhere on earth', ({}, testInfo) => {
  const file = testInfo.outputPath('known.json');
  writeFileSync(file, JSON.stringify([{ ...knownJob, expires: '2026-11-02' }]));
  const problemsAt = (time: string) => loadKnownFailures(file, new Date(time)).problems;
  expect(problemsAt('2026-11-03T11:59:59Z')).toEqual([]);
  expect(problemsAt('2026-11-03T12:00:00Z')).toEqual([
    expect.stringMatching(/^KNOWN_FAILURES, entry 1: expired at the end of 2026-11-02 at UTC-12 \(/),
  ]);
});

test.describe('the command line', () => {
  const argv = (words: string) => ['node', 'cli.js', 'test', ...words.split(' ').filter(Boolean)];
  const rows: [words: string, filters: string[]][] = [
    ['', []],
    ['--reporter=html,json --workers 2 -j 4 --retries=1 -x --trace off -c some/config.ts', []],
    ['--grep auth --project bursts', ['--grep auth', '--project bursts']],
    ['-g auth -G @billable', ['--grep auth', '--grep-invert @billable']],
    ['-gauth --ui', ['--grep auth', '--ui']],
    ['--grep-invert=@billable', ['--grep-invert @billable']],
    ['--last-failed', ['--last-failed']],
    ['--only-changed', ['--only-changed']],
    ['--quiet auth.spec.ts:12', ['auth.spec.ts:12']],
    ['--headed auth', ['auth']],
  ];
  for (const [words, filters] of rows) {
    test(`"${words}" selects ${filters.length === 0 ? 'everything' : 'a part'}`, () => {
      expect(filtersIn(argv(words))).toEqual(filters);
    });
  }

  test('gives a verdict only for a command that runs checks', () => {
    expect(givesVerdict(argv('--reporter=list'))).toBe(true);
    expect(givesVerdict(['node', 'cli.js', 'merge-reports', 'blobs'])).toBe(false);
    for (const words of ['--list', '--ui', '--ui-port=0', '--help'])
      expect(givesVerdict(argv(words))).toBe(false);
    expect(givesVerdict(['node', 'cli.js', 'show-report'])).toBe(false);
    expect(givesVerdict(['node', 'worker.js'])).toBe(false);
  });
});
