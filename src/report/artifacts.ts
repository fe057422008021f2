import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { FullConfig } from '@playwright/test/reporter';

/** Milliseconds by which clocks of file systems may differ from ours. */
const CLOCK_TOLERANCE = 2_000;

/**
 * All files that a run wrote to report folders: ours, the output folders of the projects, the folders given
 * to reporters by configuration or by PLAYWRIGHT_* variables, and their default folders.
 * @param folders folders besides those that Playwright knows
 * @param since milliseconds since the epoch; older files belong to another run
 */
export function artifactsOf(
  config: FullConfig,
  folders: string[],
  since: number,
  env: NodeJS.ProcessEnv,
): string[] {
  const base = config.configFile ? dirname(config.configFile) : process.cwd();
  const places = [
    ...folders,
    ...config.projects.map(({ outputDir }) => outputDir),
    ...config.reporter.flatMap(([, options]) => reportFolders(options, base)),
    ...reporterFolders(env),
    ...[base, process.cwd(), packageFolder(base)].flatMap((folder) =>
      ['playwright-report', 'blob-report', 'test-results'].map((name) => join(folder, name)),
    ),
  ];
  const files = new Set(places.flatMap((place) => filesUnder(resolve(place), since - CLOCK_TOLERANCE)));
  // A file that is meant to hold keys is no artifact.
  if (env.DOTENV_CONFIG_PATH) files.delete(resolve(env.DOTENV_CONFIG_PATH));
  return [...files].sort();
}

function reportFolders(options: unknown, base: string): string[] {
  if (typeof options !== 'object' || options === null) return [];
  return Object.entries(options).flatMap(([name, value]) =>
    /^output(?:File|Folder|Dir)$/.test(name) && typeof value === 'string' ? [resolve(base, value)] : [],
  );
}

/** `PLAYWRIGHT_JSON_OUTPUT_FILE`, `PLAYWRIGHT_HTML_OUTPUT_DIR`, `PLAYWRIGHT_BLOB_OUTPUT_NAME` and their like. */
function reporterFolders(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value && /^PLAYWRIGHT_\w+_(?:OUTPUT_(?:FILE|DIR|NAME)|REPORT)$/.test(name) ? [value] : [],
  );
}

/** The nearest folder above with a package.json: reporters without a configured folder write there. */
function packageFolder(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) return from;
  }
}

function filesUnder(place: string, since: number): string[] {
  // The path leads through a file, so there is no such entry: lstat throws.
  const found = existsSync(place) ? lstatSync(place, { throwIfNoEntry: false }) : undefined;
  if (found?.isFile()) return found.mtimeMs >= since && !isEnvFile(place) ? [place] : [];
  if (!found?.isDirectory()) return [];
  return readdirSync(place)
    .filter((name) => name !== 'node_modules' && name !== '.git')
    .flatMap((name) => filesUnder(join(place, name), since));
}

/** A report folder may be the project's own folder, with files that are meant to hold keys. */
function isEnvFile(file: string): boolean {
  return /[\\/]\.env[^\\/]*$/.test(file);
}
