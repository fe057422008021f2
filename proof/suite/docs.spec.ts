import { expect, test } from '@playwright/test';
import { ledger } from '../../spec/ledger';
import { suiteInfo } from '../../src/judge/data/suite-info';
import { contractPageOf } from '../../src/report/docs';
import { recordOf } from '../../src/report/record';
import { browser, faults, launchOptions, noBrowser, open, overflow } from '../helpers/browser';
import { aJudgedCheck, anError, reportWith } from '../helpers/reports-runs';

const rejection = { variable: null, status: 401, answer: anError('invalid_api_key') };
const check = aJudgedCheck('auth.key.wrong', 'a wrong key is rejected', rejection);
const markup = contractPageOf(recordOf(reportWith(check)));

test('every clause and code has an address of its own, and every link has an existing target', () => {
  const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining([...Object.keys(ledger), ...Object.keys(suiteInfo.codes)]));
  const files = ['openapi.yaml', 'conformance.schema.json', 'known-failures.schema.json', 'data:,'];
  const links = [...markup.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
  const dead = links.filter((href) => !files.includes(href) && !ids.includes(href.replace(/^#/, '')));
  expect(dead.filter((href) => !href.startsWith('http'))).toEqual([]);
});

test.use({ launchOptions });

test.describe('in a browser', () => {
  test.skip(browser === undefined, noBrowser);

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`the page passes axe and fits on a phone in the ${colorScheme} scheme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await open(page, { 'index.html': markup }, 'index.html')).toEqual([]);
      await page.locator('[id="auth.key.valid"]').getByText('How it is tested').click();
      await expect(page.locator('[id="auth.key.valid"]').getByText('curl -i').first()).toBeVisible();
      expect(await overflow(page)).toBe(0);
      await page.setViewportSize({ width: 1400, height: 900 });
      expect(await faults(page)).toEqual([]);
    });
  }
});
