import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { checkKnownFailures } from '../engine/check-known-failures';
import type { KnownFailure } from '../engine/known-failures';
import type { Ledger } from '../engine/run';
import { inProject } from './settings';

/**
 * Reads a list of known failures, YAML or JSON.
 * @param path relative to the project
 * @param today `YYYY-MM-DD`
 * @returns the entries that can be used, and every problem in words that name the file or the entry
 */
export function loadKnownFailures(
  path: string,
  ledger: Ledger,
  today: string,
): { entries: KnownFailure[]; problems: string[] } {
  const unusable = (why: string) => ({ entries: [], problems: [`KNOWN_FAILURES: ${path} ${why}`] });
  try {
    const list: unknown = parse(readFileSync(inProject(path), 'utf8')) ?? [];
    return Array.isArray(list) ? checkKnownFailures(list, ledger, today) : unusable('is not a list');
  } catch (error) {
    return unusable(`cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  }
}
