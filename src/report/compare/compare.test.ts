import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { browser, faults, launchOptions, noBrowser, open, overflow } from '../../../proof/helpers/browser';
import { conformanceHere } from '../../../proof/helpers/process';
import {
  aJudgedCheck,
  anError,
  anExchange,
  anObservedCheck,
  anUndecidedCheck,
  aTriedCheck,
  breakingChecks,
  conformingChecks,
  disturbed,
  hostile,
  knownJob,
  lacking,
  unjudged,
} from '../../../proof/helpers/reports-runs';
import { aRecord, aRejection, expectRejection, saved } from '../../../proof/helpers/saved-records';
import type { Exchange, Observations, Unjudged } from '../../judge/data/evidence';
import type { CheckRun } from '../../judge/data/run';
import { markdownOf } from '../markdown';
import type { View } from '../view';
import { comparePageOf, comparisonLines, comparisonView } from './compare-view';
import { compare } from './comparison';
import type { SavedRecord } from './saved-record';

const wrong = (verdict: 'conforms' | 'violates') => aRejection(verdict);
const cut = (verdict: 'conforms' | 'violates') =>
  aRejection(verdict, 'the first half of a key is refused', 'auth.key.incomplete');

/** Returns the record of the usual checks and these. */
const runSummary = (...checks: CheckRun[]) => aRecord([...conformingChecks(), ...checks]);

/** Returns the kind and the clause of every difference; for a fault, its first clause. */
const changes = (before: SavedRecord, after: SavedRecord) =>
  compare(before, after).differences.map(({ kind, clause }) => `${kind}: ${clause}`);

function viewed(before: SavedRecord, after: SavedRecord): View {
  return comparisonView(
    compare(before, after),
    { file: 'before.json', record: before, page: 'before/index.html' },
    { file: 'after.json', record: after, page: null },
  );
}

const kept = [...conformingChecks(), wrong('conforms'), cut('conforms')];
const good = aRecord(kept);

test('a target is identified by its NAME, or by its address without one', () => {
  const at = (settings: { target: string; name?: string }) => aRecord(conformingChecks(), { settings });
  const before = at({ target: 'https://a.example', name: 'staging-eu' });
  expect(compare(before, at({ target: 'https://b.example', name: 'staging-eu' })).parity).toBe(false);
  expect(compare(before, at({ target: 'https://a.example' })).parity).toBe(true);
});

// The text is reviewed as a whole: run with `--update-snapshots` and read the differences.
test('a comparison of two runs and one of two targets match the reviewed file', () => {
  const seen = (observations: Observations) =>
    anObservedCheck('unspecified.routes.unknown', 'an unknown route', observations);
  const before = runSummary(wrong('violates'), cut('conforms'), seen({ 'unknown route': ['404 {error}'] }));
  const after = runSummary(wrong('conforms'), cut('violates'), seen({ 'new thing': ['200 []'] }));
  const mock = aRecord(kept, { settings: { target: 'built-in mock' } });
  const unmet = aRejection('violates', 'the case of a key counts', 'auth.key.wrong-case');
  const staging = aRecord([...conformingChecks(), wrong('violates'), unmet], {
    settings: { target: 'https://api.example', name: 'staging' },
    started: '2026-11-01T03:00:00.000Z',
  });
  staging.result.contract = '0123456789ab';
  const views = [viewed(before, after), viewed(mock, staging)];
  const text = [...views.flatMap(comparisonLines), ...views.map(markdownOf)].join('\n');
  expect(text.replaceAll(good.result.contract, 'of the ledger')).toMatchSnapshot('compare.txt');
});

test('counts unmet recommendations separately from faults, and calls equal runs the same', () => {
  const unmet = aRejection('violates', 'the case of a key counts', 'auth.key.wrong-case');
  const verdictOn = (...checks: CheckRun[]) => viewed(runSummary(), runSummary(...checks)).headline;
  expect(verdictOn(wrong('violates'), unmet)).toBe('worse: 2 new faults, 1 of them a recommendation');
  expect(verdictOn(unmet)).toBe('worse: 1 new unmet recommendation');
  expect(viewed(good, aRecord(kept)).headline).toBe('the same');
});

const undecided = (why: Unjudged) => [
  anUndecidedCheck('auth.key.wrong', 'a wrong key is refused', why),
  cut('conforms'),
];
const both = [wrong('conforms'), cut('conforms')];
const broken = [wrong('violates'), cut('conforms')];
const notTested = undecided(lacking('API_KEY'));
const failing = undecided(disturbed);
const otherwise = { status: 404, answer: anError('not_found') };
const again = [...broken, aRejection('violates', 'a wrong key reads no job')];
const elsewise = [aRejection('violates', undefined, undefined, otherwise), cut('conforms')];
const rows: [what: string, before: CheckRun[], after: CheckRun[], kinds: string[], worse: boolean][] = [
  ['a new breach', both, broken, ['new fault'], true],
  ['a fixed breach', broken, both, ['fixed'], false],
  ['a second failure of a fault', broken, again, ['changed', 'newly tested'], true],
  ['a failure with another response', broken, elsewise, ['changed'], true],
  ['a failure that fewer checks show', again, broken, ['changed', 'no longer tested'], true],
  ['a clause that is no longer tested', both, notTested, ['no longer tested'], true],
  ['a clause that is newly tested', notTested, both, ['newly tested'], false],
  ['a clause that can no longer be judged', both, failing, ['undecided'], true],
  // It is not called fixed.
  ['a fault that can no longer be judged', broken, undecided(unjudged('blocked')), ['undecided'], true],
  ['a clause that can be judged again', failing, both, ['decided'], false],
];
for (const [what, before, after, kinds, worse] of rows) {
  test(`names ${what} and calls it ${worse ? '' : 'not '}worse`, () => {
    const [one, two] = [runSummary(...before), runSummary(...after)];
    expect(changes(one, two)).toEqual(kinds.map((kind) => `${kind}: auth.key.wrong`));
    expect(compare(one, two).worse).toBe(worse);
  });
}

test('compares all kinds of responses that were observed, by all checks of a clause', () => {
  const seen = (...all: string[][]) =>
    runSummary(
      ...all.map((kinds, index) =>
        anObservedCheck('unspecified.routes.unknown', `route ${index}`, { 'unknown route': kinds }),
      ),
    );
  const wordsOf = (before: SavedRecord, after: SavedRecord) =>
    compare(before, after).differences.map(({ words }) => words);
  const before = seen(['404 {error}', '405 {error}'], ['500 text/html']);
  expect(wordsOf(before, seen(['404 {error}', '405 {error}'], ['500 text/html']))).toEqual([]);
  expect(wordsOf(before, seen(['404 {error}'], ['500 text/html']))).toEqual([
    'unspecified.routes.unknown: 404 {error}; 405 {error}; 500 text/html → 404 {error}; 500 text/html',
  ]);
});

test('names input variations that only one run tested, and does not call them worse', () => {
  const no = () => anExchange({ variable: null, status: 401, answer: anError('invalid_api_key') });
  const tried = (families: Record<string, Exchange | null>) =>
    runSummary(aTriedCheck('a wrong key is refused', families));
  const before = tried({ 'cut short': no(), doubled: no(), 'in another case': null });
  const after = tried({ 'cut short': no(), doubled: null, 'in another case': no() });
  const { worse, differences } = compare(before, after);
  expect(worse).toBe(false);
  expect(differences).toMatchObject([
    {
      kind: 'tried elsewhere',
      words: 'auth.key.wrong: 2 of 3 input variations tested',
      rows: [
        ['Only before', 'doubled at GET /v1/credits'],
        ['Only after', 'in another case at GET /v1/credits'],
      ],
    },
  ]);
  // If the clause itself changed, its fault is reported instead of the input variations.
  const accepted = tried({ 'cut short': no(), doubled: anExchange(), 'in another case': null });
  expect(changes(before, accepted)).toEqual(['new fault: auth.key.wrong']);
});

test('does not call a breach new or fixed if the two runs sampled other members of a family', () => {
  const no = () => anExchange({ variable: null, status: 401, answer: anError('invalid_api_key') });
  const sampledBy = (seed: number, families: Record<string, Exchange>): SavedRecord => {
    const record = runSummary(aTriedCheck('a wrong key is refused', families));
    const context = { ...record.run.context, sampled: { seed, depth: 3 } };
    return { ...record, run: { ...record.run, context } };
  };
  const cut = (seed: number) => sampledBy(seed, { 'cut short': anExchange(), doubled: no() });
  const doubled = (seed: number) => sampledBy(seed, { 'cut short': no(), doubled: anExchange() });
  const kinds = (before: SavedRecord, after: SavedRecord) =>
    changes(before, after).map((words) => words.split(':')[0]);
  expect(kinds(cut(1), doubled(2))).toEqual(['tried elsewhere']);
  expect(kinds(cut(1), doubled(1))).toEqual(['changed']);
  const other = sampledBy(2, { 'cut short': no(), doubled: anExchange({ status: 202 }) });
  expect(kinds(cut(1), other)).toEqual(['changed']);
  const sound = (seed: number) => sampledBy(seed, { 'cut short': no(), doubled: no() });
  const notes = (before: SavedRecord, after: SavedRecord) =>
    compare(before, after).differences.flatMap(({ rows }) =>
      rows.filter(([, words]) => words.includes('may not have sampled')),
    );
  expect(notes(cut(1), sound(2))).toHaveLength(1);
  expect(notes(cut(1), sound(1))).toHaveLength(0);
  expect(notes(sound(1), cut(2))).toHaveLength(1);
  expect(compare(sound(1), cut(2)).worse).toBe(true);
});

test('does not call a known failure worse until its entry is removed', () => {
  const checks = breakingChecks().filter(({ clause }) => clause === 'jobs.lookup.unknown');
  const accepted = aJudgedCheck('jobs.lookup.unknown', 'an unknown job is not found', otherwise);
  const before = runSummary(accepted);
  const known = aRecord([...conformingChecks(), ...checks], { known: [knownJob] });
  const unknown = runSummary(...checks);
  expect(changes(before, known)).toEqual(['known: jobs.lookup.unknown']);
  expect(compare(before, known).worse).toBe(false);
  expect(changes(known, unknown)).toEqual(['new fault: jobs.lookup.unknown']);
  expect(compare(known, unknown).worse).toBe(true);
  expect(changes(unknown, known)).toEqual(['known: jobs.lookup.unknown']);
});

test('calls a run worse if it was interrupted and the earlier one was not', () => {
  const after = aRecord(kept, { run: { ending: 'interrupted' } });
  expect(viewed(good, after).headline).toBe('worse: ended incomplete and not conforms');
});

test('calls a target not worse where it lacks an account, and worse where it has a fault', () => {
  const mock = aRecord(kept, { settings: { target: 'built-in mock' } });
  expect(compare(mock, runSummary(cut('conforms')))).toMatchObject({ parity: true, worse: false });
  expect(compare(mock, runSummary(wrong('violates')))).toMatchObject({ parity: true, worse: true });
});

test('shows all data from a server as text', () => {
  const evil = anObservedCheck('unspecified.routes.unknown', 'an unknown route', { [hostile]: [hostile] });
  const after = aRecord([...breakingChecks(), evil]);
  const fault = after.run.faults[0];
  if (fault) fault.rows[1] = ['Response', `${hostile} \`\`\` </span> | @someone https://evil.example`];
  const view = viewed(good, after);
  const page = comparePageOf(view, true);
  expect(page).not.toMatch(/<script|<img|<svg onload|<\/style><img/);
  expect(page.match(/<\/style>/g)).toHaveLength(1);
  const markdown = markdownOf(view).replace(/(`+).*?\1(?!`)/g, '');
  expect(markdown).not.toMatch(/(?<!\\)<(?:script|img|svg)|(?<!\\)\[click|@someone/);
  for (const text of [page, markdownOf(view), comparisonLines(view).join('\n')]) {
    expect(text).not.toContain('\u001b');
    expect(text).not.toContain('\u202e');
  }
});

test.use({ launchOptions });

test.describe('in a browser', () => {
  test.skip(browser === undefined, noBrowser);

  test('a comparison passes axe and fits on a phone', async ({ page }) => {
    const view = viewed(runSummary(wrong('conforms')), aRecord(breakingChecks()));
    const file = 'compare.html';
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await open(page, { [file]: comparePageOf(view, true) }, file)).toEqual([]);
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    expect(await overflow(page)).toBe(0);
    expect(await faults(page)).toEqual([]);
  });
});

test('compare exits 1 if a run is worse and 0 if not, and writes the files of its options', async ({}, testInfo) => {
  const file = saved(testInfo, {
    'good.json': runSummary(wrong('conforms')),
    'bad.json': runSummary(wrong('violates')),
  });
  const written = ['--markdown', file('out.md'), '--html', file('out.html')];
  const worse = await conformanceHere('compare', [file('good.json'), file('bad.json'), ...written]);
  expect(worse).toMatchObject({ code: 1, stderr: '' });
  const sentence = 'GET /v1/credits accepts a wrong key: expected 401';
  for (const text of [
    worse.stdout,
    readFileSync(file('out.md'), 'utf8'),
    readFileSync(file('out.html'), 'utf8'),
  ])
    expect(text).toContain(sentence);
  expect((await conformanceHere('compare', [file('bad.json'), file('good.json')])).code).toBe(0);
});

test('compare names a file that it cannot use in one line and exits 2', async ({}, testInfo) => {
  const good = runSummary();
  const { run: _, ...half } = good;
  const file = saved(testInfo, {
    'good.json': good,
    'text.json': 'not JSON {',
    'foreign.json': { name: 'something else', version: 2 },
    'newer.json': { ...good, version: good.version + 1 },
    'half.json': half,
  });
  for (const [name, words] of [
    ['none.json', 'cannot be read: there is no such file'],
    ['text.json', 'is not JSON'],
    ['foreign.json', 'is not the conformance.json of a run: result is missing'],
    ['newer.json', `is of version ${good.version + 1}`],
    ['half.json', 'is not the conformance.json of a run: run is missing'],
  ] as const)
    expectRejection(await conformanceHere('compare', [file('good.json'), file(name)]), `${name} ${words}`);
});

test('the log of GitHub never takes a response for a command, whichever command prints it', async ({}, testInfo) => {
  const commands = '::error::pwned\n  ::stop-commands::pwned\n##[error]pwned';
  const exchange = anExchange({ status: 500, answer: { [commands]: commands } });
  const broken = aJudgedCheck('jobs.lookup.unknown', 'an unknown job', exchange);
  const file = saved(testInfo, { 'before.json': runSummary(), 'after.json': runSummary(broken) });
  const [before, after] = [file('before.json'), file('after.json')];
  for (const [script, ...words] of [
    ['compare', before, after],
    ['judge', after, '--reports', testInfo.outputPath('anew')],
  ] as [string, ...string[]][]) {
    const { stdout, stderr } = await conformanceHere(script, words, { GITHUB_ACTIONS: 'true' });
    expect(`${stdout}${stderr}`, script).toMatch(/pwned|violates/);
    expect(`${stdout}${stderr}`, script).not.toMatch(/^\s*::|##\[/m);
  }
});
