import { test as base, expect, type Page } from '@playwright/test';
import {
  browser,
  faults,
  launchOptions,
  noBrowser,
  open as opened,
  overflow,
} from '../../../proof/helpers/browser';
import { aReport, aRun, breakingChecks, knownJob } from '../../../proof/helpers/reports-runs';
import { suiteInfo } from '../../judge/data/suite-info';
import { labelOf } from '../../judge/faults/faults';
import { pageOf } from './page';

// The tests share a page, since a new context for each test would take half as long as the test itself.
const test = base.extend<{ page: Page }, { shared: Page }>({
  shared: [async ({ browser }, use) => use(await browser.newPage()), { scope: 'worker' }],
  async page({ shared }, use) {
    await shared.setViewportSize({ width: 1280, height: 720 });
    await shared.emulateMedia({ colorScheme: 'light', media: 'screen' });
    await use(shared);
    shared.removeAllListeners();
    await shared.goto('about:blank');
  },
});

if (browser === undefined) {
  test('the page in a browser', () => {
    console.log(`Left out: the tests of the page, ${noBrowser}.`);
    test.skip(true, noBrowser);
  });
} else {
  test.use({ launchOptions });
  test.describe('the page', () => inBrowser());
}

const breaking = aReport(aRun(breakingChecks()), {}, [knownJob]);
const all = Object.keys(suiteInfo.ledger);

const open = (page: Page, markup: string, hash?: string) =>
  opened(page, { 'index.html': markup }, 'index.html', hash);

function shown(page: Page): Promise<string[]> {
  return page.locator('.clause:visible').evaluateAll((clauses) => clauses.map(({ id }) => id).sort());
}

function inBrowser(): void {
  test('shows the outcome, the faults, what was not judged, the codes and the contract, in this order', async ({
    page,
  }) => {
    const amiss = await open(page, pageOf(breaking));
    await expect(page).toHaveTitle('violates: https://api.example');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(breaking.outcome.sentence);
    const heads = await page.getByRole('heading', { level: 2 }).allTextContents();
    expect(heads).toEqual([
      'Faults, the worst first',
      'Recommendations not met',
      'The error codes',
      'The contract',
      'The run',
    ]);
    const folded = await page.locator('.more > summary').allTextContents();
    expect(folded).toEqual(['Inconclusive (1)', 'Blocked (1)', 'Not tested (2)']);
    const lines = await page.locator('.fault > summary').allTextContents();
    const sentences = breaking.faults.map((fault) => `${fault.sentence} [${labelOf(fault)}]`);
    expect(lines.map((line) => line.slice(2))).toEqual(sentences.map((words) => words.replaceAll('`', '')));
    expect(await shown(page)).toEqual([...all].sort());
    expect(amiss).toEqual([]);
  });

  test('unfolds what a link leads to', async ({ page }) => {
    await open(page, pageOf(breaking));
    await page.locator('.box[href="#jobs.lookup.unknown"]').click();
    await expect(page.locator('[id="jobs.lookup.unknown"]').getByText('section 4')).toBeVisible();
    await page.evaluate("location.hash = '#jobs.lookup.foreign/1'");
    await expect(page.locator('[id="jobs.lookup.foreign/1"] .exchange').first()).toBeInViewport();
  });

  test('shows all data from a server as text', async ({ page }) => {
    const amiss = await open(page, pageOf(breaking));
    expect(await page.evaluate("'pwned' in window")).toBe(false);
    expect(await page.locator('img, iframe, object, svg').count()).toBe(0);
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    const reason = page.locator('[id="credits.insufficient"] > summary > .reason');
    await expect(reason).toContainText('<script>window.pwned = true</script> </style><img src=x onerror=');
    await expect(reason).toContainText('\\x1b[31mred\\x1b[0m \\u202ereversed');
    await expect(page.locator('#fault-3 .wires')).toContainText('[click](javascript:window.pwned=true)');
    expect(amiss).toEqual([]);
  });

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const)
    test(`is accessible and has nothing cut off in the ${colorScheme} scheme at a width of ${width} pixels`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await open(page, pageOf(breaking));
      await expect(page.locator('.fault').nth(1)).toBeInViewport({ ratio: 1 });
      await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
      expect(await overflow(page)).toBe(0);
      expect(await faults(page)).toEqual([]);
    });
}
