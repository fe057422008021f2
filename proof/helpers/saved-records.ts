import { writeFileSync } from 'node:fs';
import type { TestInfo } from '@playwright/test';
import type { ClauseId } from '../../spec/ledger';
import type { CheckRun, Run, RunSettings } from '../../src/judge/data/run';
import type { KnownFailure } from '../../src/judge/faults/known-failures';
import { recordOf } from '../../src/report/record';
import type { ConformanceRecord } from '../../src/report/record-schema';
import { aJudgedCheck, anError, aReport, aRun } from './reports-runs';

/** The record of a prepared run, as a later command reads it from conformance.json. */
export function aRecord(
  checks: CheckRun[],
  {
    settings = {},
    known = [],
    run = {},
  }: {
    settings?: Partial<RunSettings>;
    known?: KnownFailure[];
    run?: Partial<Run>;
  } = {},
): ConformanceRecord {
  const report = aReport(aRun(checks, run), settings, known);
  return JSON.parse(JSON.stringify(recordOf(report)));
}

/**
 * Writes files for a test: a string unchanged, any other value as JSON.
 * @returns a function that gives the path of a file
 */
export function saved(testInfo: TestInfo, files: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(files))
    writeFileSync(testInfo.outputPath(name), typeof value === 'string' ? value : JSON.stringify(value));
  return (name: string) => testInfo.outputPath(name);
}

/** A check that expects a wrong key to be rejected. If violated, it got `instead`, by default the credits. */
export function aRejection(
  verdict: 'conforms' | 'violates',
  title = 'a wrong key is refused',
  clause: ClauseId = 'auth.key.wrong',
  instead: { status?: number; answer?: unknown } = {},
): CheckRun {
  const answer = verdict === 'conforms' ? { status: 401, answer: anError('invalid_api_key') } : instead;
  return aJudgedCheck(clause, title, { variable: null, ...answer });
}
