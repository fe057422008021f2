import type { Clause } from '../../spec/clause';
import type { Evidence, Exchange } from './evidence';

/** A run as plain data: what the reporter heard, and all that the verdicts are made of. */

/** The ledger, as a lookup by clause id. */
export type Ledger = Readonly<Record<string, Clause>>;

/** One try of a case. */
export interface Attempt {
  status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';
  errors: string[];
  /** The reason given to `test.skip`; null where none was given. */
  skipReason: string | null;
  evidence: Evidence | null;
  /** Milliseconds since the epoch. */
  started: number;
  milliseconds: number;
}

/** What a case costs the target: nothing, AI requests, or a burst of calls. */
export type CheckCost = 'free' | 'billable' | 'bursts';

/** One Playwright test. */
export interface CheckRun {
  /** The clause that its tags cite. */
  clause: string;
  /** Unique among the cases of its clause. */
  title: string;
  /** Relative to the folder of the tests, with `/`. */
  file: string;
  line: number;
  cost: CheckCost;
  /** Empty where the run ended before the case began. */
  attempts: Attempt[];
}

/** Why a run stopped before its first case. */
export interface Stop {
  kind: 'misconfigured' | 'unavailable';
  lines: string[];
}

/** Why an entry of captured traffic is not judged. */
export type Unread =
  | 'elsewhere'
  | 'unknown'
  | 'preflight'
  | 'without a body'
  | 'unanswered'
  | 'interim'
  | 'redirect'
  | 'cached'
  | 'proxy'
  | 'no server'
  | 'truncated'
  | 'unverified';

/** Captured traffic, judged in place of what a run drives. */
export interface Traffic {
  file: string;
  /** The clauses that a single answer can break. */
  clauses: string[];
  read: number;
  /** How many entries were not read, and their places in `log.entries`. */
  unread: { why: Unread; entries: number; at?: number[] }[];
}

export interface Run {
  checks: CheckRun[];
  traffic?: Traffic;
  /** What on the command line left cases out; empty for a full run. */
  filters: string[];
  /** Shards of which nothing arrived at a merge: `2 of 3`. */
  missingShards: string[];
  /** What was sent and stands in the evidence of no check, since the run ended before it did. */
  unclaimed?: Exchange[];
  /** Which part of a full run this is; null for all of it. */
  shard: string | null;
  ending: 'passed' | 'failed' | 'timedout' | 'interrupted';
  /** Errors outside any check. */
  errors: string[];
  stop: Stop | null;
}

const endings = ['interrupted', 'timedout', 'failed', 'passed'] as const satisfies Run['ending'][];

/** How a run ended whose parts ended so. */
export const worstEnding = (of: readonly Run['ending'][]): Run['ending'] =>
  endings.find((ending) => of.includes(ending)) ?? 'passed';

/** What the configuration says of a run, in `config.metadata.conformance`. */
export interface RunSettings {
  /** `embedded mock`, or the base URL without credentials. */
  target: string;
  /** NAME: what reports call the target. */
  name?: string;
  /** Names of the variables that are set. */
  settings: string[];
  /** REQUIRE: ids of clauses, names of chapters, or `all`. */
  required: string[];
  /** KNOWN_FAILURES: a path. */
  knownFailures?: string;
  live: boolean;
}
