import type { CaseVerdict } from '../tests/engine/cases';
import type { Cost } from '../tests/engine/cost';
import { type FoundDraw, foundBy } from '../tests/engine/draws';
import type { Context, Evidence, Exchange } from '../tests/engine/evidence';
import type { Failure } from '../tests/engine/failures';
import type { KnownFailure } from '../tests/engine/known-failures';
import type { Left } from '../tests/engine/left';
import type { MatrixRow } from '../tests/engine/matrix';
import { isKnown, type Outcome, whyWords } from '../tests/engine/outcome';
import { type Basis, leaked, type Report, reportOf } from '../tests/engine/report';
import type { Attempt, Case, Run, RunSettings } from '../tests/engine/run';
import type { TriedRow } from '../tests/engine/tried';
import { type ClauseVerdict, contextOf } from '../tests/engine/verdicts';
import { expectationWords, noteWords, observationWords, reasonWords } from '../tests/engine/wording';

/**
 * conformance.json: what a run found, for machines, and all that it was found from, so that it can be judged
 * anew. The page and the summary show the same.
 */

/** A failure without what may differ from run to run: that is evidence. */
export interface RecordedFailure
  extends Pick<
    Failure,
    'clause' | 'verdict' | 'case' | 'caseId' | 'file' | 'line' | 'status' | 'code' | 'signature'
  > {
  /** Of a clause that holds for every answer: on how many it was seen, and of which operations. */
  seen?: { answers: number; operations: Exchange['operation'][] };
  known?: KnownFailure;
}

/** By its id, the key of its evidence. */
export interface RecordedCase extends Pick<CaseVerdict, 'title' | 'file' | 'line' | 'cost' | 'verdict'> {
  id: string;
  reason?: string;
}

export interface RecordedClause extends Pick<ClauseVerdict, 'level' | 'verdict'> {
  id: string;
  sentence: string;
  section: string;
  reason?: string;
  /** Every breach of it is a known one. */
  known: boolean;
  cases: RecordedCase[];
  /** Signatures of its failures. */
  failures: string[];
}

/** What one try of a case left behind. */
interface RecordedAttempt extends Omit<Attempt, 'evidence'> {
  /** Null where the case left nothing; of the exchanges the keys of `run.exchanges`, in the order of sending. */
  evidence:
    | (Omit<Evidence, 'clause' | 'context' | 'observations' | 'exchanges'> & { exchanges: string[] })
    | null;
}

interface RecordedEvidence {
  attempts: RecordedAttempt[];
  observations: Record<string, string>;
}

export interface ConformanceRecord {
  $schema: './conformance.schema.json';
  /** Of this format: raised when a field goes or changes its meaning. */
  version: 2;
  /** Equal for equal runs: no clock, no random id, no order of workers. */
  result: {
    suite: { name: string; version: string };
    /** Hash of the document and the ledger. */
    contract: string;
    target: string;
    /** NAME: what reports call it. */
    name?: string;
    /** Names of the variables that were set. */
    settings: string[];
    outcome: Omit<Outcome, 'reasons'> & { reasons: string[] };
    clauses: RecordedClause[];
    failures: RecordedFailure[];
    matrix: MatrixRow[];
    /** Families of probes by the operations that they were tried at. */
    tried: TriedRow[];
    /** Known failures that this run could not check. */
    unchecked: string[];
  };
  /** Differs from run to run. */
  run: {
    /** ISO 8601, UTC. */
    started: string;
    milliseconds: number;
    node: string;
    playwright: string;
    cost: Cost;
    /** What stays on a live target; records of earlier editions have none. */
    left?: Left[];
    /** The draws that found something. */
    found?: FoundDraw[];
    /** Signature -> what stood against what. */
    failures: Record<string, { expected: string; received: string; note?: string; exchanges: string[] }>;
    settings: RunSettings;
    /** How it was selected and how it ended. */
    course: Omit<Run, 'cases'>;
    list: { entries: KnownFailure[]; problems: string[] };
    /** Files in which a secret stood. */
    leaks: string[];
    /** What its answers are judged by. */
    context: Context;
    /** Case id -> what was sent, and what was asked of it. */
    evidence: Record<string, RecordedEvidence>;
    /** Id -> request and answer; one that several cases share stands here once. */
    exchanges: Record<string, Exchange>;
  };
}

/** The record of a judged run. */
export function recordOf(report: Report, node = process.version): ConformanceRecord {
  const { suite, contract, settings, outcome, clauses, known, matrix, tried, ledger, run, list, leaks } =
    report;
  const cases = clauses.flatMap((clause) => clause.cases);
  const failures = clauses.flatMap((clause) => clause.failures);
  const { cases: ran, ...course } = run;
  const context = contextOf(run);
  return {
    $schema: './conformance.schema.json',
    version: 2,
    result: {
      suite,
      contract,
      target: settings.target,
      ...(settings.name !== undefined && { name: settings.name }),
      settings: settings.settings,
      outcome: { ...outcome, reasons: outcome.reasons.map(whyWords) },
      clauses: clauses.map((clause) => ({
        id: clause.id,
        level: clause.level,
        sentence: ledger[clause.id]?.sentence ?? '',
        section: ledger[clause.id]?.section ?? '',
        verdict: clause.verdict,
        ...(clause.reason && { reason: reasonWords(clause.reason) }),
        known: isKnown(clause),
        cases: clause.cases.map(recordedCase),
        failures: [...new Set(clause.failures.map(({ signature }) => signature))],
      })),
      failures: failures.map(recordedFailure),
      matrix,
      tried,
      unchecked: known.unchecked,
    },
    run: {
      started: report.started,
      milliseconds: report.milliseconds,
      node,
      playwright: report.playwright,
      cost: report.cost,
      left: report.left,
      found: context.drawn ? foundBy(clauses, context.drawn) : [],
      failures: Object.fromEntries(failures.map((failure) => [failure.signature, inWords(failure)])),
      settings,
      course,
      list,
      leaks,
      context,
      evidence: Object.fromEntries(cases.map((each) => [each.id, recordedEvidence(each, ran)])),
      exchanges: Object.fromEntries(
        cases.flatMap(({ exchanges }) => exchanges.map((each) => [each.id, each])),
      ),
    },
  };
}

/**
 * A record judged anew, by this edition of the suite: from what was sent and answered, not from what was found.
 * An answer that was cut is not judged.
 */
export function rejudged(basis: Basis, { run, result }: ConformanceRecord): Report {
  const exchanges = new Map(
    Object.entries(run.exchanges).map(([id, exchange]) => [id, withoutFound(exchange)]),
  );
  const cases = result.clauses.flatMap((clause) =>
    clause.cases.map((each) => caseOf(clause.id, each, run, exchanges)),
  );
  const circumstances = { started: run.started, milliseconds: run.milliseconds, playwright: run.playwright };
  const report = reportOf(basis, { ...run.course, cases }, run.settings, run.list, circumstances);
  return run.leaks.length === 0 ? report : leaked(report, run.leaks);
}

function caseOf(
  clause: string,
  recorded: RecordedCase,
  run: ConformanceRecord['run'],
  sent: ReadonlyMap<string, Exchange>,
): Case {
  const { title, file, line, cost, id } = recorded;
  const { attempts = [], observations = {} } = run.evidence[id] ?? {};
  const restored = attempts.map((attempt): Attempt => {
    if (attempt.evidence === null) return { ...attempt, evidence: null };
    const exchanges = attempt.evidence.exchanges.flatMap((key) => sent.get(key) ?? []);
    const checks = attempt.evidence.checks.map(withoutFound);
    const evidence = {
      ...attempt.evidence,
      clause,
      context: run.context,
      exchanges,
      checks,
      observations,
    } as Evidence;
    return { ...attempt, evidence };
  });
  return { clause, title, file, line, cost, attempts: restored };
}

/** Exchanges and checks keep a finding where an answer was cut. */
function withoutFound<T extends { found?: unknown }>({ found: _, ...kept }: T): Omit<T, 'found'> {
  return kept;
}

function recordedCase({ id, title, file, line, cost, verdict, reason }: CaseVerdict): RecordedCase {
  return { id, title, file, line, cost, verdict, ...(reason && { reason: reasonWords(reason) }) };
}

function recordedEvidence({ clause, title, observations }: CaseVerdict, cases: Case[]): RecordedEvidence {
  const own = cases.find((each) => each.clause === clause && each.title === title);
  const attempts = (own?.attempts ?? []).map(({ evidence, ...attempt }): RecordedAttempt => {
    if (evidence === null) return { ...attempt, evidence };
    const { clause: _clause, context: _context, observations: _observations, exchanges, ...kept } = evidence;
    return { ...attempt, evidence: { ...kept, exchanges: exchanges.map(({ id }) => id) } };
  });
  return { attempts, observations };
}

function recordedFailure(failure: Failure): RecordedFailure {
  const { clause, verdict, case: title, caseId, file, line, status, code, signature, known } = failure;
  const seen = { answers: failure.count, operations: failure.operations };
  return {
    ...{ clause, verdict, case: title, caseId, file, line, status, code, signature },
    ...(failure.universal && { seen }),
    ...(known && { known }),
  };
}

function inWords({ expected, received, note, exchanges }: Failure) {
  return {
    expected: expectationWords(expected),
    received: observationWords(received),
    ...(note && { note: noteWords(note) }),
    exchanges: exchanges.map(({ id }) => id),
  };
}
