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
    expect(heads).toEqual(['Faults, the worst first', 'The error codes', 'The contract', 'The run']);
    const folded = await page.locator('.more > summary').allTextContents();
    expect(folded).toEqual(['Inconclusive (1)', 'Blocked (1)', 'Not tested (2)']);
    const lines = await page.locator('.fault > summary').allTextContents();
    const sentences = breaking.faults.map((fault) => `${fault.sentence} [${labelOf(fault)}]`);
    expect(lines.map((line) => line.slice(2))).toEqual(sentences.map((words) => words.replaceAll('`', '')));
    expect(await shown(page)).toEqual([...all].sort());
    expect(amiss).toEqual([]);
  });

  test('lists a fault once, with a link from each clause that it breaks, and unfolds it if it is the only one', async ({
    page,
  }) => {
    const otherwise = { status: 404, answer: anError('not_found') };
    const clauses = ['auth.key.wrong', 'auth.key.inactive', 'auth.key.incomplete'] as const;
    const checks = clauses.map((clause) => aJudgedCheck(clause, `${clause} is refused`, otherwise));
    await open(page, pageOf(reportWith(...checks)));
    await expect(page.locator('.fault')).toHaveCount(1);
    await expect(page.locator('.fault .exchange')).toBeVisible();
    const breaks = page.locator('.fault').getByRole('link', { name: 'auth.key.inactive', exact: true });
    await expect(breaks).toHaveAttribute('href', '#auth.key.inactive');
    for (const id of clauses) await expect(page.locator(`[id="${id}"] a[href="#fault-1"]`)).toHaveCount(1);
  });

  test('shows the error first if the target is unavailable, and unfolds what was not judged', async ({
    page,
  }) => {
    const lines = ['https://api.example: connection refused'];
    await open(page, pageOf(aReport(aRun([], { stop: { kind: 'unavailable', lines } }))));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(lines[0] ?? '');
    const notTested = reportWith(anUndecidedCheck('jobs.lookup.own', 'a lookup', lacking('job')));
    await open(page, pageOf(notTested));
    await expect(page.getByText(/Describe job in the target file .*1 must clause/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'jobs.lookup.own', exact: true })).toBeVisible();
  });

  test('unfolds a clause that could not be judged, unless its checks were only cut short', async ({
    page,
  }) => {
    const cut = Array.from({ length: 47 }, (_, index) =>
      aCheckRun('limits.rate.exceeded', `case ${index}`, [anAttempt({ status: 'interrupted' })]),
    );
    await open(page, pageOf(aReport(aRun([...breakingChecks(), ...cut], { ending: 'interrupted' }))));
    await expect(page.locator('[id="credits.insufficient"]')).toHaveAttribute('open', '');
    for (const id of ['limits.rate.exceeded', 'auth.key.valid'])
      await expect(page.locator(`[id="${id}"]`)).not.toHaveAttribute('open', '');
    await expect(page.getByText('47 checks cut short: the run was interrupted')).toBeVisible();
  });

  test('names senders with the variable of their key', async ({ page }) => {
    await open(page, pageOf(breaking));
    await expect(page.getByRole('row', { name: /^not_found/ })).toContainText('other account');
  });

  test('unfolds the fault that a link names: its request, its response, a command to repeat it, the reason of its entry', async ({
    page,
  }) => {
    await open(page, pageOf(breaking), '#fault-3');
    const fault = page.locator('#fault-3');
    await expect(fault.locator('.wires')).toContainText('GET https://api.example/v1/jobs/0b5c');
    await expect(fault.locator('.wires')).toContainText('x-request-id: req-7f3a');
    await expect(fault).toContainText('the lookup checks the form of an id first');
    await expect(fault.locator('.whole')).toContainText(/"Authorization: Bearer \$\{API_KEY\}"/);
    await expect(fault.locator('.whole')).toBeVisible();
  });

  test('says why a clause was not tested, is unspecified or is unobservable', async ({ page }) => {
    await open(page, pageOf(breaking), '#auth.scheme.other/1');
    await expect(page.locator('[id="auth.key.inactive"]')).toContainText('needs OLD_API_KEY');
    await expect(page.locator('[id="unspecified.routes.unknown"]')).toContainText('not specified');
    await expect(page.locator('[id="auth.key.issued"]')).toContainText('The dashboard is outside the API.');
    await expect(page.getByText('401 {error}').first()).toBeVisible();
  });

  test('filters by verdict and by words, counts the matches, and removes the filter on Escape and for a link', async ({
    page,
  }) => {
    await open(page, pageOf(breaking));
    await page.getByRole('combobox').selectOption('violates (3)');
    expect(await shown(page)).toEqual(['auth.key.wrong', 'errors.type.constant', 'jobs.lookup.unknown']);
    await expect(page.getByRole('status')).toHaveText(`3 of ${all.length} clauses`);
    await page.keyboard.press('/');
    await page.keyboard.type('ONE character');
    expect(await shown(page)).toEqual(['auth.key.wrong']);
    await expect(page.getByRole('heading', { name: 'Jobs', exact: true })).toBeHidden();
    await page.keyboard.press('Escape');
    expect(await shown(page)).toHaveLength(all.length);
    await expect(page.getByRole('status')).toHaveText('');
    await page.getByRole('combobox').selectOption('violates (3)');
    await page.evaluate("location.hash = '#jobs.lookup.foreign/1'");
    await expect(page.locator('[id="jobs.lookup.foreign/1"]')).toHaveAttribute('open', '');
    await expect(page.locator('[id="jobs.lookup.foreign/1"]')).toBeInViewport();
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
    expect(ids).toEqual(expect.arrayContaining(all));
  });

  test('has a box for every clause, with its verdict, that leads to it', async ({ page }) => {
    await open(page, pageOf(breaking));
    await expect(page.locator('.overview a')).toHaveCount(all.length);
    const box = page.getByRole('link', { name: 'auth.key.wrong: violates' });
    await expect(box).toHaveText(/^✕/);
    await box.click();
    await expect(page.locator('[id="auth.key.wrong"]')).toHaveAttribute('open', '');
  });

  for (const width of [1400, 390])
    test(`has every operation of the table of codes in sight at a width of ${width} pixels`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await open(page, pageOf(breaking));
      const cells = page.getByRole('row', { name: /^invalid_api_key/ }).locator('td:not(:empty)');
      const edges = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().right));
      expect(edges.length).toBeGreaterThan(1);
      expect(Math.max(...edges)).toBeLessThanOrEqual(width);
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

  test('names the guard that prevented the report of a violation', async ({ page }) => {
    const answer = anError('insufficient_credits', { message: 'Too few.' });
    const withoutCredits = { operation: 'text', path: '/v1/text', status: 402, answer } as const;
    const judged = aJudgedCheck('text.accepts.prompt', 'text generation accepts a prompt', withoutCredits, {
      kind: 'success',
    });
    const report = reportWith(judged);
    await open(page, pageOf(report));
    await expect(page.locator('[id="text.accepts.prompt"]')).toContainText('guard: account without AI');
    const { clauses } = recordOf(report).result;
    const checks = clauses.flatMap((clause) => clause.checks);
    expect(checks.flatMap(({ guard }) => guard ?? [])).toEqual(['account without AI']);
  });

  test('truncates a message of 100 KB and says so', async ({ page }) => {
    const long = `${hostile} ${'long '.repeat(20_000)}`;
    const markup = pageOf(aReport(aRun(breakingChecks(long))));
    expect(markup.length).toBeLessThan(pageOf(breaking).length + 60_000);
    await open(page, markup);
    await expect(page.locator('[id="credits.insufficient"] > summary > .reason')).toContainText(
      /\.\.\. \(\d{6} characters\)/,
    );
    expect(await overflow(page)).toBe(0);
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

  test('shows a dozen of the probes with the expected response, and each probe with another response', async ({
    page,
  }) => {
    const rejection = () =>
      anExchange({ status: 401, answer: anError('invalid_api_key', { message: 'No.' }) });
    const tried = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`family ${index}`, rejection()]),
    );
    const accepted = anExchange({ actor: 'the one that is served' });
    const run = aRun([aTriedCheck('another key', { ...tried, 'one more': accepted })]);
    await open(page, pageOf(aReport(run)), '#auth.key.wrong/1');
    const exchanges = page.locator('[id="auth.key.wrong/1"] .exchange');
    await expect(exchanges.filter({ hasText: '401' })).toHaveCount(12 + 1);
    await expect(exchanges.filter({ hasText: 'the one that' })).toBeVisible();
    await expect(
      page.getByText('And 8 more probes, with the expected response: see conformance.json.'),
    ).toBeVisible();
  });

  test('can be read in print', async ({ page }) => {
    await page.emulateMedia({ media: 'print' });
    await open(page, pageOf(breaking));
    await expect(page.locator('#fault-2 .exchange')).toBeVisible();
    await expect(page.locator('[id="auth.key.valid/1"]')).toBeHidden();
    await expect(page.locator('.filter')).toBeHidden();
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThan(10);
  });

  base.describe('where a policy blocks its style and script', () => {
    base.use({ javaScriptEnabled: false });

    base('shows everything as plain HTML and offers no filter', async ({ page }) => {
      await open(page, pageOf(breaking).replace(/<style>[^<]*/, '<style>'));
      await expect(page.locator('.clause')).toHaveCount(all.length);
      await expect(page.locator('.filter')).toBeHidden();
      await expect(page.getByText('auth.key.wrong: violates')).toBeVisible();
    });
  });
}
