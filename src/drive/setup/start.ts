import { existsSync, readFileSync } from 'node:fs';
import { isHistory } from '../../judge/earlier-runs';
import { proxyFor } from '../http/http';
import { keysOf, targetOf } from '../run/session';
import { addEnvFile, readSettings } from '../settings';
import { soundTarget } from '../target-file/check-target';
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
  const target = soundTarget(settings.target, await targetOf(settings));
  const proxy = settings.baseUrl === null ? undefined : proxyFor(new URL(settings.baseUrl), env);
  return { settings, target, keys: keysOf(settings), known: known.entries, history, proxy, warnings };
}

/** The text of a history; empty if it does not exist yet. Throws one line if it is no history. */
function historyIn(path: string | undefined): string {
  const text = path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (isHistory(text)) return text;
  throw new Error(`HISTORY: ${path} is no history: not one of its lines is a run. Name another file.`);
}
