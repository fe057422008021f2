import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { conformanceHere } from '../../../proof/helpers/process';
import {
  anError,
  anExchange,
  aReport,
  aRun,
  aTriedCase,
  breakingCases,
  conformingCases,
  hostile,
} from '../../../proof/helpers/reports-runs';
import { aRecord, aRefusal, expectRefusal, saved } from '../../../proof/helpers/saved-records';
import { ledger } from '../../../spec/ledger';
import { readStart } from '../../drive/setup/start';
import { foundIn, violatedIn } from '../../judge/earlier-runs';
import { failure } from '../../judge/expectation';
import { labelOf } from '../../judge/faults';
import { pageOf } from '../page/page';
import { additionTo, mostNights, type Night, nightOf, nightsIn } from './history';
import { trendHtml, withTrend } from './history-trend';

function nightAt(index: number): Night {
  const started = new Date(Date.UTC(2026, 0, 1 + index, 3)).toISOString();
  return { ...nightOf(aRecord(conformingCases())), started };
}

const lineOf = (night: Night) => `${JSON.stringify(night)}\n`;

test.describe('the history', () => {
  test('gets one line a run, and the same run only once', () => {
    const night = nightAt(0);
    expect(additionTo('', night)).toEqual({ append: lineOf(night) });
    expect(additionTo(lineOf(night), night)).toBeNull();
    const elsewhere = { ...night, target: 'https://us.example' };
    expect(additionTo(lineOf(night), elsewhere)).toEqual({ append: lineOf(elsewhere) });
  });

  test('holds what a trend needs and nothing that a server sent', () => {
    const line = lineOf(nightOf(aRecord(breakingCases())));
    expect(nightsIn(line)).toMatchObject({
      nights: [{ word: 'violates', counts: { must: { violates: 3, inconclusive: 1, blocked: 1 } } }],
      broken: 0,
    });
    expect(line).not.toContain('pwned');
  });

  test('holds the draws that found something, to be tried first by a run with HISTORY', () => {
    const no = anExchange({ variable: null, status: 401, answer: anError('invalid_api_key') });
    const wrong = aTriedCase('a wrong key', { doubled: anExchange(), 'cut short': no });
    for (const attempt of wrong.attempts)
      if (attempt.evidence) attempt.evidence.context.drawn = { seed: 7, depth: 3 };
    const night = nightOf(aRecord([wrong]));
    const expected = failure(401, 'invalid_api_key');
    const place = 'GET /v1/credits';
    expect(night.found).toEqual([{ family: 'doubled', place, expected, seed: 7, depth: 3 }]);
    expect(foundIn(lineOf(night), night.target)).toEqual(night.found);
  });

  test('tells the next run which faults are new', () => {
    const last = nightOf(aRecord([aRefusal('violates')]));
    const violated = violatedIn(lineOf(last), last.target);
    expect(violated).toEqual(['auth.key.wrong']);
    expect(violatedIn(lineOf({ ...last, partial: true }), last.target)).toBeUndefined();
    const cases = [aRefusal('violates'), aRefusal('violates', 'half a key', 'auth.key.incomplete')];
    const { outcome, faults } = aReport(aRun(cases), {}, [], violated);
    const all = Object.values(ledger).filter(({ level }) => level === 'must').length;
    expect(outcome.sentence).toMatch(
      RegExp(`^2 faults violate 2 of ${all} must clauses\\. 1 new since the last run\\.`),
    );
    expect(faults.map((fault) => [fault.clauses[0], labelOf(fault)])).toEqual([
      ['auth.key.wrong', 'access'],
      ['auth.key.incomplete', 'access, new'],
    ]);
    // Where no run is known, nothing is called new.
    expect(aReport(aRun(cases)).outcome.sentence).not.toContain('new since');
  });

  for (const [title, broken] of [
    ['cut off', '{"started":"2026-01'],
    ['of another program', '{"hello":1}'],
    ['that is no JSON', 'Killed'],
    ['with a wrong count', lineOf(nightAt(9)).trim().replace('"conforms":', '"conforms":"many","was":')],
  ] as const) {
    test(`survives a line ${title}, at its end and in its middle`, () => {
      const addition = additionTo(lineOf(nightAt(0)) + broken, nightAt(1));
      expect(addition).toEqual({ append: `\n${lineOf(nightAt(1))}` });
      const text = `${lineOf(nightAt(0))}${broken}\n${lineOf(nightAt(1))}`;
      expect(nightsIn(text)).toEqual({ nights: [nightAt(0), nightAt(1)], broken: 1 });
    });
  }
});

test.describe('the trend', () => {
  test('has a column a run, in which a single breach can be seen', () => {
    const bad = nightOf(aRecord(breakingCases()));
    const markup = String(trendHtml([nightAt(0), bad]));
    expect(markup.match(/<g>/g)).toHaveLength(2);
    const [first = '', second = ''] = markup.split('<g>').slice(1);
    expect(first).not.toContain('verdict violates');
    const drawn = /verdict violates" fill="currentColor" x="20" y="[\d.]+" width="16" height="([\d.]+)"/.exec(
      second,
    );
    expect(Number(drawn?.[1])).toBeGreaterThanOrEqual(5);
    expect(markup).toContain(`<td>${bad.word}: ${bad.sentence}</td>`);
  });

  test('stands in the page once, however often it is put there, and changes nothing else', () => {
    const page = pageOf(aReport(aRun(breakingCases())));
    const once = withTrend(page, trendHtml([nightAt(0)])) ?? '';
    const twice = withTrend(once, trendHtml([nightAt(0), nightAt(1)])) ?? '';
    expect(once.match(/class="trend"/g)).toHaveLength(1);
    expect(twice.match(/class="trend"/g)).toHaveLength(1);
    expect(twice).toContain('The trend over 2 runs');
    expect(twice.replace(/<!-- trend -->.*<!-- \/trend -->\n/s, '')).toBe(page);
    expect(withTrend('<p>another page</p>', trendHtml([nightAt(0)]))).toBeNull();
  });

  test('shows whatever stands in a history as text', () => {
    const odd = { ...nightAt(0), sentence: hostile, started: `2026-01-01T<img src=x>` };
    const markup = String(trendHtml([odd]));
    expect(markup).not.toMatch(/<script|<img|<svg onload/);
  });
});

test.describe('history', async () => {
  const script = 'history';

  test('adds to the file, past a broken line, and puts the trend of the target into the page', async ({}, testInfo) => {
    const elsewhere = { ...nightAt(0), target: 'https://us.example' };
    const file = saved(testInfo, {
      'history.ndjson': `${lineOf(elsewhere)}${lineOf(nightAt(1))}{"cut`,
      'conformance.json': aRecord(breakingCases()),
      'index.html': pageOf(aReport(aRun(breakingCases()))),
    });
    const words = [file('conformance.json'), file('history.ndjson'), '--page', file('index.html')];
    expect(await conformanceHere(script, words)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('2 of 3 runs are of this target, 1 broken passed over'),
      stderr: '',
    });
    expect(readFileSync(file('index.html'), 'utf8')).toContain('The trend over 2 runs');
    expect(nightsIn(readFileSync(file('history.ndjson'), 'utf8')).nights).toHaveLength(3);
  });

  test('trims a full file to its newest lines, by putting another in its place', async ({}, testInfo) => {
    const full = Array.from({ length: mostNights }, (_, index) => lineOf(nightAt(index))).join('');
    const file = saved(testInfo, { 'history.ndjson': full, 'conformance.json': aRecord(conformingCases()) });
    expect((await conformanceHere(script, [file('conformance.json'), file('history.ndjson')])).code).toBe(0);
    const text = readFileSync(file('history.ndjson'), 'utf8');
    expect(text.trimEnd().split('\n')).toHaveLength(mostNights);
    const { nights } = nightsIn(text);
    expect([nights[0], nights.at(-1)?.started]).toEqual([nightAt(1), '2026-11-02T03:00:00.000Z']);
    expect(readdirSync(testInfo.outputDir).sort()).toEqual(['conformance.json', 'history.ndjson']);
  });

  test('refuses a file that is no history, such as a second record, and leaves it as it is', async ({}, testInfo) => {
    for (const indent of [0, 2]) {
      const other = JSON.stringify(aRecord(breakingCases()), null, indent);
      const file = saved(testInfo, { 'one.json': aRecord(conformingCases()), 'two.json': other });
      const { code, stderr } = await conformanceHere(script, [file('one.json'), file('two.json')]);
      expect(code).toBe(2);
      expect(stderr).toMatch(/two\.json is no history: not one of its lines is a run/);
      expect(readFileSync(file('two.json'), 'utf8')).toBe(other);
    }
  });

  test('a run and issues refuse such a file, too', async ({}, testInfo) => {
    const file = saved(testInfo, { 'one.json': aRecord(conformingCases()), 'foreign.txt': 'no run' });
    const words = [file('one.json'), '--dry-run', '--history', file('foreign.txt')];
    const told = 'foreign.txt is no history: not one of its lines is a run';
    expectRefusal(await conformanceHere('issues', words), told);
    await expect(readStart({ HISTORY: file('foreign.txt') })).rejects.toThrow(told);
    expect(await readStart({ HISTORY: file('gone.ndjson') })).toMatchObject({ history: '' });
  });

  test('names a file that it cannot use, writes nothing, and exits 2', async ({}, testInfo) => {
    const file = saved(testInfo, { 'foreign.json': [] });
    const result = await conformanceHere(script, [file('foreign.json'), file('history.ndjson')]);
    expectRefusal(result, 'foreign.json is not the conformance.json of a run: ');
    expect(readdirSync(testInfo.outputDir)).toEqual(['foreign.json']);
  });
});
