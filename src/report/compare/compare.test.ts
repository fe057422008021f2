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
import type { Exchange, Undecided } from '../../judge/data/evidence';
import type { CheckRun } from '../../judge/data/run';
import { comparePageOf } from './compare-page';
import { type ComparisonWords, formatComparison } from './compare-sections';
import { markdownOf, terminalOf } from './compare-text';
import { compare } from './comparison';
import type { SavedRecord } from './saved-record';

const wrong = (verdict: 'conforms' | 'violates') => aRejection(verdict);
const cut = (verdict: 'conforms' | 'violates') =>
  aRejection(verdict, 'the first half of a key is refused', 'auth.key.incomplete');

/** Returns the record of the usual checks and these. */
const runSummary = (...checks: CheckRun[]) => aRecord([...conformingChecks(), ...checks]);

/** Returns the kind and the clause of every difference; for a fault, its first clause. */
function changes(before: SavedRecord, after: SavedRecord): string[] {
  const { faults, clauses } = compare(before, after);
  return [
    ...faults.map(({ kind, before, after }) => `${kind}: ${(after ?? before)?.clauses[0]}`),
    ...clauses.map(({ kind, clause }) => `${kind}: ${clause}`),
  ];
}

function describeAnswer(before: SavedRecord, after: SavedRecord): ComparisonWords {
  return formatComparison(
    compare(before, after),
    { file: 'before.json', record: before, page: 'before/index.html' },
    { file: 'after.json', record: after, page: null },
  );
}

test('a target is identified by its NAME, or by its address without one', () => {
  const at = (settings: { target: string; name?: string }) => aRecord(conformingChecks(), { settings });
  const [before, after] = [
    at({ target: 'https://a.example', name: 'staging-eu' }),
    at({ target: 'https://b.example', name: 'staging-eu' }),
  ];
  expect(compare(before, after).parity).toBe(false);
  expect(before.result.target).toBe('staging-eu');
  expect(after.result.target).toBe('staging-eu');
  expect(at({ target: 'https://a.example' }).result.target).toBe('https://a.example');
});

/** The expected text of the comparison of two runs. */
const golden = {
  runSummaries: [
    '',
    'New fault (1):',
    '  GET /v1/credits accepts a truncated or extended key: expected 401 invalid_api_key, received 200 [access without a valid key]',
    '    Clause      auth.key.incomplete, section 5.5: A key that is cut off or has something appended is rejected with 401 invalid_api_key.',
    '    Request     GET /v1/credits, sent with owner',
    '    Before      401 {"error":{"code":"invalid_api_key","message":"Not so.","type":"acme_error"}}',
    '    After       200 {"credits":100}',
    '    Shown by    "the first half of a key is refused" (auth.spec.ts:1)',
    `    Repeat      curl -i -H 'accept: application/json' -H "Authorization: Bearer \${API_KEY}" 'https://api.example/v1/credits'`,
    '',
    'Fixed fault (1):',
    '  GET /v1/credits accepts a wrong key: expected 401 invalid_api_key, received 200 [access without a valid key]',
    '    Clause      auth.key.wrong, section 5.5: A wrong key is rejected with 401 invalid_api_key.',
    '    Request     GET /v1/credits, sent with owner',
    '    Before      200 {"credits":100}',
    '    After       401 {"error":{"code":"invalid_api_key","message":"Not so.","type":"acme_error"}}',
    '    Shown by    "a wrong key is refused" (auth.spec.ts:1)',
    `    Repeat      curl -i -H 'accept: application/json' -H "Authorization: Bearer \${API_KEY}" 'https://api.example/v1/credits'`,
    '    Page before before/index.html#fault-1',
    '',
    'worse: 1 new fault, 1 fixed fault',
  ],
};

test.describe('compare', () => {
  test('counts unmet recommendations separately from faults', () => {
    const unmet = aRejection('violates', 'the case of a key counts', 'auth.key.wrong-case');
    const verdictOn = (...checks: CheckRun[]) => describeAnswer(runSummary(), runSummary(...checks)).verdict;
    expect(verdictOn(wrong('violates'), unmet)).toBe('worse: 2 new faults, 1 of them a recommendation');
    expect(verdictOn(unmet)).toBe('worse: 1 new unmet recommendation');
  });

  const kept = [...conformingChecks(), wrong('conforms'), cut('conforms')];
  const good = aRecord(kept);

  test('reports that two equal runs are the same', () => {
    const again = runSummary(wrong('conforms'), cut('conforms'));
    expect(compare(good, again)).toMatchObject({ faults: [], clauses: [], parity: false, worse: false });
    expect(describeAnswer(good, again).verdict).toBe('the same');
  });

  test('shows a new fault and a fixed one as the run does, with both responses and the page', () => {
    const before = runSummary(wrong('violates'), cut('conforms'));
    const after = runSummary(wrong('conforms'), cut('violates'));
    expect(changes(before, after)).toEqual(['fixed: auth.key.wrong', 'new fault: auth.key.incomplete']);
    expect(terminalOf(describeAnswer(before, after)).slice(2)).toEqual(golden.runSummaries);
  });

  const undecided = (why: Undecided) => [
    anUndecidedCheck('auth.key.wrong', 'a wrong key is refused', why),
    cut('conforms'),
  ];
  const both = [wrong('conforms'), cut('conforms')];
  const broken = [wrong('violates'), cut('conforms')];
  const undriven = undecided(lacking('API_KEY'));
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
    ['a clause that is no longer tested', both, undriven, ['no longer tested'], true],
    ['a clause that is newly tested', undriven, both, ['newly tested'], false],
    ['a clause that can no longer be judged', both, failing, ['undecided'], true],
    ['a clause that can be judged again', failing, both, ['decided'], false],
  ];
  for (const [what, before, after, kinds, worse] of rows) {
    test(`names ${what} and calls it ${worse ? '' : 'not '}worse`, () => {
      const [one, two] = [runSummary(...before), runSummary(...after)];
      expect(changes(one, two)).toEqual(kinds.map((kind) => `${kind}: auth.key.wrong`));
      expect(compare(one, two).worse).toBe(worse);
    });
  }

  test('names input variations that only one run tested, and does not call them worse', () => {
    const no = () => anExchange({ variable: null, status: 401, answer: anError('invalid_api_key') });
    const tried = (families: Record<string, Exchange | null>) =>
      runSummary(aTriedCheck('a wrong key is refused', families));
    const before = tried({ 'cut short': no(), doubled: no(), 'in another case': null });
    const after = tried({ 'cut short': no(), doubled: null, 'in another case': no() });
    expect(compare(before, after)).toMatchObject({
      worse: false,
      clauses: [
        {
          kind: 'tried elsewhere',
          clause: 'auth.key.wrong',
          before: '2 of 3 input variations tested',
          facts: [
            ['Only before', 'doubled at GET /v1/credits'],
            ['Only after', 'in another case at GET /v1/credits'],
          ],
        },
      ],
    });
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
      compare(before, after).faults.flatMap(({ facts }) =>
        facts.filter(([, words]) => words.includes('may not have sampled')),
      );
    expect(notes(cut(1), sound(2))).toHaveLength(1);
    expect(notes(cut(1), sound(1))).toHaveLength(0);
    expect(notes(sound(1), cut(2))).toHaveLength(1);
    expect(compare(sound(1), cut(2)).worse).toBe(true);
  });

  test('reports a failure of many checks once, with a short headline', () => {
    const many = ['no job', 'no run', 'no list', 'no text', 'no credits'].map((what) =>
      aRejection('violates', `a wrong key reads ${what}`),
    );
    const [before, after] = [runSummary(), runSummary(...many)];
    const told = describeAnswer(before, after);
    expect(told.verdict).toBe('worse: 1 new fault');
    const facts = told.sections[0]?.rows[0]?.facts ?? [];
    expect(facts.map(([name]) => name)).toEqual(['Clause', 'Request', 'After', 'Seen', 'Shown by', 'Repeat']);
    expect(facts).toContainEqual([
      'Shown by',
      '"a wrong key reads no credits" (auth.spec.ts:1) and 4 more checks',
    ]);
  });

  test('names the checks of a conforming clause that are no longer tested', () => {
    const before = runSummary(wrong('conforms'), aRejection('conforms', 'a wrong key reads no job'));
    const lost = anUndecidedCheck('auth.key.wrong', 'a wrong key reads no job', lacking('a job'));
    const comparison = compare(before, runSummary(wrong('conforms'), lost));
    expect(comparison.clauses).toMatchObject([
      {
        kind: 'no longer tested',
        before: '2 of 2 checks tested',
        after: '1 of 2 checks tested',
        facts: [expect.anything(), ['Check', 'a wrong key reads no job']],
        worse: true,
      },
    ]);
  });

  test('does not call a fault fixed if its clause was not judged', () => {
    const blocked = anUndecidedCheck('auth.key.wrong', 'a wrong key is refused', unjudged('blocked'));
    const before = runSummary(wrong('violates'));
    const { faults, clauses } = compare(before, runSummary(blocked));
    expect(faults).toEqual([]);
    expect(clauses).toMatchObject([{ kind: 'undecided', before: 'violates', after: 'blocked', worse: true }]);
    expect(clauses[0]?.facts).toContainEqual(['Was', before.run.faults[0]?.sentence]);
  });

  test('does not call a known failure worse until its entry is removed', () => {
    const checks = breakingChecks().filter(({ clause }) => clause === 'jobs.lookup.unknown');
    const accepted = aJudgedCheck('jobs.lookup.unknown', 'an unknown job is not found', {
      status: 404,
      answer: anError('not_found'),
    });
    const before = runSummary(accepted);
    const known = aRecord([...conformingChecks(), ...checks], { known: [knownJob] });
    const unknown = runSummary(...checks);
    expect(changes(before, known)).toEqual(['known: jobs.lookup.unknown']);
    expect(compare(before, known).worse).toBe(false);
    expect(changes(known, unknown)).toEqual(['new fault: jobs.lookup.unknown']);
    expect(compare(known, unknown).worse).toBe(true);
    expect(changes(unknown, known)).toEqual(['known: jobs.lookup.unknown']);
  });

  test('names unspecified responses that appeared, vanished or changed, and never calls them worse', () => {
    const seen = (observations: Record<string, string>) =>
      runSummary(anObservedCheck('unspecified.routes.unknown', 'an unknown route', observations));
    const before = seen({ 'unknown route': '404 {error}', 'old thing': '200 {}' });
    const after = seen({ 'unknown route': '404 string', 'new thing': '200 []' });
    const { sections, worse } = describeAnswer(before, after);
    expect(worse).toBe(false);
    expect(sections).toEqual([
      {
        title: 'Unspecified responses changed',
        first: false,
        rows: [
          ['404 {error} → 404 string', 'unknown route'],
          ['vanished: 200 {}', 'old thing'],
          ['appeared: 200 []', 'new thing'],
        ].map(([words, seen]) => ({
          clause: 'unspecified.routes.unknown',
          words,
          facts: [['Seen', seen]],
          links: [],
        })),
      },
    ]);
  });

  test('calls a run worse if it was interrupted and the earlier one was not', () => {
    const after = aRecord(kept, { run: { ending: 'interrupted' } });
    expect(compare(good, after).ending).toEqual({ before: 'conforms', after: 'incomplete', worse: true });
    expect(describeAnswer(good, after).verdict).toBe('worse: ended incomplete and not conforms');
  });

  test('gives a parity report for the mock and another target, in which untested clauses are not worse', () => {
    const mock = aRecord(kept, { settings: { target: 'built-in mock' } });
    const less = runSummary(cut('conforms'));
    const comparison = compare(mock, less);
    expect(comparison).toMatchObject({ parity: true, worse: false });
    const { sides, sections } = describeAnswer(mock, less);
    expect(sides).toContainEqual([
      'Parity',
      expect.stringContaining('mock and https://api.example are two targets'),
    ]);
    expect(sections.map(({ title }) => title)).toEqual(['Clause tested only on mock']);
    const breaking = runSummary(wrong('violates'), cut('conforms'));
    expect(compare(mock, breaking)).toMatchObject({ parity: true, worse: true });
    const both = aRecord([...conformingChecks(), wrong('violates'), cut('violates')], {
      settings: { target: 'https://api.example', name: 'staging' },
    });
    const told = describeAnswer(mock, both);
    expect(told.verdict).toBe('2 faults only on staging');
    const page = comparePageOf(describeAnswer(mock, runSummary(wrong('violates'))));
    expect(page.indexOf('Fault only on https://api.example')).toBeLessThan(page.indexOf('<details'));
    expect(page).toContain('<summary>Clause tested only on mock (1)</summary>');
  });

  test('reports that the contracts differ and that the files are in the wrong order', () => {
    const other = aRecord(kept, { started: '2026-11-01T03:00:00.000Z' });
    other.result.contract = '0123456789ab';
    const names = describeAnswer(good, other).sides.map(([name]) => name);
    expect(names).toEqual(['Before', 'After', 'Contract', 'Order']);
  });

  test('shows all data from a server as text', () => {
    const evil = anObservedCheck('unspecified.routes.unknown', 'an unknown route', { [hostile]: hostile });
    const after = aRecord([...breakingChecks(), evil]);
    const told = after.run.faults[0];
    if (told) told.rows[1] = ['Response', `${hostile} \`\`\` </span> | @someone https://evil.example`];
    const words = describeAnswer(good, after);
    const page = comparePageOf(words);
    expect(page).not.toMatch(/<script|<img|<svg onload|<\/style><img/);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
    const markdown = markdownOf(words).replace(/(`+).*?\1(?!`)/g, '');
    expect(markdown).not.toMatch(/(?<!\\)<(?:script|img|svg)|(?<!\\)\[click|@someone/);
    for (const text of [page, markdownOf(words), terminalOf(words).join('\n')]) {
      expect(text).not.toContain('\u001b');
      expect(text).not.toContain('\u202e');
    }
  });
});

test.use({ launchOptions });

test.describe('in a browser', () => {
  test.skip(browser === undefined, noBrowser);

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a comparison passes axe and fits on a phone in the ${colorScheme} scheme`, async ({ page }) => {
      const [before, after] = [runSummary(wrong('conforms')), aRecord(breakingChecks())];
      const file = 'compare.html';
      const pages = { [file]: comparePageOf(describeAnswer(before, after)) };
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await open(page, pages, file)).toEqual([]);
      await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
      expect(await overflow(page)).toBe(0);
      await page.setViewportSize({ width: 1400, height: 900 });
      expect(await faults(page)).toEqual([]);
    });
  }
});

test.describe('compare', async () => {
  const script = 'compare';

  test('exits 1 if a run is worse and 0 if not, and writes the files of its options', async ({}, testInfo) => {
    const file = saved(testInfo, {
      // Extra fields of a later version are ignored.
      'good.json': { ...runSummary(wrong('conforms')), more: 1 },
      'bad.json': runSummary(wrong('violates')),
    });
    const written = ['--markdown', file('out.md'), '--html', file('out.html')];
    const worse = await conformanceHere(script, [file('good.json'), file('bad.json'), ...written]);
    expect(worse).toMatchObject({ code: 1, stderr: '' });
    expect(worse.stdout).toContain('GET /v1/credits accepts a wrong key: expected 401');
    expect(readFileSync(file('out.md'), 'utf8')).toContain('**GET /v1/credits accepts a wrong key:');
    expect(readFileSync(file('out.html'), 'utf8')).toContain('GET /v1/credits accepts a wrong key:');
    expect((await conformanceHere(script, [file('bad.json'), file('good.json')])).code).toBe(0);
  });

  test('names a file that it cannot use in one line and exits 2', async ({}, testInfo) => {
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
      [
        'newer.json',
        `is not the conformance.json of a run: version must be ${good.version}, not ${good.version + 1}`,
      ],
      ['half.json', 'is not the conformance.json of a run: run is missing'],
    ] as const)
      expectRejection(await conformanceHere(script, [file('good.json'), file(name)]), `${name} ${words}`);
    expect(await conformanceHere(script, [file('good.json')])).toMatchObject({ code: 2 });
  });
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
