import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TestDetails } from '@playwright/test';
import { type PlannedCheck, plannedCheck } from '../driver/driver';
import { ANNOTATION } from './check';

export const chapterOf = (clause: string) => clause.split('.')[0] ?? '';

const FOLDER = resolve(__dirname, '../../../tests');

/**
 * The checks of one chapter's file, or of all files, as data. The files are loaded with a `test` that only
 * collects.
 */
function load(files: readonly string[]): PlannedCheck[] {
  const name = require.resolve('@playwright/test');
  // Subcommands may not have loaded Playwright yet.
  require(name);
  const module = require.cache[name] as NodeJS.Module;
  const { exports: playwright } = module;
  const checks: PlannedCheck[] = [];
  const test = (title: string, { tag, annotation }: TestDetails) => {
    const [check] = [annotation ?? []].flat().filter(({ type }) => type === ANNOTATION);
    checks.push(plannedCheck(title, [tag ?? []].flat(), check?.description ?? ''));
  };
  module.exports = { ...playwright, test };
  try {
    for (const file of files) {
      delete require.cache[file];
      require(file);
      delete require.cache[file];
    }
  } finally {
    module.exports = playwright;
  }
  return checks;
}

let loaded: readonly PlannedCheck[] | undefined;

/** All checks of the suite, in the order of their files. The first call loads the files. */
export function allChecks(): readonly PlannedCheck[] {
  loaded ??= load(
    readdirSync(FOLDER)
      .filter((name) => /\.spec\.[jt]s$/.test(name))
      .map((name) => resolve(FOLDER, name)),
  );
  return loaded;
}
