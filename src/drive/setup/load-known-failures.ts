import { readFileSync } from 'node:fs';
import type { KnownFailure } from '../../judge/known-failures';
import { dayOf } from '../../judge/wording';
import { inProject } from '../settings';

/**
 * Reads a list of known failures, YAML or JSON.
 * @param path relative to the project; without one the list is empty
 * @param today `YYYY-MM-DD`
 * @returns the entries that can be used, and every problem in words that name the file or the entry
 */
export function loadKnownFailures(
  path: string | undefined,
  today = dayOf(new Date().toISOString()),
): { entries: KnownFailure[]; problems: string[] } {
  if (path === undefined) return { entries: [], problems: [] };
  const unusable = (why: string) => ({ entries: [], problems: [`KNOWN_FAILURES: ${path} ${why}`] });
  try {
    // Loaded where there is a list, since most runs have none and this takes a main process 50 ms.
    const { parse }: typeof import('yaml') = require('yaml');
    const { checkKnownFailures }: typeof import('../../judge/check-known-failures') =
      require('../../judge/check-known-failures');
    const list: unknown = parse(readFileSync(inProject(path), 'utf8')) ?? [];
    return Array.isArray(list) ? checkKnownFailures(list, today) : unusable('is not a list');
  } catch (error) {
    return unusable(`cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  }
}
