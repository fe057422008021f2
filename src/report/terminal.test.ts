import { expect, test } from '@playwright/test';
import {
  aCheckRun,
  accepted,
  aJudgedCheck,
  anAttempt,
  anError,
  anEvidence,
  anExchange,
  anUndecidedCheck,
  aReport,
  aRun,
  conformingChecks,
  knowing,
  lacking,
  rejected,
  reportWith,
} from '../../proof/helpers/reports-runs';
import { aRejection } from '../../proof/helpers/saved-records';
import type { ClauseId } from '../../spec/ledger';
import type { Assertion, Exchange } from '../judge/data/evidence';
import { rejectedWith } from '../judge/data/expectation';
import type { Reason } from '../judge/data/reason';
import type { CheckRun } from '../judge/data/run';
import { unread } from '../judge/response/reading';
import { commandLine } from '../judge/texts/command-line';
import type { Report } from '../judge/verdict/report';
import { markdownOf } from './markdown';
import { details, outcomeLines } from './terminal';
import { viewOf } from './view';

/** Returns the lines that the terminal shows at the end of a run. */
function lastWords(report: Report): string[] {
  return [...details(report), ...outcomeLines(report, null)];
}

function reported(...checks: CheckRun[]): string {
  return lastWords(reportWith(...checks)).join('\n');
}

const wrong = (title: string, instead = {}) => aRejection('violates', title, undefined, instead);

test('a fault is reported once in the terminal and the summary, and what else comes in its place is another', () => {
  const report = reportWith(
    wrong('a wrong key reads no credits'),
    wrong('a wrong key reads no models'),
    wrong('a wrong key reads no job', { status: 404, answer: anError('not_found') }),
  );
  const printed = lastWords(report).join('\n');
  const other =
    /^2\. GET \/v1\/credits rejects a wrong key, but with the wrong error: .* received 404 not_found /m;
  expect(printed.match(/^1\. GET \/v1\/credits accepts a wrong key: .*$/gm)).toHaveLength(1);
  expect(printed).toMatch(other);
  expect(printed).not.toMatch(/^3\./m);
  expect(printed).toMatch(/^ {2}Seen {6}2 responses$/m);
  expect(markdownOf(viewOf(report)).match(/^1\. .*$/gm)).toHaveLength(2);
});

test('a failure on a reused connection is repeated with the earlier request, and is shown before one without it', () => {
  const who = { actor: 'nobody', variable: null } as const;
  const wanted = rejectedWith(401, 'missing_api_key');
  const on = (exchange: Parameters<typeof anExchange>[0]) =>
    anExchange({ connection: 'its own', ...exchange });
  const first = on({ ...who, path: '/v1/models' });
  const good = on({});
  const probe = { family: 'a kept connection', member: 'after the good key', place: 'GET /v1/credits' };
  const printed = (more: object) => {
    const last = on(who);
    const assertions = [{ expectation: wanted, exchanges: [last.id] }];
    const evidence = knowing(
      anEvidence('auth.header.required', { exchanges: [first, good, last], assertions }),
      [[last, { probe: { ...probe, ...more } }]],
    );
    return reported(
      aJudgedCheck('auth.header.required', 'by chance', anExchange({ ...who, path: '/v1/jobs/1' }), wanted),
      aCheckRun('auth.header.required', 'on purpose', [anAttempt({ status: 'failed', evidence })]),
    );
  };
  const repeats =
    /^ {2}Repeat {4}# over one connection: .*\n {12}curl -i .*API_KEY.*\/v1\/credits' --next -i [^\n]*\/v1\/credits'$/m;
  expect(printed({})).toMatch(repeats);
  expect(printed({})).toMatch(
    /^ {2}Note {6}The probe "after the good key" of the family "a kept connection" shows it\.$/m,
  );
  expect(printed({ all: 7 })).not.toContain('--next');
  const plain = anExchange(who);
  const notReproduced = { exchange: plain.id, how: 'fresh' } as const;
  const assertions = [{ expectation: wanted, exchanges: [plain.id] }];
  const again = (exchange: Partial<Exchange>) => anExchange({ ...exchange, connection: `again ${plain.id}` });
  const evidence = anEvidence('auth.header.required', {
    exchanges: [plain, again({}), again(who)],
    assertions,
    notReproduced,
  });
  const attempt = anAttempt({ status: 'failed', evidence });
  expect(reported(aCheckRun('auth.header.required', 'it', [attempt]))).toMatch(repeats);
});

test('an interrupted run says in one line how many checks were cut short', () => {
  const cut = Array.from({ length: 47 }, (_, index) => {
    const clause: ClauseId = index % 2 === 0 ? 'auth.key.wrong' : 'jobs.lookup.unknown';
    return aCheckRun(clause, `case ${index}`, [anAttempt({ status: 'interrupted' })]);
  });
  const report = aReport(aRun([...conformingChecks(), ...cut], { ending: 'interrupted' }));
  const printed = lastWords(report).filter((line) => /cut short|interrupted|inconclusive/i.test(line));
  expect(printed).toEqual([
    '47 checks cut short: the run was interrupted',
    expect.stringMatching(/^incomplete: .* 2 must clauses inconclusive\./),
  ]);
  expect(markdownOf(viewOf(report)).match(/cut short/g)).toHaveLength(1);
});

const withHeaders = (headers: [string, string][]) => {
  const { response, ...exchange } = anExchange();
  return { ...exchange, response: response && { ...response, headers } };
};

const creditsRead = (amount: number) => anExchange({ answer: { credits: amount } });

function chargedForNothing(): CheckRun {
  const [before, after] = [creditsRead(10), creditsRead(8)];
  const answer = anError('invalid_request');
  const text = anExchange({ operation: 'text', path: '/v1/text', status: 422, answer });
  const exchanges = [accepted, rejected, before, text, after];
  const expectation = { kind: 'uncharged', at: '/credits' } as const;
  const assertions: Assertion[] = [{ expectation, exchanges: [text.id, before.id, after.id] }];
  const evidence = anEvidence('workflows.rejected.free', { exchanges, assertions });
  return aCheckRun('workflows.rejected.free', 'a refusal costs nothing', [
    anAttempt({ evidence, status: 'failed', errors: ['x'] }),
  ]);
}

/** An accepted workflow whose first block reads from its last. */
function chained(...names: string[]): CheckRun {
  const { request } = anExchange();
  const body = JSON.stringify({ blocks: names.map((name) => ({ name })) });
  const each = aJudgedCheck('workflows.reference.later', `a chain of ${names.length}`, {
    operation: 'workflow',
    request: { ...request, method: 'POST', url: 'https://api.example/v1/workflows', body },
    faulty: { consumer: 'outline', input: 'text', source: names.at(-1) ?? '', field: 'summary' },
    status: 202,
    answer: { run_id: 'r1' },
  });
  for (const { evidence } of each.attempts)
    Object.assign(evidence?.context ?? {}, { verifiedEarlier: ['*'] });
  return each;
}

const held = (clause: ClauseId, reason: Reason) =>
  anUndecidedCheck(clause, clause, { verdict: 'blocked', reason });
const unverified = (start: string) =>
  held('text.accepts.prompt', {
    kind: 'unverified',
    part: 'text',
    received: { kind: 'answer', status: 404, contentType: 'application/json', start },
  });

const bytes = anExchange({ status: 401 }).response;

/** What is particular about each run. */
const runs: Record<string, CheckRun[]> = {
  'a body that ends early': [wrong('it', { status: 401, answer: '{"error":{"code":"not_found"' })],
  'invalid UTF-8': [
    wrong('it', { response: bytes && { ...bytes, reading: unread, body: '9 bytes that are no UTF-8' } }),
  ],
  'a cache': [
    wrong(
      'it',
      withHeaders([
        ['Via', '1.1 varnish'],
        ['Age', '3'],
        ['X-Cache', 'HIT'],
      ]),
    ),
  ],
  'credits that fall, with each request in its order': [chargedForNothing()],
  'an accepted faulty connection, in the shortest chain': [
    chained('outline', 'draft', 'review', 'polish'),
    chained('outline', 'draft'),
    chained('outline', 'draft', 'review'),
  ],
  'clauses with the same reason, and a check that fails itself': [
    held('models.use.listed', { kind: 'needs', what: 'text' }),
    held('text.accepts.prompt', { kind: 'needs', what: 'text' }),
    unverified('a'),
    unverified('b'),
    aCheckRun('text.accepts.messages', 'broken', [
      anAttempt({ status: 'failed', errors: ['no.\n  at line 7'] }),
    ]),
  ],
};

// The text is reviewed as a whole: run with `--update-snapshots` and read the differences.
test('faults of particular kinds and clauses that are blocked match the reviewed file', () => {
  const texts = Object.entries(runs).map(([what, checks]) => {
    const [found] = details(reportWith(...checks))
      .join('\n')
      .split('\n\nNOT TESTED');
    return `# ${what}\n${found}\n`;
  });
  expect(texts.join('\n')).toMatchSnapshot('faults.txt');
});

test('a check that another one replaces does not count as not tested', () => {
  const why = { kind: 'absent', why: 'unneeded' } as const;
  const spared = anUndecidedCheck('auth.key.valid', 'a lookup accepts the valid key', {
    verdict: 'not tested',
    reason: why,
  });
  const report = reportWith(spared);
  expect(report.outcome.sentence).not.toContain('in part');
  expect(lastWords(report)).not.toContain('not needed');
});

test('a conforming clause with untested checks is counted separately and listed with the reason', () => {
  const report = reportWith(
    anUndecidedCheck('auth.key.valid', 'a lookup accepts the valid key', lacking('job')),
  );
  expect(report.outcome.sentence).toMatch(/ not tested\. 1 must clause tested only in part\.$/);
  expect(lastWords(report)).toContain(
    `  Describe \`job\` in the target file (${commandLine('init')}): 1 clause in part (auth.key.valid)`,
  );
  expect(markdownOf(viewOf(report))).toMatch(/^- Describe .*: 1 clause in part \(auth\.key\.valid\)$/m);
});
