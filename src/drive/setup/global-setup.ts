import { randomUUID } from 'node:crypto';
import type { FullConfig } from '@playwright/test';
import type { SavedRun } from '../../judge/faults/previous-run';
import { formatTarget, formatTime } from '../../judge/texts/wording';
import { openHttp } from '../http/http';
import { bodiesFolder } from '../http/keep-bodies';
import { keepPublic, keepSecret, keysIn, mask } from '../http/secrets';
import { state, stopRun } from '../run/run-state';
import { type RunSetup, secretsOf, sessionOf } from '../run/session';
import { reportsFolder } from '../settings/folders';
import { whyUnwritable } from '../settings/writable';
import { textsOf } from '../target-file/own-headers';
import { partsVerifiedEarlier } from '../target-file/target-verification';
import { nextStep, planOf } from './plan';
import { type Preflight, preflight } from './preflight';
import { readStart } from './start';

/**
 * Runs once in the main process before all checks. Checks the settings, starts the built-in mock if no other
 * target is set, sends the first request to the target, and opens the session of the driver.
 * @throws with the lines that a user needs, if the run cannot begin
 */
export default async function globalSetup(config: FullConfig): Promise<() => Promise<void>> {
  const start = await startOf(config);
  const { settings, target, keys, known, previous } = start;
  const { service, depth } = settings;
  const id = randomUUID().slice(0, 8);
  const { server, baseUrl, reached } = await reach(start, id);
  const mock = server !== null;
  const words = service === undefined ? reached.words : [service];
  keepPublic(words, [baseUrl, ...textsOf({ ...target, headers: null })]);
  const whole: boolean = config.metadata.whole;
  const { parts, remark } = mock
    ? { parts: ['*'], remark: undefined }
    : partsVerifiedEarlier(settings.target, baseUrl);
  const setup: RunSetup = {
    ...{ baseUrl, mock, id, words, depth },
    ...{ verifiedEarlier: parts, known, whole },
  };
  const session = sessionOf(setup, settings, target, keys);
  state.previous = previous?.previous ?? null;
  state.session = session;
  state.target = {
    name: formatTarget({ ...settings, target: settings.baseUrl ?? 'built-in mock' }),
    notes: notesOf(start, reached, remark),
    plan: (checks) => planOf({ settings, target, keys, checks, whole, milliseconds: reached.milliseconds }),
    next: whole ? nextStep(settings, target, keys) : null,
  };
  const restore = hideKeys(process.env);
  return async () => {
    restore();
    await session.close();
    await server?.close();
  };
}

type Start = Awaited<ReturnType<typeof readStart>>;
type Reached = Exclude<Preflight, { stop: unknown }>;

/** The input of the run, whose secrets are masked from here on. */
async function startOf(config: FullConfig): Promise<Start> {
  const live = process.env.BASE_URL !== undefined && process.env.BASE_URL !== 'mock';
  const traced = live && config.projects.some(({ use }) => traces(use.trace));
  const reports = reportsFolder(process.env);
  const why = whyUnwritable(reports);
  const start = await readStart(process.env, [
    ...(traced ? ['--trace would write keys to disk: leave it off for a live target.'] : []),
    ...(why === null ? [] : [`REPORTS: nothing can be written to ${reports} (${why}): name another folder.`]),
  ]).catch((error: Error) => {
    throw stopRun('misconfigured', error.message.split('\n'));
  });
  const { settings, keys, previous, proxy } = start;
  state.secrets = secretsOf(keys, proxy, process.env);
  for (const [name, value] of Object.entries(state.secrets)) keepSecret(name, value);
  const name = mask(settings.name ?? settings.baseUrl ?? 'built-in mock');
  if (previous !== null && previous.target !== name)
    throw stopRun('misconfigured', [
      `PREVIOUS: ${settings.previous} is of a run on ${previous.target}, not on ${name}: name the record of the last run on this target, or unset it.`,
    ]);
  return start;
}

/** After this many milliseconds without a response, a line says so. */
const SILENCE = 4000;

/** Sends the first request to the target, or to the mock, which it starts. */
async function reach({ settings, target, keys, proxy, warnings }: Start, runId: string) {
  const { service, timeoutMs } = settings;
  const server = settings.baseUrl === null ? await startedMock() : null;
  const baseUrl = server?.url ?? settings.baseUrl ?? '';
  const http = openHttp(timeoutMs, proxy);
  const key = keys.API_KEY ?? '';
  const say = (line: string) => {
    clearTimeout(silence);
    process.stderr.write(`${mask(line)}\n`);
  };
  const silence = setTimeout(() => say(`Waiting for the first response of ${baseUrl}`), SILENCE);
  const reached = await preflight({ http, baseUrl, key, target, runId, say, ...(service && { service }) });
  clearTimeout(silence);
  await http.close();
  if (!('stop' in reached)) return { server, baseUrl, reached };
  await server?.close();
  // Something that was only worth a warning may be the reason.
  throw stopRun(reached.stop, [...reached.lines.map((line) => mask(line)), ...warnings]);
}

/** What the first lines of the terminal say besides the plan. */
function notesOf(
  { settings, previous, warnings }: Start,
  { odd }: Reached,
  remark: string | undefined,
): string[] {
  const bodies = bodiesFolder();
  return [
    ...(settings.baseUrl === null || previous !== null ? [] : [KEYS]),
    ...(process.env.SEED?.trim() ? ['SEED has no effect: every run sends the same probes.'] : []),
    ...warnings,
    ...(previous !== null && previous.previous === null ? [notCompared(previous)] : []),
    ...(odd === undefined ? [] : [mask(odd)]),
    ...(remark ? [remark] : []),
    ...(bodies ? [`Each response is written whole to ${bodies}: keys and data of others may be in it.`] : []),
  ];
}

/** What a user must know before the first run on a target. */
const KEYS =
  'Use keys that were made for the suite, and revoke them afterwards if others can read the logs of the service: probes send keys that differ from them in one character, and keys in other headers (OTHER_API_KEY, and with DEPTH=3 also API_KEY).';

const notCompared = ({ started }: SavedRun) =>
  `PREVIOUS: the run of ${formatTime(started)} did not send all its checks, so this report does not say which faults are new or fixed.`;

/** A run on a target does not load the mock and its defects. */
function startedMock() {
  const { startMock }: typeof import('../../../mock/server') = require('../../../mock/server');
  return startMock();
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

function traces(trace: unknown): boolean {
  const mode = typeof trace === 'object' && trace !== null && 'mode' in trace ? trace.mode : trace;
  return mode !== undefined && mode !== 'off';
}
