import type { Part } from '../../../spec/target-file';
import { type Cost, costOf } from '../credits/cost';
import type { Context } from '../data/evidence';
import type { Doubt } from '../data/reason';
import { isWhole, type Run, type RunSettings } from '../data/run';
import { fixedIn, newAt } from '../faults/changes';
import { type Fault, faultsOf } from '../faults/faults';
import { applyKnownFailures, type KnownFailure, type KnownOutcome } from '../faults/known-failures';
import type { PreviousRun } from '../faults/previous-run';
import { sanityCheck } from '../response/sanity-check';
import { evidenceOf } from './check-verdicts';
import { type CreatedWork, createdWork } from './created-work';
import { exitCodes, inWords, type Outcome, outcomeOf } from './outcome';
import { resolveRequired, unmetRequirements } from './required';
import { type ClauseVerdict, contextOf, exchangesOf, isPartial, judgeRun } from './verdicts';

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
  /** What the responses were judged with. */
  context: Context;
  outcome: Outcome;
  clauses: ClauseVerdict[];
  /** Why no response of the run proves anything. */
  doubt: Doubt | null;
  /** The worst first. */
  faults: Fault[];
  known: KnownOutcome;
  cost: Cost;
  /** What the run created on a live target. */
  created: CreatedWork[];
  /** The faults of the previous run that this run shows to be fixed: their sentences. */
  fixed: string[];
  /** Only for the doctor. */
  parts?: PartReport;
}

/** The parts of a target file, those to look at first, and what the doctor prints. */
export interface PartReport {
  verified: Part[];
  open: Part[];
  first: Part[];
  lines: string[];
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
  const context = contextOf(evidenceOf(run.checks));
  const clauses = judgeRun(run, context, list);
  const { depth = 1 } = context;
  const { required, problems } = resolveRequired(settings.required);
  const unmet = run.stop !== null ? [] : unmetRequirements(required, clauses);
  const { previous } = circumstances;
  const found = faultsOf(clauses.flatMap(({ failures }) => failures));
  const faults = previous
    ? found.map((fault) => ({ ...fault, newAt: newAt(fault, previous.faults) }))
    : found;
  const isIncomplete = isPartial(run) || run.stop !== null;
  const known = applyKnownFailures(list, clauses, faults, { isPartial: isIncomplete, depth });
  const whole = isWhole(run, isPartial(run));
  const fixed = previous
    ? fixedIn(previous, { whole, depth, faults, clauses }).map(({ words }) => words)
    : [];
  const outcome = outcomeOf(run, clauses, faults, {
    settings: problems,
    known: known.problems,
    required: unmet,
  });
  return {
    source: { run, settings, ...circumstances },
    context,
    outcome,
    clauses,
    doubt: sanityCheck(exchangesOf(clauses)),
    faults,
    fixed,
    known,
    cost: costOf(run),
    created: settings.live ? createdWork(run) : [],
  };
}

export function leaked(report: Report, leaks: string[]): Report {
  const reasons = [...inWords(leaks), ...report.outcome.reasons];
  const outcome: Outcome = { ...report.outcome, word: 'leaked', exitCode: exitCodes.leaked, reasons };
  return { ...report, outcome };
}

/** The report of a run whose reports could not be written. */
export function incomplete(report: Report): Report {
  const { outcome } = report;
  const word = outcome.word === 'conforms' ? 'incomplete' : outcome.word;
  return { ...report, outcome: { ...outcome, word, exitCode: exitCodes[word] } };
}
