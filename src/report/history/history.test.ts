import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { conformanceHere } from '../../../proof/helpers/process';
import {
  anError,
  anExchange,
  aReport,
  aRun,
  aTriedCheck,
  breakingChecks,
  conformingChecks,
  hostile,
} from '../../../proof/helpers/reports-runs';
import { aRecord, aRejection, expectRejection, saved } from '../../../proof/helpers/saved-records';
import { ledger } from '../../../spec/ledger';
import { readStart } from '../../drive/setup/start';
import { foundIn, violatedIn } from '../../judge/earlier-runs';
import { failure } from '../../judge/expectation';
import { labelOf } from '../../judge/faults';
import { pageOf } from '../page/page';
import { additionTo, mostRuns, type RunSummary, runSummariesIn, runSummaryOf } from './history';
import { trendHtml, withTrend } from './history-trend';

function runSummaryAt(index: number): RunSummary {
  const started = new Date(Date.UTC(2026, 0, 1 + index, 3)).toISOString();
  return { ...runSummaryOf(aRecord(conformingChecks())), started };
}

const lineOf = (runSummary: RunSummary) => `${JSON.stringify(runSummary)}\n`;

test.describe('the history', () => {
  test('gets one line per run, and never the same run twice', () => {
    const runSummary = runSummaryAt(0);
    expect(additionTo('', runSummary)).toEqual({ append: lineOf(runSummary) });
    expect(additionTo(lineOf(runSummary), runSummary)).toBeNull();
    const elsewhere = { ...runSummary, target: 'https://us.example' };
    expect(additionTo(lineOf(runSummary), elsewhere)).toEqual({ append: lineOf(elsewhere) });
  });

  test('stores the data of a trend, and no data from a server', () => {
    const line = lineOf(runSummaryOf(aRecord(breakingChecks())));
    expect(runSummariesIn(line)).toMatchObject({
      runSummaries: [{ word: 'violates', counts: { must: { violates: 3, inconclusive: 1, blocked: 1 } } }],
      broken: 0,
    });
    expect(line).not.toContain('pwned');
  });

  test('stores the samples that found a failure, so that a run with HISTORY can send them first', () => {
    const no = anExchange({ variable: null, status: 401, answer: anError('invalid_api_key') });
    const wrong = aTriedCheck('a wrong key', { doubled: anExchange(), 'cut short': no });
    for (const attempt of wrong.attempts)
      if (attempt.evidence) attempt.evidence.context.sampled = { seed: 7, depth: 3 };
    const runSummary = runSummaryOf(aRecord([wrong]));
    const expected = failure(401, 'invalid_api_key');
    const place = 'GET /v1/credits';
    expect(runSummary.found).toEqual([{ family: 'doubled', place, expected, seed: 7, depth: 3 }]);
    expect(foundIn(lineOf(runSummary), runSummary.target)).toEqual(runSummary.found);
  });

  test('shows the next run which faults are new', () => {
    const last = runSummaryOf(aRecord([aRejection('violates')]));
    const violated = violatedIn(lineOf(last), last.target);
    expect(violated).toEqual(['auth.key.wrong']);
    expect(violatedIn(lineOf({ ...last, partial: true }), last.target)).toBeUndefined();
    const checks = [aRejection('violates'), aRejection('violates', 'half a key', 'auth.key.incomplete')];
    const { outcome, faults } = aReport(aRun(checks), {}, [], violated);
    const all = Object.values(ledger).filter(({ level }) => level === 'must').length;
    expect(outcome.sentence).toMatch(
      RegExp(`^2 faults violate 2 of ${all} must clauses\\. 1 new since the last run\\.`),
    );
    expect(faults.map((fault) => [fault.clauses[0], labelOf(fault)])).toEqual([
      ['auth.key.wrong', 'access without a valid key'],
      ['auth.key.incomplete', 'access without a valid key, new'],
    ]);
    // Without an earlier run, no fault is called new.
    expect(aReport(aRun(checks)).outcome.sentence).not.toContain('new since');
  });

  for (const [title, broken] of [
    ['cut off', '{"started":"2026-01'],
    ['from another program', '{"hello":1}'],
    ['that is not JSON', 'Killed'],
    ['with a wrong count', lineOf(runSummaryAt(9)).trim().replace('"conforms":', '"conforms":"many","was":')],
  ] as const) {
    test(`ignores a line ${title}, at its end and in its middle`, () => {
      const addition = additionTo(lineOf(runSummaryAt(0)) + broken, runSummaryAt(1));
      expect(addition).toEqual({ append: `\n${lineOf(runSummaryAt(1))}` });
      const text = `${lineOf(runSummaryAt(0))}${broken}\n${lineOf(runSummaryAt(1))}`;
      expect(runSummariesIn(text)).toEqual({ runSummaries: [runSummaryAt(0), runSummaryAt(1)], broken: 1 });
    });
  }
});

test.describe('the trend', () => {
  test('has one column per run, in which even a single breach is visible', () => {
    const bad = runSummaryOf(aRecord(breakingChecks()));
    const markup = String(trendHtml([runSummaryAt(0), bad]));
    expect(markup.match(/<g>/g)).toHaveLength(2);
    const [first = '', second = ''] = markup.split('<g>').slice(1);
    expect(first).not.toContain('verdict violates');
    const bar = /verdict violates" fill="currentColor" x="20" y="[\d.]+" width="16" height="([\d.]+)"/.exec(
      second,
    );
    expect(Number(bar?.[1])).toBeGreaterThanOrEqual(5);
    expect(markup).toContain(`<td>${bad.word}: ${bad.sentence}</td>`);
  });

  test('is in the page once, however often it is inserted, and nothing else changes', () => {
    const page = pageOf(aReport(aRun(breakingChecks())));
    const once = withTrend(page, trendHtml([runSummaryAt(0)])) ?? '';
    const twice = withTrend(once, trendHtml([runSummaryAt(0), runSummaryAt(1)])) ?? '';
    expect(once.match(/class="trend"/g)).toHaveLength(1);
    expect(twice.match(/class="trend"/g)).toHaveLength(1);
    expect(twice).toContain('The trend over 2 runs');
    expect(twice.replace(/<!-- trend -->.*<!-- \/trend -->\n/s, '')).toBe(page);
    expect(withTrend('<p>another page</p>', trendHtml([runSummaryAt(0)]))).toBeNull();
  });

  test('shows all data of a history as text', () => {
    const odd = { ...runSummaryAt(0), sentence: hostile, started: `2026-01-01T<img src=x>` };
    const markup = String(trendHtml([odd]));
    expect(markup).not.toMatch(/<script|<img|<svg onload/);
  });
});

test.describe('history', async () => {
  const script = 'history';

  test('appends to a file with a broken line, and inserts the trend of the target into the page', async ({}, testInfo) => {
    const elsewhere = { ...runSummaryAt(0), target: 'https://us.example' };
    const file = saved(testInfo, {
      'history.ndjson': `${lineOf(elsewhere)}${lineOf(runSummaryAt(1))}{"cut`,
      'conformance.json': aRecord(breakingChecks()),
      'index.html': pageOf(aReport(aRun(breakingChecks()))),
    });
    const words = [file('conformance.json'), file('history.ndjson'), '--page', file('index.html')];
    expect(await conformanceHere(script, words)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 of 3 runs are of this target, 1 broken passed over'),
      stderr: '',
    });
    expect(readFileSync(file('index.html'), 'utf8')).toContain('The trend over 2 runs');
    expect(runSummariesIn(readFileSync(file('history.ndjson'), 'utf8')).runSummaries).toHaveLength(3);
  });

  test('replaces a full file by one with the newest lines', async ({}, testInfo) => {
    const full = Array.from({ length: mostRuns }, (_, index) => lineOf(runSummaryAt(index))).join('');
    const file = saved(testInfo, { 'history.ndjson': full, 'conformance.json': aRecord(conformingChecks()) });
    expect((await conformanceHere(script, [file('conformance.json'), file('history.ndjson')])).code).toBe(0);
    const text = readFileSync(file('history.ndjson'), 'utf8');
    expect(text.trimEnd().split('\n')).toHaveLength(mostRuns);
    const { runSummaries } = runSummariesIn(text);
    expect([runSummaries[0], runSummaries.at(-1)?.started]).toEqual([
      runSummaryAt(1),
      '2026-11-02T03:00:00.000Z',
    ]);
    expect(readdirSync(testInfo.outputDir).sort()).toEqual(['conformance.json', 'history.ndjson']);
  });

  test('rejects a file that is no history, such as a second record, and does not change it', async ({}, testInfo) => {
    for (const indent of [0, 2]) {
      const other = JSON.stringify(aRecord(breakingChecks()), null, indent);
      const file = saved(testInfo, { 'one.json': aRecord(conformingChecks()), 'two.json': other });
      const { code, stderr } = await conformanceHere(script, [file('one.json'), file('two.json')]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/two\.json is no history: not one of its lines is a run/);
      expect(readFileSync(file('two.json'), 'utf8')).toBe(other);
    }
  });

  test('a file that is no history is also rejected by a run', async ({}, testInfo) => {
    const file = saved(testInfo, { 'foreign.txt': 'no run' });
    const told = 'foreign.txt is no history: not one of its lines is a run';
    await expect(readStart({ HISTORY: file('foreign.txt') })).rejects.toThrow(told);
    expect(await readStart({ HISTORY: file('gone.ndjson') })).toMatchObject({ history: '' });
  });

  test('names a file that it cannot use, writes nothing and exits 2', async ({}, testInfo) => {
    const file = saved(testInfo, { 'foreign.json': [] });
    const result = await conformanceHere(script, [file('foreign.json'), file('history.ndjson')]);
    expectRejection(result, 'foreign.json is not the conformance.json of a run: ');
    expect(readdirSync(testInfo.outputDir)).toEqual(['foreign.json']);
  });
});
