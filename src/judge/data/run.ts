import type { Clause } from '../../../spec/clause';
import type { Evidence, Exchange } from './evidence';

/** A run as plain data: everything that the verdicts follow from. */

export type Ledger = Readonly<Record<string, Clause>>;

export interface Attempt {
  status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';
  errors: string[];
  skipReason: string | null;
  evidence: Evidence | null;
  /** Milliseconds since the epoch. */
  started: number;
  milliseconds: number;
}

/** What a check costs the target: nothing, AI requests, or a burst of requests. */
export type CheckCost = 'free' | 'billable' | 'bursts';

/** One Playwright test. */
export interface CheckRun {
  clause: string;
  /** Unique among the checks of its clause. */
  title: string;
  /** Relative to the folder of the tests, with `/`. */
  file: string;
  line: number;
  cost: CheckCost;
  /** Empty if the run ended before the check began. */
  attempts: Attempt[];
}

/** Why a run stopped before its first check. */
export interface Stop {
  kind: 'misconfigured' | 'unavailable';
  lines: string[];
}

export interface Run {
  checks: CheckRun[];
  /** The words of the command line that exclude checks; empty for a full run. */
  filters: string[];
  /** What was sent but is in the evidence of no check, because the run ended before. */
  unclaimed?: Exchange[];
  ending: 'passed' | 'failed' | 'timedout' | 'interrupted';
  errors: string[];
  stop: Stop | null;
}

export interface RunSettings {
  /** `built-in mock`, or the base URL without credentials. */
  target: string;
  name?: string | undefined;
  /** Names of the variables that are set. */
  settings: string[];
  /** REQUIRE: ids of clauses, names of chapters, or `all`. */
  required: string[];
  live: boolean;
}

/** True if the run sent all its checks, so that a fault which it lacks did not occur. */
export const isWhole = ({ ending, stop }: Run, partial: boolean) =>
  !partial && stop === null && (ending === 'passed' || ending === 'failed');
