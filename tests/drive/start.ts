import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { isHistory } from '../engine/draws';
import { soundTarget } from './check-target';
import { proxyFor } from './http';
import { loadKnownFailures } from './load-known-failures';
import { keysOf, targetOf } from './session';
import { envFile, readSettings } from './settings';

/**
 * What a run begins with, sound as far as can be told before anything is sent: settings, .env, the target file, the
 * list of known failures and the history. The same for a run, for its plan and for the doctor.
 * @param env the environment with .env already in it
 * @param others what else is wrong, told in the same breath
 * @throws Error with a line for each thing because of which a run cannot begin
 */
export async function readStart(env: NodeJS.ProcessEnv, others: readonly string[] = []) {
  const { settings, problems, warnings } = readSettings(env, namesInFile(env));
  const known = loadKnownFailures(settings.knownFailures);
  const history = historyOf(settings.history);
  const all = [...problems, ...others, ...known.problems, ...history.problems];
  if (all.length > 0) throw new Error(all.join('\n'));
  const target = soundTarget(settings.target, await targetOf(settings));
  const proxy = settings.baseUrl === null ? undefined : proxyFor(new URL(settings.baseUrl), env);
  return {
    settings,
    target,
    keys: keysOf(settings),
    known: known.entries,
    history: history.text,
    proxy,
    warnings,
  };
}

/** The text of a history, empty where it is not there yet, and a line where it is something else. */
function historyOf(path: string | undefined): { text: string; problems: string[] } {
  if (path === undefined || !existsSync(path)) return { text: '', problems: [] };
  const unusable = (why: string) => ({ text: '', problems: [`HISTORY: ${path} ${why}`] });
  try {
    const text = readFileSync(path, 'utf8');
    const foreign = 'is no history: not one of its lines is a run. Name another file.';
    return isHistory(text) ? { text, problems: [] } : unusable(foreign);
  } catch (error) {
    return unusable(`cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function namesInFile(env: NodeJS.ProcessEnv): string[] {
  const file = envFile(env);
  return existsSync(file) ? Object.keys(parse(readFileSync(file))) : [];
}
