import { readFileSync } from 'node:fs';
import { decoded } from '../judge/data/decoded';
import { type SavedRun, savedRunIn } from '../judge/faults/previous-run';
import { addEnvFile } from '../settings/folders';
import { readSettings, type Settings } from '../settings/settings';
import { soundTarget } from '../settings/target-file/check-target';
import { loadTarget } from '../settings/target-file/load-target';
import type { Target } from '../settings/target-file/target';
import { proxyFor } from '../wire/proxies';
import { loadKnownFailures } from './load-known-failures';

/**
 * The input of a run, checked as far as possible before anything is sent: settings, .env, the target file,
 * the list of known failures and the record of the previous run. A run, its plan and the doctor share it.
 * @param env the environment, to which .env is added
 * @param others further problems, to report together with these
 * @throws Error with one line for each problem that keeps a run from starting
 */
export async function readStart(env: NodeJS.ProcessEnv, others: readonly string[] = []) {
  const { problem, ...file } = addEnvFile(env);
  // Missing settings may be in that file.
  if (problem !== undefined) throw new Error(problem);
  const { settings, problems, warnings } = readSettings(env, file);
  const known = loadKnownFailures(settings.knownFailures);
  const all = [...problems, ...others, ...known.problems];
  if (all.length > 0) throw new Error(all.join('\n'));
  const previous = settings.previous === undefined ? null : previousIn(settings.previous);
  const { target, keys } = await describedBy(settings);
  // It throws where the address of a proxy is invalid.
  if (settings.baseUrl !== null) proxyFor(new URL(settings.baseUrl), env);
  return { settings, target, keys, known: known.entries, previous, warnings };
}

export type Start = Awaited<ReturnType<typeof readStart>>;

/** The target file and the keys in use. A run on a target does not load those of the mock. */
async function describedBy(settings: Settings): Promise<{ target: Target; keys: Settings['keys'] }> {
  if (settings.baseUrl === null) {
    const { mockKeys }: typeof import('../../mock/accounts') = require('../../mock/accounts');
    const mock: typeof import('../../tests/targets/mock') = require('../../tests/targets/mock');
    return { target: soundTarget('tests/targets/mock.ts', mock.default), keys: mockKeys };
  }
  const target = settings.target === undefined ? {} : await loadTarget(settings.target);
  return { target: soundTarget(settings.target, target), keys: settings.keys };
}

/** What the record of the previous run says; throws one line with the remedy if it is no such record. */
function previousIn(path: string): SavedRun {
  try {
    return savedRunIn(decoded(readFileSync(path)), path);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new Error(`PREVIOUS: name the conformance.json of the last run, or unset it: ${why}`);
  }
}
