import type { Clause } from '../../../spec/clause';
import type { Context, Evidence, Exchange } from './evidence';

/** A run as plain data: everything that the verdicts follow from. */

export type Ledger = Readonly<Record<string, Clause>>;

/** What a check costs the target: nothing, AI requests, or a burst of requests. */
export type CheckCost = 'free' | 'billable' | 'bursts';

/** A check, and what it recorded. */
export interface CheckRun extends Evidence {
  /** Unique among the checks of its clause. */
  title: string;
  /** Relative to the folder of the tests, with `/`. */
  file: string;
  line: number;
  cost: CheckCost;
}

/** Why a run stopped before its first check. */
export interface Stop {
  kind: 'misconfigured' | 'unavailable';
  lines: string[];
}

export interface Run {
  checks: CheckRun[];
  /** What all responses are judged with. */
  context: Context;
  /** All exchanges, in the order of their responses. */
  sent: readonly Exchange[];
  /** Some checks were not selected. */
  partial: boolean;
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
export const isWhole = ({ partial, ending, stop }: Run) =>
  !partial && stop === null && (ending === 'passed' || ending === 'failed');
