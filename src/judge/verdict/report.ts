import { type Cost, totalCost } from '../credits/cost';
import { isWhole, type Run, type RunSettings } from '../data/run';
import { checkAgainst, fixedIn, type KnownOutcome, newAt } from '../faults/changes';
import { type Fault, faultsOf } from '../faults/faults';
import type { KnownFailure } from '../faults/known-failures';
import type { PreviousRun } from '../faults/previous-run';
import { type CreatedWork, createdWork } from './created-work';
import { exitCodes, type Outcome, outcomeOf } from './outcome';
import { resolveRequired, unmetRequirements } from './required';
import { type ClauseVerdict, judgeRun } from './verdicts';

/** What a report is made from: a run, and what it was started with. */
interface Source {
  run: Run;
  settings: RunSettings;
  /** ISO 8601, UTC. */
  started: string;
  milliseconds: number;
  playwright: string;
  previous?: PreviousRun;
}

export interface Report {
  source: Source;
  outcome: Outcome;
  clauses: ClauseVerdict[];
  /** Why no response of the run proves anything. */
  doubt: string | null;
  /** The worst first. */
  faults: Fault[];
  known: KnownOutcome;
  cost: Cost;
  /** What the run created on a live target. */
  created: CreatedWork[];
  /** The faults of the previous run that this run shows to be fixed: their sentences. */
  fixed: string[];
}

/**
 * Judges a run.
 * @param list the known failures
 */
export function reportOf(
  run: Run,
  settings: RunSettings,
  list: KnownFailure[],
  circumstances: Omit<Source, 'run' | 'settings'>,
): Report {
  const { context } = run;
  const judged = judgeRun(run, list);
  const { clauses, doubt, failures } = judged;
  const { depth = 1 } = context;
  const { required, problems } = resolveRequired(settings.required);
  const unmet = run.stop !== null ? [] : unmetRequirements(required, clauses);
  const { previous } = circumstances;
  const found = faultsOf(failures);
  const faults = previous
    ? found.map((fault) => ({ ...fault, newAt: newAt(fault, previous.faults) }))
    : found;
  const compared = { whole: isWhole(run), depth, faults, clauses };
  const known = checkAgainst(compared, list);
  const fixed = previous ? fixedIn(previous, compared).map(({ words }) => words) : [];
  const outcome = outcomeOf(run, clauses, faults, [...problems, ...known.problems, ...unmet]);
  return {
    source: { run, settings, ...circumstances },
    outcome,
    clauses,
    doubt,
    faults,
    fixed,
    known,
    cost: totalCost(run),
    created: settings.live ? createdWork(run.sent) : [],
  };
}

export function leaked(report: Report, leaks: string[]): Report {
  const reasons = [...leaks, ...report.outcome.reasons];
  const outcome: Outcome = { ...report.outcome, word: 'leaked', exitCode: exitCodes.leaked, reasons };
  return { ...report, outcome };
}

/** The report of a run whose reports could not be written. */
export function incomplete(report: Report): Report {
  const { outcome } = report;
  const word = outcome.word === 'conforms' ? 'incomplete' : outcome.word;
  return { ...report, outcome: { ...outcome, word, exitCode: exitCodes[word] } };
}
