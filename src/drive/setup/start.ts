import { existsSync, readFileSync } from 'node:fs';
import { isHistory } from '../../judge/earlier-runs';
import { proxyFor } from '../http/http';
import { addEnvFile, readSettings, type Settings } from '../settings';
import type { Target } from '../target';
import { soundTarget } from '../target-file/check-target';
import { loadTarget } from '../target-file/load-target';
import { loadKnownFailures } from './load-known-failures';

/**
 * The input of a run, checked as far as possible before anything is sent: settings, .env, the target file,
 * the list of known failures and the history. A run, its plan and the doctor share it.
 * @param env the environment, to which .env is added
 * @param others further problems, to report together with these
 * @throws Error with one line for each problem that keeps a run from starting
 */
export async function readStart(env: NodeJS.ProcessEnv, others: readonly string[] = []) {
  const { names, problem } = addEnvFile(env);
  // Missing settings may be in that file.
  if (problem !== undefined) throw new Error(problem);
  const { settings, problems, warnings } = readSettings(env, names);
  const known = loadKnownFailures(settings.knownFailures);
  const all = [...problems, ...others, ...known.problems];
  if (all.length > 0) throw new Error(all.join('\n'));
  const history = historyIn(settings.history);
  const { target, keys } = await describedBy(settings);
  const proxy = settings.baseUrl === null ? undefined : proxyFor(new URL(settings.baseUrl), env);
  return { settings, target, keys, known: known.entries, history, proxy, warnings };
}

/** The target file and the keys in use. A run on a target does not load those of the mock. */
async function describedBy(settings: Settings): Promise<{ target: Target; keys: Settings['keys'] }> {
  if (settings.baseUrl === null) {
    const { mockKeys }: typeof import('../../../mock/accounts') = require('../../../mock/accounts');
    const mock: typeof import('../../../tests/targets/mock') = require('../../../tests/targets/mock');
    return { target: mock.default, keys: mockKeys };
  }
  const target = settings.target === undefined ? {} : await loadTarget(settings.target);
  return { target: soundTarget(settings.target, target), keys: settings.keys };
}

/** The text of a history; empty if it does not exist yet. Throws one line if it is no history. */
function historyIn(path: string | undefined): string {
  const text = path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (isHistory(text)) return text;
  throw new Error(`HISTORY: ${path} is no history: not one of its lines is a run. Name another file.`);
}
