import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Clause } from '../../spec/clause';
import { ledger } from '../../spec/ledger';
import { variables } from '../../src/drive/settings/settings';
import { formatSection, sectionAddress } from '../../src/judge/data/section';
import { suiteInfo } from '../../src/judge/data/suite-info';
import { exitCodes } from '../../src/judge/verdict/outcome';
import { fieldsOf, settingsIn, tableIn } from '../../src/report/docs/fields';
import { materialsOf } from '../../src/report/docs/materials';
import { referenceOf } from '../../src/report/docs/reference';
import { browser, faults, launchOptions, noBrowser, open, overflow } from '../helpers/browser';
import { conformanceHere } from '../helpers/process';
import { anError, anExchange, aTriedCheck, reportWith } from '../helpers/reports-runs';
import { expectRejection, saved } from '../helpers/saved-records';

const rejection = anExchange({ variable: null, status: 401, answer: anError('invalid_api_key') });
const tried = aTriedCheck('a wrong key is refused', { doubled: rejection, 'cut short': null });
const report = reportWith(tried);
const materials = materialsOf(report);
const pages = referenceOf(materials);

test('every link has an existing target', () => {
  const ids = new Map(
    Object.entries(pages).map(([file, text]) => [
      file,
      [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id),
    ]),
  );
  for (const [file, list] of ids) expect(new Set(list).size, `${file} has no id twice`).toBe(list.length);
  const files = ['conformance.schema.json', 'known-failures.schema.json', 'openapi.yaml'];
  for (const [file, text] of Object.entries(pages)) {
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
    const found = [...text.matchAll(/\["((?:\w+\.html)#[^"]+)"/g)].map(([, href = '']) => href);
    for (const href of [...links, ...found].filter((each) => !/^data:|^http/.test(each))) {
      const [page = '', id] = href.split('#');
      if (files.includes(page)) continue;
      expect(Object.keys(pages), href).toContain(page || file);
      if (id) expect(ids.get(page || file), `${file}: ${href}`).toContain(id);
    }
  }
});

test('a clause lists its families of probes, their operations and the members that the run sampled', () => {
  const [, entry = ''] = (pages['clauses.html'] ?? '').split('<article class="entry" id="auth.key.wrong"');
  expect(entry).toMatch(
    /<dt>Families<\/dt><dd>At GET \/v1\/credits:<ul class="dashes"><li>doubled <span class="soft">such as: a member<\/span><\/li><li>cut short<\/li>/,
  );
});

test('the reference has all codes, settings, exit codes, verdicts and fields', () => {
  expect(Object.fromEntries(materials.codes.map(({ code, status }) => [code, Number(status)]))).toEqual(
    suiteInfo.codes,
  );
  expect(materials.settings.map(({ name }) => name).sort()).toEqual([...variables].sort());
  for (const { name, words } of materials.settings) expect(words, name).not.toBe('');
  expect(materials.exits.map(([code]) => Number(code)).sort()).toEqual(
    [...new Set(Object.values(exitCodes))].sort(),
  );
  expect(materials.verdicts.map(([word]) => word)).toEqual(
    expect.arrayContaining(['conforms', 'violates', 'blocked', 'not tested']),
  );
  const [target] = materials.fields;
  const names = target?.fields.map(({ name }) => name) ?? [];
  expect(names).toEqual(
    expect.arrayContaining([
      'headers',
      'text',
      'job.submit',
      'workflow.blockTypes',
      'credits',
      'retryDelays',
    ]),
  );
  for (const clause of Object.values<Clause>(ledger))
    for (const need of clause.needs ?? []) expect([...names, ...variables]).toContain(need);
});

test('a comment is shown with its field, and a nested field has the name of its parent', () => {
  const source = `
/** A thing. */
export interface Thing {
  /**
   * Two
   * lines.
   */
  first?: string;
  inner: {
    /** Within. */
    a: number;
  };
  /** Last. */
  last?: boolean;
}
`;
  expect(fieldsOf(source, 'Thing')).toEqual([
    { name: 'first', optional: true, type: 'string', words: 'Two lines.' },
    { name: 'inner', optional: false, type: 'an object', words: '' },
    { name: 'inner.a', optional: false, type: 'number', words: 'Within.' },
    { name: 'last', optional: true, type: 'boolean', words: 'Last.' },
  ]);
  expect(() => fieldsOf(source, 'Other')).toThrow('there is no interface Other');
  expect(settingsIn('# Head.\n\n# One:\n# AA=1\n# BB=""\n# Two.\n# CC=\n')).toEqual([
    { name: 'AA', example: '1', words: 'One.' },
    { name: 'BB', example: '', words: 'One.' },
    { name: 'CC', example: '', words: 'Two.' },
  ]);
  expect(tableIn('x\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\ny', 'a | b')).toEqual([['1', '2']]);
});

test.use({ launchOptions });

test.describe('in a browser', () => {
  test.skip(browser === undefined, noBrowser);

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the pages pass axe and fit on a phone in the ${colorScheme} scheme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      for (const file of Object.keys(pages)) {
        await page.setViewportSize({ width: 390, height: 800 });
        const amiss = await open(page, pages, file);
        expect(amiss).toEqual([]);
        expect(await overflow(page), file).toBe(0);
        await page.setViewportSize({ width: 1400, height: 900 });
        await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
        expect(await faults(page), file).toEqual([]);
      }
    });
  }

  test('the search covers all pages, and its links work from a file', async ({ page }) => {
    const amiss = await open(page, pages, 'index.html');
    const search = page.getByRole('searchbox');
    await search.fill('section 5.5');
    await expect(page.locator('#found a').first()).toHaveText('5.5 A key that is not valid');
    await search.fill('rate_limited');
    await page.locator('#found a', { hasText: /^rate_limited$/ }).click();
    await expect(page).toHaveURL(/codes\.html#rate_limited$/);
    await expect(page.getByRole('heading', { name: 'rate_limited' })).toBeInViewport();
    await page.keyboard.press('/');
    await page.keyboard.type('auth.key.wrong');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/clauses\.html#auth\.key\.wrong$/);
    await search.fill('zzz');
    await expect(page.locator('#count')).toHaveText('0 found');
    expect(amiss).toEqual([]);
  });

  test('a clause shows an exchange, and the search is hidden in print', async ({ page }) => {
    await open(page, pages, 'clauses.html');
    const clause = page.locator('[id="auth.key.valid"]');
    await clause.getByText('An exchange of it').click();
    await expect(clause.getByText('curl -i').first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('searchbox')).toBeHidden();
  });
});

test('the example of a target file is shown unchanged', () => {
  const [line = ''] = readFileSync(join(__dirname, '../../tests/targets/example.ts'), 'utf8').split('\n');
  expect(pages['target.html']).toContain(line.replaceAll("'", '&#39;'));
});

test('a section is a link if the reference is published, and plain text otherwise', () => {
  expect(formatSection('5.5')).toBe('section 5.5');
  expect(formatSection('5.5', 'https://docs.example/contract')).toBe(
    'section 5.5 (https://docs.example/contract/index.html#5.5)',
  );
  expect(sectionAddress('7', 'https://docs.example/')).toBe('https://docs.example/index.html#7');
});

test('a record of another version is rejected in one line', async ({}, testInfo) => {
  const file = saved(testInfo, { 'newer.json': { version: 3, result: {} } });
  const words = ['--out', testInfo.outputPath('docs'), '--record', file('newer.json')];
  expectRejection(await conformanceHere('docs', words), 'is of version 3');
});
