import { readFileSync } from 'node:fs';
import { decoded } from '../judge/data/decoded';
import type { KnownFailure } from '../judge/faults/known-failures';
import { dayOf } from '../judge/texts/wording';
import { inProject } from '../settings/folders';

/**
 * Reads a list of known failures, in YAML or JSON.
 * @param path relative to the project; without one the list is empty
 * @param now an entry is valid until its day has ended everywhere, which is at UTC-12 last
 * @returns the valid entries, and all problems with the name of the file or entry
 */
export function loadKnownFailures(
  path: string | undefined,
  now = new Date(),
): { entries: KnownFailure[]; problems: string[] } {
  if (path === undefined) return { entries: [], problems: [] };
  const unusable = (why: string) => ({ entries: [], problems: [`KNOWN_FAILURES: ${path} ${why}`] });
  try {
    // Loaded only if there is a list, since most runs have none and loading takes 50 ms.
    const { parse }: typeof import('yaml') = require('yaml');
    const { checkKnownFailures }: typeof import('../judge/faults/check-known-failures') =
      require('../judge/faults/check-known-failures');
    const list: unknown = parse(decoded(readFileSync(inProject(path)))) ?? [];
    if (!Array.isArray(list)) return unusable('is not a list');
    return checkKnownFailures(list, dayOf(new Date(now.getTime() - 12 * 3_600_000).toISOString()));
  } catch (error) {
    return unusable(`cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
  }
}
