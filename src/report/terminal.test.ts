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
import type { Assertion, Evidence, Exchange } from '../judge/data/evidence';
import { rejectedWith } from '../judge/data/expectation';
import type { Reason } from '../judge/data/reason';
import type { CheckRun } from '../judge/data/run';
import { commandLine } from '../judge/texts/command-line';
import type { Report } from '../judge/verdict/report';
import { summaryOf } from './summary';
import { details, outcomeLines } from './terminal';

/** Returns the lines that the terminal shows at the end of a run. */
function lastWords(report: Report): string[] {
  return [...details(report), ...outcomeLines(report, null)];
}

function reported(...checks: CheckRun[]): string {
  return lastWords(reportWith(...checks)).join('\n');
}

const wrong = (title: string, instead = {}) => aRejection('violates', title, undefined, instead);

test('a fault is reported once in the terminal and the summary, with the number of responses and other failures', () => {
  const report = reportWith(
    wrong('a wrong key reads no credits'),
    wrong('a wrong key reads no models'),
    wrong('a wrong key reads no job', { status: 404, answer: anError('not_found') }),
  );
  const told = lastWords(report).join('\n');
  expect(told.match(/^1\. GET \/v1\/credits accepts a wrong key: .*$/gm)).toHaveLength(1);
  expect(told).not.toMatch(/^2\./m);
  expect(told).toMatch(/^ {2}Seen {6}3 responses$/m);
  expect(told).toMatch(/^ {2}Also {6}expected 401 invalid_api_key, received 404 not_found at .+$/m);
  expect(summaryOf(report).match(/^1\. .*$/gm)).toEqual([
    expect.stringContaining('GET /v1/credits accepts a wrong key'),
  ]);
});

test('a failure on a reused connection is repeated with the earlier request, and is shown before one without it', () => {
  const who = { actor: 'nobody', variable: null } as const;
  const wanted = rejectedWith(401, 'missing_api_key');
  const on = (exchange: Parameters<typeof anExchange>[0]) =>
    anExchange({ connection: 'its own', ...exchange });
  const first = on({ ...who, path: '/v1/models' });
  const good = on({});
  const probe = { family: 'a kept connection', member: 'after the good key', place: 'GET /v1/credits' };
  const told = (more: object) => {
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
  expect(told({})).toMatch(repeats);
  expect(told({})).toMatch(
    /^ {2}Note {6}The probe "after the good key" of the family "a kept connection" shows it\.$/m,
  );
  expect(told({ all: 7 })).not.toContain('--next');
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

test('the terminal marks a response with incomplete JSON, and shows invalid UTF-8 in base64', () => {
  const body = '{"error":{"code":"not_found"';
  expect(reported(wrong('it', { status: 401, answer: body }))).toContain(
    `  Response  401 ${body} (the JSON ends here)\n`,
  );
  const base64 = (response: Exchange['response']) =>
    response && { ...response, body: 'gA==', encoding: 'base64' as const };
  const bytes = wrong('it', { response: base64(anExchange({ status: 401 }).response) });
  expect(reported(bytes)).toContain('  Response  401 no UTF-8, in base64: gA==\n');
});

test('the terminal says who responded, and whether it was a cache', () => {
  const exchange = anExchange({ status: 200 });
  const headers: [string, string][] = [
    ['Via', '1.1 varnish'],
    ['Age', '3'],
    ['X-Cache', 'HIT'],
  ];
  const response = exchange.response && { ...exchange.response, headers };
  const text = reported(wrong('it', { ...exchange, response }));
  expect(text).toContain('  From      via: 1.1 varnish\n');
  expect(text).toContain('  Cache     a shared cache responded (age: 3, x-cache: HIT), perhaps with');
  expect(reported(wrong('it', exchange))).not.toMatch(/^ {2}(?:From|Cache)/m);
});

test('an interrupted run says in one line how many checks were cut short', () => {
  const cut = Array.from({ length: 47 }, (_, index) => {
    const clause: ClauseId = index % 2 === 0 ? 'auth.key.wrong' : 'jobs.lookup.unknown';
    return aCheckRun(clause, `case ${index}`, [anAttempt({ status: 'interrupted' })]);
  });
  const report = aReport(aRun([...conformingChecks(), ...cut], { ending: 'interrupted' }));
  const told = lastWords(report).filter((line) => /cut short|interrupted|inconclusive/i.test(line));
  expect(told).toEqual([
    '47 checks cut short: the run was interrupted',
    expect.stringMatching(/^incomplete: .* 2 must clauses inconclusive\./),
  ]);
  expect(summaryOf(report).match(/cut short/g)).toHaveLength(1);
});

test('a fault about credits shows its requests in their order, with a command to repeat each', () => {
  const read = (amount: number) => anExchange({ answer: { credits: amount } });
  const [before, after] = [read(10), read(8)];
  const rejectedText = anExchange({
    operation: 'text',
    path: '/v1/text',
    status: 422,
    answer: anError('invalid_request'),
  });
  const assertions: Assertion[] = [
    {
      expectation: { kind: 'uncharged', at: '/credits' },
      exchanges: [rejectedText.id, before.id, after.id],
    },
  ];
  const evidence: Evidence = anEvidence('workflows.rejected.free', {
    exchanges: [accepted, rejected, before, rejectedText, after],
    assertions,
  });
  const told = reported(
    aCheckRun('workflows.rejected.free', 'a refusal costs nothing', [
      anAttempt({ evidence, status: 'failed', errors: ['x'] }),
    ]),
  );
  expect(told).toContain(', received 10 before, 8 after');
  const requests = told.match(/^ {2}(?:Request|Response) .*$/gm)?.map((line) => line.replace(/^ +\w+ +/, ''));
  expect(requests).toEqual([
    'GET /v1/credits, sent with API_KEY',
    '200 {"credits":10}',
    'GET /v1/text, sent with API_KEY',
    expect.stringMatching(/^422 /),
    'GET /v1/credits, sent with API_KEY',
    '200 {"credits":8}',
  ]);
  const [, repeat = ''] = told.split(/^ {2}Repeat/m);
  expect(repeat.match(/curl \S+.*\/v1\/(\w+)'$/gm)?.map((line) => /\w+(?='$)/.exec(line)?.[0])).toEqual([
    'credits',
    'text',
    'credits',
  ]);
});

test('an accepted faulty workflow is reported by its faulty connection, in the shortest chain', () => {
  const chain = (length: number) => {
    const names = ['outline', 'draft', 'review', 'polish'].slice(0, length);
    return anExchange({
      operation: 'workflow',
      request: {
        method: 'POST',
        url: 'https://api.example/v1/workflows',
        headers: [],
        body: JSON.stringify({ blocks: names.map((name) => ({ name })) }),
      },
      faulty: { consumer: 'outline', input: 'text', source: names.at(-1) ?? '', field: 'summary' },
      status: 202,
      answer: { run_id: 'r1' },
    });
  };
  const accepting = (length: number) => {
    const title = `a chain of ${length}`;
    const each = aJudgedCheck('workflows.reference.later', title, chain(length));
    for (const { evidence } of each.attempts)
      Object.assign(evidence?.context ?? {}, { verifiedEarlier: ['*'] });
    return each;
  };
  const told = reported(accepting(4), accepting(2), accepting(3));
  expect(told).toMatch(/^ {2}Faulty {4}outline\.text, which reads draft\.summary$/m);
  expect(told).toMatch(/^ {2}Shown by {2}"a chain of 2" .* and 2 more checks$/m);
  expect(told).toMatch(/^ {2}Repeat .*'\{"blocks":\[\{"name":"outline"\},\{"name":"draft"\}\]\}'/m);
});

test('clauses with the same reason share a line, and the error of a check is shown in full', () => {
  const held = (clause: ClauseId, reason: Reason) =>
    anUndecidedCheck(clause, clause, { verdict: 'blocked', reason });
  const text: Reason = { kind: 'needs', what: 'text' };
  const seen = { kind: 'answer', status: 404, contentType: 'application/json' } as const;
  const told = reported(
    held('models.use.listed', text),
    held('text.accepts.prompt', text),
    ...['a', 'b'].map((start) =>
      held('text.accepts.prompt', { kind: 'unverified', part: 'text', received: { ...seen, start } }),
    ),
    aCheckRun('text.accepts.messages', 'broken', [
      anAttempt({ status: 'failed', errors: ['no.\n  at line 7'] }),
    ]),
  );
  const [, blocked = ''] = told.split('BLOCKED\n');
  expect(blocked.split('\n\n')[0]?.split('\n')).toEqual([
    '  needs text in the target file: models.use.listed, text.accepts.prompt',
    '  either text in the target file is wrong, or the server, which sent 404 without an error code: text.accepts.prompt',
    '  the check itself failed: no.: text.accepts.messages',
    '      no.',
    '        at line 7',
  ]);
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
  expect(summaryOf(report)).toMatch(/^- Describe .*: 1 clause in part \(auth\.key\.valid\)$/m);
});
