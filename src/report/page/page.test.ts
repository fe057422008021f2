import { test as base, expect, type Page } from '@playwright/test';
import {
  browser,
  faults,
  launchOptions,
  noBrowser,
  open as opened,
  overflow,
} from '../../../proof/helpers/browser';
import {
  aCheckRun,
  aJudgedCheck,
  anAttempt,
  anError,
  anExchange,
  anUndecidedCheck,
  aReport,
  aRun,
  aTriedCheck,
  breakingChecks,
  hostile,
  knownJob,
  lacking,
  reportWith,
} from '../../../proof/helpers/reports-runs';
import { partNames } from '../../../spec/target-file';
import { suiteInfo } from '../../judge/data/suite-info';
import { labelOf } from '../../judge/faults/faults';
import { recordOf } from '../record';
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

test('an instruction that names every part of a target file is shown in full', () => {
  const received = { kind: 'seen', what: 'nothing' } as const;
  const checks = partNames.map((part) =>
    anUndecidedCheck('jobs.lookup.result', part, {
      verdict: 'blocked',
      reason: { kind: 'unverified', part, received },
    }),
  );
  expect(pageOf(reportWith(...checks))).toContain('with --sign saves that next to the target file</li>');
});

const breaking = aReport(aRun(breakingChecks()), {}, [knownJob]);

const open = (page: Page, markup: string, hash?: string) =>
  opened(page, { 'index.html': markup }, 'index.html', hash);

function shown(page: Page): Promise<string[]> {
  return page.locator('.clause:visible').evaluateAll((clauses) => clauses.map(({ id }) => id));
}

function inBrowser(): void {
  test('lists a fault once, with a link from each clause that it breaks', async ({ page }) => {
    const otherwise = { status: 404, answer: anError('not_found') };
    const checks = (['auth.key.wrong', 'auth.key.inactive', 'auth.key.incomplete'] as const).map((clause) =>
      aJudgedCheck(clause, `${clause} is refused`, otherwise),
    );
    await open(page, pageOf(reportWith(...checks)));
    await expect(page.locator('.fault')).toHaveCount(1);
    const breaks = page.locator('.fault').getByRole('link', { name: 'auth.key.inactive', exact: true });
    await expect(breaks).toHaveAttribute('href', '#auth.key.inactive');
    for (const id of ['auth.key.wrong', 'auth.key.inactive', 'auth.key.incomplete'])
      await expect(page.locator(`[id="${id}"] a[href="#fault-1"]`)).toHaveCount(1);
  });

  test('shows the outcome first, then the faults, the clauses without a verdict, the codes and the contract', async ({
    page,
  }) => {
    const amiss = await open(page, pageOf(breaking));
    await expect(page).toHaveTitle('violates: https://api.example');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(breaking.outcome.sentence);
    const heads = await page.getByRole('heading', { level: 2 }).allTextContents();
    const titles = Object.values(suiteInfo.chapters).map(({ title }) => title);
    const own = ['Faults, the worst first', '2 must clauses could not be judged', 'The error codes'];
    expect(heads).toEqual([...own, ...titles, 'The run']);
    const lines = await page.locator('.lines li > :last-child').allTextContents();
    const sentences = breaking.faults.map((fault) => `${fault.sentence} [${labelOf(fault)}]`);
    expect(lines).toEqual(sentences.map((words) => words.replaceAll('`', '')));
    expect((await shown(page)).sort()).toEqual(Object.keys(suiteInfo.ledger).sort());
    // A clause that is shown above is named at its place in the contract.
    const row = page.locator('#credits .pointer', { hasText: 'credits.insufficient' });
    await expect(row).toContainText('blocked');
    await expect(row.getByRole('link')).toHaveAttribute('href', '#credits.insufficient');
    expect(amiss).toEqual([]);
  });

  for (const [width, height] of [
    [1400, 800],
    [390, 800],
  ] as const) {
    test(`shows its faults on the first screen and its cost last at a width of ${width} pixels`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await open(page, pageOf(breaking));
      const [first, second] = [page.locator('.lines li').first(), page.locator('.lines li').nth(1)];
      await expect(first).toBeInViewport({ ratio: 1 });
      await expect(second).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.foot')).not.toBeInViewport();
      await expect(page.locator('main ~ .foot')).toContainText('BASE_URL, API_KEY');
      await expect(page.locator('.foot')).toContainText(/Authentication \d+ requests?; Jobs/);
    });
  }

  test('shows the error first if the target is unavailable', async ({ page }) => {
    const stop = { kind: 'unavailable', lines: ['https://api.example: connection refused'] } as const;
    await open(page, pageOf(aReport(aRun([], { stop: { ...stop, lines: [...stop.lines] } }))));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'https://api.example: connection refused',
    );
  });

  test('explains the marks of the faults above them', async ({ page }) => {
    await open(page, pageOf(breaking));
    const told = (await page.locator('.faults > .legend li').allInnerTexts()).map((text) => text.slice(2));
    expect(told).toEqual(['a fault: violates the contract', 'a recommendation that is not met']);
  });

  test('shows the counts of its sentence in a bar, and explains each mark', async ({ page }) => {
    await open(page, pageOf(breaking));
    const legend = await page.locator('.bar + .legend li').allInnerTexts();
    const [all, ...counted] = legend.map((text) => Number(/\d+/.exec(text)?.[0]));
    const { conforms, violates, inconclusive, blocked, notTested } = breaking.outcome.counts.must;
    expect(counted).toEqual([violates, conforms, inconclusive, blocked, notTested]);
    const widths = await page
      .locator('.bar rect')
      .evaluateAll((all) => all.map((each) => Number(each.getAttribute('width'))));
    const total = counted.reduce((sum, count) => sum + count, 0);
    expect(all).toBe(total);
    expect(widths).toEqual(counted.map((count) => Number(((1000 * count) / total).toFixed(1))));
  });

  test('lists at its top what was not judged and why, and unfolds the list if there are no faults', async ({
    page,
  }) => {
    const undriven = reportWith(anUndecidedCheck('jobs.lookup.own', 'a lookup', lacking('job')));
    await open(page, pageOf(undriven));
    const missing = page.locator('details', { hasText: 'Not judged: ' });
    await expect(missing).toHaveAttribute('open', '');
    await expect(missing).toContainText(/Describe job in the target file .*: jobs\.lookup\.own/);
    await open(page, pageOf(breaking));
    await expect(missing).not.toHaveAttribute('open', '');
  });

  test('folds clauses that conform and checks that were cut short', async ({ page }) => {
    const cut = Array.from({ length: 47 }, (_, index) =>
      aCheckRun('limits.rate.exceeded', `case ${index}`, [anAttempt({ status: 'interrupted' })]),
    );
    const run = aRun([...breakingChecks(), ...cut], { ending: 'interrupted' });
    await open(page, pageOf(aReport(run)));
    const conforming = page.locator('[id="auth.key.valid"]');
    await expect(conforming).toContainText('conforms');
    await expect(conforming.locator('.text')).toBeHidden();
    await expect(page.locator('[id="limits.rate.exceeded"]')).toBeHidden();
    await expect(page.getByText('47 checks cut short: the run was interrupted')).toBeVisible();
  });

  test('says how many input variations were tested, and shows a clause that was tested with few in another colour', async ({
    page,
  }) => {
    const no = anExchange({ variable: null, status: 401, answer: anError('invalid_api_key') });
    const wrong = aTriedCheck('a wrong key is refused', { short: no, long: null, odd: null });
    await open(page, pageOf(reportWith(wrong)));
    const row = page.locator('[id="auth.key.wrong"] > summary');
    await expect(row).toContainText('1 of 3 input variations tested');
    const colour = (id: string) =>
      page
        .locator(`[id="${id}"] > summary > .mark`)
        .evaluate((mark) => mark.ownerDocument.defaultView?.getComputedStyle(mark).color);
    expect(await colour('auth.key.wrong')).not.toBe(await colour('auth.key.valid'));
    expect(await faults(page)).toEqual([]);
  });

  test('shows the status and the code with which the request of a check was rejected', async ({ page }) => {
    await open(page, pageOf(breaking), '#auth.header.required');
    await expect(page.locator('[id="auth.header.required/1"]')).toContainText(
      'GET /v1/credits without the header is refused → 401 missing_api_key',
    );
  });

  test('names senders with the variable of their key', async ({ page }) => {
    await open(page, pageOf(breaking));
    const row = page.getByRole('row', { name: /^not_found/ });
    await expect(row).toContainText('OTHER_API_KEY');
  });

  test('stores its filter in the address', async ({ page }) => {
    await open(page, pageOf(breaking));
    await page.getByRole('button', { name: 'violates 3' }).click();
    await page.getByRole('searchbox', { name: 'Filter' }).fill('one character');
    expect(await shown(page)).toEqual(['auth.key.wrong']);
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    expect(await shown(page)).toEqual(['auth.key.wrong']);
    await expect(page.getByRole('button', { name: 'violates 3' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    expect(page.url()).not.toContain('?');
  });

  test('shows the request and the response of a fault, a command to repeat it and the reason of its entry', async ({
    page,
  }) => {
    await open(page, pageOf(breaking), '#fault-3');
    const fault = page.locator('#fault-3');
    await expect(fault).toBeInViewport();
    await expect(fault).toContainText('404 not_found');
    await expect(fault).toContainText('the lookup checks the form of an id first');
    const exchange = fault.locator('.exchange');
    await expect(exchange).toContainText('GET /v1/jobs/0b5c');
    await expect(exchange).toContainText('API_KEY');
    await expect(exchange).toContainText('x-request-id: req-7f3a');
    await expect(exchange.locator('.repeat pre')).toContainText(/"Authorization: Bearer \$\{API_KEY\}"/);
  });

  test('says why a clause was not tested, is unspecified or is unobservable', async ({ page }) => {
    await open(page, pageOf(breaking));
    await expect(page.locator('[id="auth.key.inactive"]')).toContainText('needs OLD_API_KEY');
    await expect(page.locator('[id="unspecified.routes.unknown"]')).toContainText('not specified');
    await expect(page.locator('[id="auth.key.issued"]')).toContainText('The dashboard is outside the API.');
    await page.locator('[id="auth.scheme.other"] > summary').click();
    await page.locator('[id="auth.scheme.other/1"] summary').click();
    await expect(page.locator('[id="auth.scheme.other"]')).toContainText('401 {error}');
  });

  test('filters by verdict and by words, counts the matches, and removes the filter on Escape', async ({
    page,
  }) => {
    await open(page, pageOf(breaking));
    const status = page.getByRole('status');
    await page.getByRole('button', { name: 'violates 3' }).click();
    expect((await shown(page)).sort()).toEqual([
      'auth.key.wrong',
      'errors.type.constant',
      'jobs.lookup.unknown',
    ]);
    await expect(status).toHaveText(`3 of ${Object.keys(suiteInfo.ledger).length} clauses`);
    await page.getByRole('button', { name: 'blocked 1' }).click();
    expect(await shown(page)).toContain('credits.insufficient');
    await page.getByRole('searchbox', { name: 'Filter' }).fill('ONE character');
    expect(await shown(page)).toEqual(['auth.key.wrong']);
    await expect(page.getByRole('heading', { name: 'Jobs', exact: true })).toBeHidden();
    await page.keyboard.press('Escape');
    expect(await shown(page)).toHaveLength(Object.keys(suiteInfo.ledger).length);
    await expect(status).toHaveText('');
  });

  test('has a unique address for every clause, and every link has a target', async ({ page }) => {
    await open(page, pageOf(breaking));
    const links = await page
      .locator('a[href^="#"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
    const dead = links.filter((href) => !ids.includes(decodeURIComponent((href ?? '').slice(1))));
    expect(dead).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(Object.keys(suiteInfo.ledger)));
  });

  test('opens the target of a link, and removes a filter that hides it', async ({ page }) => {
    await open(page, pageOf(breaking));
    await page.getByRole('button', { name: 'violates 3' }).click();
    await page.evaluate("location.hash = '#jobs.lookup.foreign/1'");
    const details = page.locator('[id="jobs.lookup.foreign/1"] details');
    await expect(details).toHaveAttribute('open', '');
    await expect(details).toBeInViewport();
  });

  test('can be used from the keyboard alone', async ({ page }) => {
    await open(page, pageOf(breaking));
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'To the contract' })).toBeFocused();
    await page.keyboard.press('/');
    const words = page.getByRole('searchbox', { name: 'Filter' });
    await expect(words).toBeFocused();
    await page.keyboard.type('/v1/credits accepts');
    await expect(words).toHaveValue('/v1/credits accepts');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'violates 3' })).toBeFocused();
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'violates 3' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Space');
    await page.locator('[id="auth.key.valid"] > summary').focus();
    await page.keyboard.press('Enter');
    const summary = page.locator('[id="auth.key.valid/1"] summary');
    while (!(await summary.evaluate((element) => element.matches(':focus'))))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.locator('[id="auth.key.valid/1"] .exchange')).toBeVisible();
  });

  test('shows all data from a server as text', async ({ page }) => {
    const amiss = await open(page, pageOf(breaking));
    expect(await page.evaluate("'pwned' in window")).toBe(false);
    expect(await page.locator('img, iframe, object, svg:not(.bar)').count()).toBe(0);
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    const reason = page.locator('[id="credits.insufficient"] .text > .reason');
    await expect(reason).toContainText('<script>window.pwned = true</script> </style><img src=x onerror=');
    await expect(reason).toContainText('\\x1b[31mred\\x1b[0m \\u202ereversed');
    await expect(page.locator('#fault-3 .wires')).toContainText('[click](javascript:window.pwned=true)');
    expect(amiss).toEqual([]);
  });

  test('names the guard that prevented the report of a violation', async ({ page }) => {
    const answer = anError('insufficient_credits', 'Too few.');
    const withoutCredits = { operation: 'text', path: '/v1/text', status: 402, answer } as const;
    const judged = aJudgedCheck('text.accepts.prompt', 'text generation accepts a prompt', withoutCredits, {
      kind: 'success',
    });
    const report = reportWith(judged);
    await open(page, pageOf(report));
    await expect(page.locator('[id="text.accepts.prompt/1"]')).toContainText('guard: account without AI');
    const { clauses } = recordOf(report).result;
    const checks = clauses.flatMap((clause) => clause.checks);
    expect(checks.flatMap(({ guard }) => guard ?? [])).toEqual(['account without AI']);
  });

  test('truncates a message of 100 KB and says so', async ({ page }) => {
    const long = `${hostile} ${'long '.repeat(20_000)}`;
    const markup = pageOf(aReport(aRun(breakingChecks(long))));
    expect(markup.length).toBeLessThan(pageOf(breaking).length + 60_000);
    await open(page, markup);
    await expect(page.locator('[id="credits.insufficient"] .text > .reason')).toContainText(
      /\.\.\. \(\d{6} characters\)/,
    );
    expect(await overflow(page)).toBe(0);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      // A pull request runs two of the four combinations, which cover each scheme and each width.
      if (process.env.QUICK && (colorScheme === 'light') !== (width === 1280)) continue;
      test(`is accessible and has nothing cut off in the ${colorScheme} scheme at a width of ${width} pixels`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await open(page, pageOf(breaking));
        await page.locator('details').evaluateAll((all) => {
          for (const details of all) details.setAttribute('open', '');
        });
        expect(await overflow(page)).toBe(0);
        expect(await faults(page)).toEqual([]);
        // No verdict is wrapped onto two lines.
        const heights = await page
          .locator('.verdict:visible')
          .evaluateAll((all) =>
            all.filter((each) => each.getClientRects().length > 1).map((each) => each.textContent),
          );
        expect(heights).toEqual([]);
      });
    }
  }

  test('shows a dozen of the probes with the expected response, and each probe with another response', async ({
    page,
  }) => {
    const rejection = () => anExchange({ status: 401, answer: anError('invalid_api_key', 'No.') });
    const tried = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`family ${index}`, rejection()]),
    );
    const accepted = anExchange({ actor: 'the one that is served' });
    const run = aRun([aTriedCheck('another key', { ...tried, 'one more': accepted })]);
    await open(page, pageOf(aReport(run)), '#auth.key.wrong/1');
    const shownHere = page.locator('[id="auth.key.wrong/1"] .exchange').filter({ hasText: '401' });
    await expect(shownHere).toHaveCount(12 + 1);
    await expect(
      page.locator('[id="auth.key.wrong/1"] .exchange', { hasText: 'the one that' }),
    ).toBeVisible();
    await expect(
      page.getByText('And 8 more probes, with the expected response: see conformance.json.'),
    ).toBeVisible();
  });

  test('can be read in print', async ({ page }) => {
    await page.emulateMedia({ media: 'print' });
    await open(page, pageOf(breaking));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('#fault-1 .exchange')).toBeVisible();
    await expect(page.locator('[id="auth.key.valid"] .text')).toBeHidden();
    await expect(page.locator('.filter')).toBeHidden();
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThan(10);
  });

  test('says on a phone that its table continues to the right', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(page, pageOf(breaking));
    await expect(page.getByText('The table goes on to the right →')).toBeVisible();
    await page.setViewportSize({ width: 1400, height: 800 });
    await expect(page.getByText('The table goes on to the right →')).toBeHidden();
  });

  base.describe('without scripts', () => {
    base.use({ javaScriptEnabled: false });

    base('shows everything and offers no filter', async ({ page }) => {
      await open(page, pageOf(breaking));
      await expect(page.locator('.clause')).toHaveCount(Object.keys(suiteInfo.ledger).length);
      await expect(page.locator('.filter')).toBeHidden();
    });
  });
}
