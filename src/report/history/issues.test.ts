import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, type TestInfo, test } from '@playwright/test';
import { conformanceHere } from '../../../proof/helpers/process';
import {
  anError,
  anUndecidedCheck,
  breakingChecks,
  conformingChecks,
  disturbed,
  hostile,
  knownJob,
  unjudged,
} from '../../../proof/helpers/reports-runs';
import { aRecord, aRejection, saved } from '../../../proof/helpers/saved-records';
import type { CheckRun } from '../../judge/run';
import { suiteInfo } from '../../judge/suite-info';
import { type RunSummary, runSummaryOf } from './history';
import { type Action, actionsFor, mostOpened, type OpenIssue } from './issues';
import { markerIn } from './issues-text';
import type { SavedRecord } from './saved-record';

const title = 'a wrong key is refused';

const wrong = (verdict: 'conforms' | 'violates', instead = {}) =>
  aRejection(verdict, title, undefined, instead);

const undecidedCheck = anUndecidedCheck('auth.key.wrong', title, disturbed);

function runSummary(checks: CheckRun[], day: number, target = 'https://eu.example'): SavedRecord {
  const started = `2026-11-${String(day).padStart(2, '0')}T03:00:00.000Z`;
  return aRecord([...conformingChecks(), ...checks], { started, settings: { target } });
}

/** Returns the issues that are open after these actions. */
function after(actions: Action[], before: OpenIssue[] = []): OpenIssue[] {
  const issues = new Map(before.map((issue) => [issue.number, issue]));
  for (const action of actions) {
    if (action.do === 'open') issues.set(100 + issues.size, { number: 100 + issues.size, body: action.body });
    else if (action.do === 'update') issues.set(action.number, { number: action.number, body: action.body });
    else issues.delete(action.number);
  }
  return [...issues.values()];
}

const link = 'https://ci.example/runs/7';

/** Returns the actions for these runs, without an earlier run, while these issues are open. */
const actionsOn = (open: OpenIssue[], ...runSummaries: SavedRecord[]) =>
  actionsFor(open, runSummaries, [], link);

test.describe('an issue of a failure', () => {
  const broken = runSummary([wrong('violates')], 1);
  const [opened] = actionsOn([], broken);
  const open = after(opened ? [opened] : []);

  test('is opened with the request, response, check, entry and command that the run reports', () => {
    expect(opened).toMatchObject({
      do: 'open',
      title: 'GET /v1/credits accepts a wrong key (auth.key.wrong)',
    });
    const body = opened?.do === 'open' ? opened.body : '';
    for (const words of [
      '**`auth.key.wrong`** A wrong key is rejected',
      '1. **GET /v1/credits accepts a wrong key: expected 401 invalid_api_key, received 200** [access without a valid key]',
      '   - Request: `GET /v1/credits`, sent with owner',
      '   - Response: `200 {"credits":100}`',
      `   - Shown by: "${title}" (auth.spec.ts:1)`,
      '   - Tolerate: `{"clause":"auth.key.wrong"',
      '   - Repeat: `curl -i',
      '- First seen 2026-11-01, last seen 2026-11-01 (<https://ci.example/runs/7>)',
    ]) {
      expect(body).toContain(words);
    }
  });

  test('is opened once and then updated, and keeps the date of its first run', () => {
    const actions = actionsOn(open, runSummary([wrong('violates')], 2));
    expect(actions).toEqual([
      {
        do: 'update',
        number: 100,
        body: expect.stringContaining('First seen 2026-11-01, last seen 2026-11-02'),
      },
    ]);
  });

  test('is closed when the check conforms', () => {
    expect(actionsOn(open, runSummary([wrong('conforms')], 2))).toEqual([
      { do: 'close', number: 100, comment: `Not seen any more by a run that judged the clause (<${link}>).` },
    ]);
  });

  test('does not change while its check is inconclusive, not tested or not part of a run', () => {
    expect(actionsOn(open, runSummary([undecidedCheck], 2))).toEqual([]);
    expect(actionsOn(open, runSummary([], 2))).toEqual([]);
    expect(actionsOn(open, runSummary([wrong('conforms')], 2, 'https://us.example'))).toEqual([]);
  });

  test('covers all failures of a clause, and stays open while one of them fails or was not tested', () => {
    const other = { ...wrong('violates'), title: 'a wrong key reads no models' };
    const third = {
      ...wrong('violates', { status: 404, answer: anError('not_found') }),
      title: 'a wrong key reads no job',
    };
    const [all, ...more] = actionsOn([], runSummary([wrong('violates'), other, third], 1));
    expect(more).toEqual([]);
    const body = all?.do === 'open' ? all.body : '';
    expect(body.match(/^1\. .*/gm)).toHaveLength(1);
    expect(body.match(/^ {3}- (Shown by|Also): .*/gm)).toEqual([
      expect.stringContaining('404 not'),
      `   - Shown by: "${title}" (auth.spec.ts:1) and 2 more checks`,
    ]);
    const kept = after(all ? [all] : []);
    expect(actionsOn(kept, runSummary([wrong('conforms'), third], 2))).toMatchObject([{ do: 'update' }]);
    // A failed check that is no longer judged does not count as fixed.
    const left = anUndecidedCheck('auth.key.wrong', 'a wrong key reads no job', unjudged('not tested'));
    expect(actionsOn(kept, runSummary([wrong('conforms'), left], 3))).toEqual([]);
    expect(actionsOn(kept, runSummary([wrong('conforms')], 4))).toMatchObject([{ do: 'close' }]);
  });

  test('covers all clauses that the same breach breaks, until only one of them is broken', () => {
    const otherwise = { status: 404, answer: anError('not_found') };
    const inactive = aRejection('violates', 'a reissued key is refused', 'auth.key.inactive', otherwise);
    const [first, ...more] = actionsFor(
      [],
      [runSummary([wrong('violates', otherwise), inactive], 1)],
      [],
      link,
    );
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      title: expect.stringMatching(/\(auth\.key\.wrong\)$/),
      body: expect.stringContaining('Violates: also auth.key.inactive'),
    });
    const kept = after(first ? [first] : []);
    expect(actionsFor(kept, [runSummary([wrong('conforms'), inactive], 2)], [], link)).toMatchObject([
      { do: 'open', title: expect.stringMatching(/\(auth\.key\.inactive\)$/) },
      { do: 'close' },
    ]);
  });

  test('covers all targets that fail, and is closed when the last of them is fixed', () => {
    const eu = (verdict: 'conforms' | 'violates', day: number) => runSummary([wrong(verdict)], day);
    const us = (verdict: 'conforms' | 'violates', day: number) =>
      runSummary([wrong(verdict)], day, 'https://us.example');
    const both = after(actionsOn([], eu('violates', 1), us('violates', 1)));
    expect(both).toHaveLength(1);
    expect(markerIn(both[0]?.body ?? '')?.targets).toEqual(['https://eu.example', 'https://us.example']);
    expect(actionsOn(both, eu('conforms', 2))).toEqual([]);
    // One target is fixed, then only the other fails. After that, a run without the other proves nothing.
    const one = after(actionsOn(both, eu('conforms', 2), us('violates', 2)), both);
    expect(markerIn(one[0]?.body ?? '')?.targets).toEqual(['https://us.example']);
    expect(actionsOn(one, eu('conforms', 3))).toEqual([]);
    expect(actionsOn(one, us('conforms', 3))).toMatchObject([{ do: 'close' }]);
  });

  test('is not opened for a known failure or for a recommendation, and stays open when its failure becomes a known one', () => {
    const checks = breakingChecks().filter(({ clause }) =>
      /jobs\.lookup\.unknown|runs\.lookup\.unknown/.test(clause),
    );
    const unknown = aRecord([...conformingChecks(), ...checks]);
    const known = aRecord([...conformingChecks(), ...checks], { known: [knownJob] });
    expect(actionsOn([], known)).toEqual([]);
    const kept = after(actionsOn([], unknown));
    expect(kept).toHaveLength(1);
    expect(actionsOn(kept, known)).toMatchObject([{ do: 'update' }]);
  });

  test('is left alone if a person opened it or changed its first line', () => {
    const body = open[0]?.body ?? '';
    const foreign = [
      { number: 1, body: 'The key is wrong' },
      { number: 2, body: body.replace('"key"', '"yek"') },
      { number: 3, body: `As in\n${body}` },
      { number: 4, body: body.replace('{', '{{') },
    ];
    expect(actionsOn(foreign, runSummary([wrong('conforms')], 2))).toEqual([]);
    expect(markerIn(body.replaceAll('\n', '\r\n'))).toEqual(markerIn(body));
  });

  test('never contains a title, a marker or markup from a server', () => {
    const record = runSummary([wrong('violates')], 1, `https://eu.example/-->${hostile}`);
    const [told] = record.run.faults;
    if (told)
      told.rows[1] = ['Response', `${hostile} --> <!-- text-workflow-conformance {} --> @someone \`\`\``];
    const [action] = actionsOn([], record);
    const body = action?.do === 'open' ? action.body : '';
    expect(body.split('\n')[0]).toMatch(/^<!-- [^<>]* -->$/);
    expect(markerIn(body)?.targets).toEqual([record.result.target]);
    const prose = body
      .split('\n')
      .slice(1)
      .join('\n')
      .replace(/(`+).*?\1(?!`)/g, '')
      .replace(`<${link}>`, '');
    expect(prose).not.toMatch(/(?<!\\)<|(?<!\\)\[click|@someone/);
    expect(action).toMatchObject({ title: 'GET /v1/credits accepts a wrong key (auth.key.wrong)' });
  });

  test(`is one of at most ${mostOpened} that a run opens`, () => {
    const many = (day: number): SavedRecord => {
      const record = runSummary([wrong('violates')], day);
      const faults = record.run.faults.flatMap((fault) =>
        Object.keys(suiteInfo.ledger)
          .slice(0, mostOpened + 5)
          .map((clause) => ({ ...fault, clauses: [clause] })),
      );
      return { ...record, run: { ...record.run, faults } };
    };
    const actions = actionsOn([], many(1));
    expect(actions.filter((action) => action.do === 'open')).toHaveLength(mostOpened);
    const second = actionsOn(after(actions), many(2));
    expect(second.filter((action) => action.do === 'open')).toHaveLength(5);
    expect(second.filter((action) => action.do === 'update')).toHaveLength(mostOpened);
  });
});

test.describe('runs without a verdict', () => {
  const undecided = (day: number, target?: string) => runSummary([undecidedCheck], day, target);
  const runSummaries = (...records: SavedRecord[]): RunSummary[] => records.map(runSummaryOf);

  test('open one issue after the third in a row, which the next judged run closes', () => {
    expect(actionsOn([], undecided(1))).toEqual([]);
    expect(actionsFor([], [undecided(2)], runSummaries(undecided(1)), link)).toEqual([]);
    const third = actionsFor([], [undecided(3)], runSummaries(undecided(1), undecided(2)), link);
    expect(third).toEqual([
      {
        do: 'open',
        title: 'Not judged for three nights or more: https://eu.example',
        body: expect.stringContaining(
          '`auth.key.wrong` is inconclusive: disturbed 3 times by 502 upstream_error',
        ),
      },
    ]);
    expect(third[0]).toMatchObject({ body: expect.stringContaining('First seen 2026-11-01') });
    const open = after(third);
    const history = runSummaries(undecided(1), undecided(2), undecided(3));
    expect(actionsFor(open, [undecided(4)], history, link)).toMatchObject([{ do: 'update', number: 100 }]);
    expect(actionsFor(open, [runSummary([wrong('conforms')], 4)], history, link)).toEqual([
      { do: 'close', number: 100, comment: `Judged again (<${link}>).` },
    ]);
  });

  test('are counted from zero after a judged run', () => {
    const history = runSummaries(
      undecided(1),
      undecided(2),
      runSummary([wrong('conforms')], 3),
      undecided(4),
    );
    expect(actionsFor([], [undecided(5)], history, link)).toEqual([]);
  });

  test('are counted for each target separately, and the current run is counted once', () => {
    const elsewhere = runSummaries(undecided(1, 'https://us.example'), undecided(2, 'https://us.example'));
    expect(actionsFor([], [undecided(3)], elsewhere, link)).toEqual([]);
    expect(actionsFor([], [undecided(2)], runSummaries(undecided(1), undecided(2)), link)).toEqual([]);
  });

  test('include runs in which the target did not respond', () => {
    const stop = { kind: 'unavailable' as const, lines: ['the target does not answer'] };
    const down = (day: number) => aRecord([], { started: `2026-11-0${day}T03:00:00.000Z`, run: { stop } });
    expect(down(1).result.outcome.word).toBe('unavailable');
    expect(actionsFor([], [down(3)], runSummaries(down(1), down(2)), link)).toMatchObject([{ do: 'open' }]);
  });
});

test.describe('issues', async () => {
  const script = 'issues';
  /** Replaces the gh command: it records its arguments and prints the issues of a file beside it. */
  const stand = `#!/usr/bin/env node
const { appendFileSync, readFileSync } = require('node:fs');
const words = process.argv.slice(2);
const input = words.includes('-') ? readFileSync(0, 'utf8') : '';
appendFileSync(__dirname + '/asked.ndjson', JSON.stringify({ words, input }) + '\\n');
if (words[1] === 'list') process.stdout.write(readFileSync(__dirname + '/issues.json', 'utf8'));
if (words[1] === 'close') { process.stderr.write('no such issue'); process.exit(1); }
`;

  function ghIn(testInfo: TestInfo, issues: OpenIssue[], record: SavedRecord) {
    const folder = testInfo.outputDir;
    const file = saved(testInfo, {
      gh: stand,
      'asked.ndjson': '',
      'issues.json': issues,
      'conformance.json': record,
    });
    chmodSync(file('gh'), 0o755);
    const env = { PATH: `${folder}:${process.env.PATH ?? ''}` };
    return {
      run: (words: string[] = [], path = env.PATH) =>
        conformanceHere(script, [`${folder}/conformance.json`, '--link', link, ...words], { PATH: path }),
      asked: (): { words: string[]; input: string }[] =>
        readFileSync(`${folder}/asked.ndjson`, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line)),
    };
  }

  test('gets the open issues from gh, and opens one with its text on standard input', async ({}, testInfo) => {
    const gh = ghIn(testInfo, [], runSummary([wrong('violates')], 1));
    expect(await gh.run()).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^open GET .*\(auth\.key\.wrong\)/),
    });
    const [list, label, create, ...more] = gh.asked();
    expect(list?.words.slice(0, 6)).toEqual(['issue', 'list', '--label', 'conformance', '--state', 'open']);
    expect(label?.words.slice(0, 3)).toEqual(['label', 'create', 'conformance']);
    expect(create?.words.slice(0, 2)).toEqual(['issue', 'create']);
    expect(create?.input).toContain('Repeat: `curl');
    expect(more).toEqual([]);
  });

  test('only prints its actions and texts with --dry-run', async ({}, testInfo) => {
    const gh = ghIn(testInfo, [], runSummary([wrong('violates')], 1));
    expect(await gh.run(['--dry-run'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^open GET [^\n]*\n\n[\s\S]*Repeat: `curl/),
    });
    expect(gh.asked().map(({ words }) => words[1])).toEqual(['list']);
  });

  const withoutGh: [what: string, script: string | null, told: string][] = [
    ['not installed', null, 'not installed: see https://cli.github.com'],
    ['not logged in', 'process.exit(4)', 'gh is not logged in: set GH_TOKEN'],
  ];
  for (const [what, script, told] of withoutGh) {
    test(`reports that gh is ${what}, and still prints its issues with --dry-run`, async ({}, testInfo) => {
      const gh = ghIn(testInfo, [], runSummary([wrong('violates')], 1));
      if (script === null) rmSync(testInfo.outputPath('gh'));
      else writeFileSync(testInfo.outputPath('gh'), `#!${process.execPath}\n${script}`);
      expect(await gh.run([], testInfo.outputDir)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(told),
        stdout: '',
      });
      const { code, stdout } = await gh.run(['--dry-run'], testInfo.outputDir);
      expect(code).toBe(0);
      expect(stdout).toContain(told);
      expect(stdout).not.toContain('add --dry-run');
      expect(stdout).toMatch(/^open GET .*\(auth\.key\.wrong\)/m);
      expect(stdout).toContain('   - Repeat: `curl');
    });
  }

  test('exits 2 with the error message of gh if it fails', async ({}, testInfo) => {
    const open = after(actionsOn([], runSummary([wrong('violates')], 1)));
    const gh = ghIn(testInfo, open, runSummary([wrong('conforms')], 2));
    expect(await gh.run()).toMatchObject({ code: 2, stderr: 'gh issue close failed: no such issue\n' });
  });
});
