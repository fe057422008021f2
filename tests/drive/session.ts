import { mockKeys } from '../../mock/accounts';
import { ledger } from '../../spec/ledger';
import { type KeyVariable, keyVariables } from '../engine/accounts';
import { type KnownFailure, readKnownFailures } from '../engine/known-failures';
import mockTarget from '../targets/mock';
import { Coordinator } from './coordinator';
import { type Http, openHttp, proxyFor } from './http';
import { inMemory, openJournal } from './journal';
import { loadTarget } from './load-target';
import { keepSecret } from './secrets';
import { readSettings, type Settings } from './settings';
import type { Target } from './target';

/** What global setup tells the workers of a run. */
export interface Run {
  /** The address of the target, mock or not. */
  baseUrl: string;
  mock: boolean;
  /** Path of the file in which a worker leaves what the next one must know; null where there is none. */
  journal: string | null;
  /** Names the run in User-Agent headers and on the page. */
  id: string;
  /** The service words that the model names show, or SERVICE. */
  words: string[];
  /** Path of a target file, where it is another than the settings name. */
  target?: string;
}

/** All that a worker needs to act for the run. */
export interface Session {
  run: Run;
  settings: Settings;
  keys: Partial<Record<KeyVariable, string>>;
  target: Target;
  http: Http;
  coordinator: Coordinator;
  /** Known failures, which turn no case red by themselves. */
  known: readonly KnownFailure[];
  /** Accounts with operations whose disturbance outlasted every rest: not waited for again until one is served. */
  outages: Set<string>;
}

/** The environment variable that holds them by name. A run has one target; a proof has one a defect. */
export const RUNS_VARIABLE = 'CONFORMANCE_RUNS';

export type Runs = Record<string, Run>;

/** Keys of the accounts: those of the settings, or the mock's own. */
export function keysOf(settings: Settings): Partial<Record<KeyVariable, string>> {
  return settings.baseUrl === null ? mockKeys : settings.keys;
}

/** The target file in force; a foreign target without one spells nothing. */
export async function targetOf(settings: Settings): Promise<Target> {
  if (settings.baseUrl === null) return mockTarget;
  return settings.target === undefined ? {} : loadTarget(settings.target);
}

export function userAgent(runId: string): string {
  return `text-workflow-conformance/0.1.0 (run ${runId})`;
}

/**
 * Opens a session with one of the run's targets.
 * @param name of the target in CONFORMANCE_RUNS
 * @throws where no global setup has run
 */
export async function openSession(env: NodeJS.ProcessEnv, name: string): Promise<Session> {
  const run = (JSON.parse(env[RUNS_VARIABLE] ?? '{}') as Runs)[name];
  if (run === undefined)
    throw new Error('global setup has not run: start the suite with `npx playwright test`');
  const { settings } = readSettings(env);
  const keys = keysOf(settings);
  for (const variable of Object.keys(keyVariables) as KeyVariable[]) {
    const key = keys[variable];
    if (key !== undefined) keepSecret(variable, key);
  }
  const proxy = run.mock ? undefined : proxyFor(new URL(run.baseUrl), env);
  return {
    run,
    settings,
    keys,
    target: run.target === undefined ? await targetOf(settings) : await loadTarget(run.target),
    http: openHttp(settings.timeoutMs, proxy),
    coordinator: new Coordinator(
      { maxAiUses: settings.maxAiUses, requestsPerMinute: settings.requestsPerMinute },
      run.journal === null ? inMemory() : openJournal(run.journal),
    ),
    known: knownIn(settings),
    outages: new Set(),
  };
}

export async function closeSession(session: Session): Promise<void> {
  await session.coordinator.idle();
  await session.http.close();
}

/** Global setup refuses a list with problems, so what can be used is all of it. */
function knownIn({ knownFailures }: Settings): readonly KnownFailure[] {
  const today = new Date().toISOString().slice(0, 10);
  return knownFailures === undefined ? [] : readKnownFailures(knownFailures, ledger, today).entries;
}
