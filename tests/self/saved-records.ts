import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { recordIn, type SavedRecord } from '../../reports/nights/saved-record';
import { recordOf } from '../../reports/record';
import type { KnownFailure } from '../engine/known-failures';
import type { Case, Run, RunSettings } from '../engine/run';
import { aReport, aRun } from './reports-runs';

/** The conformance.json of a run made by hand, as a later command reads it. */
export function aRecord(
  cases: Case[],
  {
    settings = {},
    known = [],
    run = {},
    started = '2026-11-02T03:00:00.000Z',
  }: {
    settings?: Partial<RunSettings>;
    known?: KnownFailure[];
    run?: Partial<Run>;
    started?: string;
  } = {},
): SavedRecord {
  const report = { ...aReport(aRun(cases, run), settings, known), started };
  return recordIn(JSON.stringify(recordOf(report)), 'a record made by hand');
}

const root = join(__dirname, '../..');

/** Runs a script of the repository as package.json does. */
export function runScript(script: string, words: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(root, script), ...words],
    {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    },
  );
  return { code: status, stdout, stderr };
}
