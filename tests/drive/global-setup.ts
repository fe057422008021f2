import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from '@playwright/test';
import { parse } from 'dotenv';
import { startMock } from '../../mock/server';
import { ledger } from '../../spec/ledger';
import { soundTarget } from './check-target';
import { openHttp, proxyFor } from './http';
import { loadKnownFailures } from './load-known-failures';
import { planOf } from './plan';
import { preflight } from './preflight';
import { setOutcome, setSecrets, setTarget } from './run-state';
import { keepSecret, mask } from './secrets';
import { JOURNAL_VARIABLE, keysOf, RUN_VARIABLE, type Run, secretsOf, targetOf } from './session';
import { readSettings } from './settings';
import type { Target } from './target';
import { signedParts } from './target-proof';

/**
 * Runs once in the main process before any case: checks the settings, starts the embedded mock where no
 * other target is named, asks the target for a first answer, and makes room for the journal of the worker.
 * @throws with the lines a user needs where the run cannot begin
 */
export default async function globalSetup(config: FullConfig): Promise<() => Promise<void>> {
  const { settings, problems, warnings } = readSettings(process.env, namesInFile());
  const mock = settings.baseUrl === null;
  if (!mock && config.projects.some(({ use }) => traces(use.trace))) {
    problems.push('--trace would write keys to disk: leave it off for a live target.');
  }
  if (config.workers > 1) {
    problems.push('--workers: a run has one worker, since budget, pace and credits belong to an account.');
  }
  const today = new Date().toISOString().slice(0, 10);
  const known = settings.knownFailures ? loadKnownFailures(settings.knownFailures, ledger, today) : undefined;
  problems.push(...(known?.problems ?? []));
  if (problems.length > 0) throw setOutcome('misconfigured', problems);
  let target: Target;
  let proxy: ReturnType<typeof proxyFor>;
  try {
    target = soundTarget(settings.target, await targetOf(settings));
    proxy = settings.baseUrl === null ? undefined : proxyFor(new URL(settings.baseUrl), process.env);
  } catch (error) {
    throw setOutcome('misconfigured', (error instanceof Error ? error.message : String(error)).split('\n'));
  }

  const keys = keysOf(settings);
  const secrets = secretsOf(keys, proxy, process.env);
  setSecrets(secrets);
  for (const [name, value] of Object.entries(secrets)) keepSecret(name, value);
  const server = mock ? await startMock() : null;
  const baseUrl = server?.url ?? settings.baseUrl ?? '';
  const id = randomUUID().slice(0, 8);
  const http = openHttp(settings.timeoutMs, proxy);
  const found = await preflight({ http, baseUrl, key: keys.API_KEY ?? '', target, runId: id });
  await http.close();
  if ('stop' in found) {
    await server?.close();
    // What was only worth a warning may be the reason.
    throw setOutcome(found.stop, [...found.lines.map((line) => mask(line)), ...warnings]);
  }

  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  // Not in the teardown, which a signal leaves out.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const signed = mock ? { parts: ['*'] } : signedParts(settings.target, baseUrl);
  const words = settings.service === undefined ? found.words : [settings.service];
  const run: Run = { baseUrl, mock, id, words, signed: signed.parts, known: known?.entries ?? [] };
  process.env[RUN_VARIABLE] = JSON.stringify(run);
  process.env[JOURNAL_VARIABLE] = join(folder, 'journal.ndjson');
  const odd = found.odd === undefined ? [] : [mask(found.odd)];
  const plan = planOf(settings, target, keys).slice(0, 1);
  setTarget({
    name: settings.baseUrl ?? 'embedded mock',
    notes: [...warnings, ...odd, ...('remark' in signed && signed.remark ? [signed.remark] : [])],
    plan,
  });
  return async () => {
    await server?.close();
  };
}

function namesInFile(): string[] {
  const file = process.env.DOTENV_CONFIG_PATH ?? join(__dirname, '..', '..', '.env');
  return existsSync(file) ? Object.keys(parse(readFileSync(file))) : [];
}

function traces(trace: unknown): boolean {
  const mode = typeof trace === 'object' && trace !== null && 'mode' in trace ? trace.mode : trace;
  return mode !== undefined && mode !== 'off';
}
