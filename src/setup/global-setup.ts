import type { FullConfig } from '@playwright/test';
import { reportsFolder } from '../settings/folders';
import { whyUnwritable } from '../settings/writable';
import { keysIn } from '../wire/secrets';
import { openRun } from './open-run';
import { Stopped, state } from './run-state';
import { readStart } from './start';

/**
 * Runs once in the main process before all checks: opens the run for the reporter, which gets the selected checks.
 * @throws with the lines that a user needs, if the run cannot begin
 */
export default async function globalSetup(config: FullConfig): Promise<() => Promise<void>> {
  try {
    const start = await readStart(process.env, problemsOfReports()).catch((error: Error) => {
      throw new Stopped({ kind: 'misconfigured', lines: error.message.split('\n') });
    });
    const opened = await openRun(start, config.metadata.whole);
    state.opened = opened;
    const restore = hideKeys(process.env);
    return async () => {
      restore();
      await opened.close();
    };
  } catch (error) {
    if (error instanceof Stopped) state.stop = error.stop;
    throw error;
  }
}

/** What is wrong with the report folder. */
function problemsOfReports(): string[] {
  const reports = reportsFolder(process.env);
  const why = whyUnwritable(reports);
  return why === null ? [] : [`REPORTS: nothing can be written to ${reports} (${why}): name another folder.`];
}

/**
 * Keeps keys out of the environment of workers, which Playwright copies from this process. Functions of a
 * target file can still read them by their names.
 * @returns a function that undoes it
 */
function hideKeys(env: NodeJS.ProcessEnv): () => void {
  const isShown = (name: string | symbol) => !Object.hasOwn(keysIn(env), name);
  process.env = new Proxy(env, {
    ownKeys: (all) => Reflect.ownKeys(all).filter(isShown),
    // Node lets nobody else define a variable.
    set: (all, name, value) => Reflect.set(all, name, value),
  });
  return () => {
    process.env = env;
  };
}
