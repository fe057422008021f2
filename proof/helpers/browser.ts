import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium, type Page, test } from '@playwright/test';
import type { AxeResults } from 'axe-core';

/** The path of an installed browser; undefined if there is none. */
export const browser = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', chromium.executablePath()].find(
  (path) => path && existsSync(path),
);

export const noBrowser =
  "no browser: install Debian's chromium, or run npx playwright install chromium, or set CHROMIUM_PATH";

export const launchOptions = {
  ...(browser && { executablePath: browser }),
  args: ['--disable-gpu', '--disable-background-networking'],
};

/**
 * Opens one of these pages as a file.
 * @param pages name -> markup
 * @returns a list that grows with everything the page must not do: console messages, errors, dialogs, requests
 */
export async function open(
  page: Page,
  pages: Readonly<Record<string, string>>,
  name: string,
  hash = '',
): Promise<string[]> {
  const at = (file = '') => test.info().outputPath(file);
  for (const [file, markup] of Object.entries(pages)) writeFileSync(at(file), markup);
  const amiss: string[] = [];
  page.on('console', (message) => amiss.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => amiss.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => amiss.push(`dialog: ${dialog.message()}`));
  const folder = pathToFileURL(at()).href;
  page.on('request', (request) => {
    if (!request.url().startsWith(folder) && !request.url().startsWith('data:'))
      amiss.push(`request: ${request.url()}`);
  });
  await page.goto(pathToFileURL(at(name)).href + hash);
  return amiss;
}

/** Returns by how many pixels a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** Returns the violations that axe-core finds. */
export async function faults(page: Page): Promise<string[]> {
  // Evaluated instead of added as a script, because the page's own policy would block the script.
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
}
