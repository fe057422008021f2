import type { Cost } from '../tests/engine/cost';
import type { Exchange, Finding } from '../tests/engine/evidence';
import type { KnownFailure } from '../tests/engine/known-failures';
import type { MatrixRow } from '../tests/engine/matrix';
import type { Outcome } from '../tests/engine/outcome';
import { isKnown } from '../tests/engine/outcome';
import type { Report } from '../tests/engine/report';
import { stable } from '../tests/engine/signature';
import type { CaseVerdict, ClauseVerdict, Failure } from '../tests/engine/verdicts';

/** conformance.json: what a run found, for machines. The page and the summary show the same. */

/** A failure without what may differ from run to run: that is evidence. */
export type RecordedFailure = Omit<Failure, 'exchange' | 'expected' | 'received' | 'note'> & {
  known?: KnownFailure;
};

export interface RecordedCase {
  /** Key of its evidence. */
  id: string;
  title: string;
  file: string;
  cost: CaseVerdict['cost'];
  verdict: CaseVerdict['verdict'];
  reason?: string;
}

export interface RecordedClause {
  id: string;
  level: ClauseVerdict['level'];
  sentence: string;
  section: string;
  verdict: ClauseVerdict['verdict'];
  reason?: string;
  /** Every breach of it is a known one. */
  known: boolean;
  cases: RecordedCase[];
  /** Signatures of its failures. */
  failures: string[];
  /** Ids of the cases whose evidence its verdict rests on; a silent judgement also rests on all others. */
  evidence: string[];
}

export interface RecordedEvidence {
  /** Keys of `run.exchanges`, in the order of sending. */
  exchanges: string[];
  findings: Finding[];
  observations: Record<string, string>;
}

export interface ConformanceRecord {
  $schema: './conformance.schema.json';
  /** Of this format: raised when a field goes or changes its meaning. */
  version: 1;
  /** Equal for equal runs: no clock, no random id, no order of workers. */
  result: {
    suite: { name: string; version: string };
    /** Hash of the document and the ledger. */
    contract: string;
    target: string;
    /** Names of the variables that were set. */
    settings: string[];
    outcome: Outcome;
    clauses: RecordedClause[];
    failures: RecordedFailure[];
    matrix: MatrixRow[];
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
    /** Signature -> what stood against what. */
    failures: Record<string, Finding>;
    /** Case id -> what was sent and found. */
    evidence: Record<string, RecordedEvidence>;
    /** Id -> request and answer; one that several cases share stands here once. */
    exchanges: Record<string, Exchange>;
  };
}

/** The record of a judged run. */
export function recordOf(report: Report): ConformanceRecord {
  const { suite, contract, settings, outcome, clauses, known, matrix, ledger } = report;
  const cases = clauses.flatMap((clause) => clause.cases);
  const failures = clauses.flatMap((clause) => clause.failures);
  return {
    $schema: './conformance.schema.json',
    version: 1,
    result: {
      suite,
      contract,
      target: settings.target,
      settings: settings.settings,
      outcome: { ...outcome, reasons: outcome.reasons.map(stable) },
      clauses: clauses.map((clause) => ({
        id: clause.id,
        level: clause.level,
        sentence: ledger[clause.id]?.sentence ?? '',
        section: ledger[clause.id]?.section ?? '',
        verdict: clause.verdict,
        ...(clause.reason === undefined ? {} : { reason: stable(clause.reason) }),
        known: isKnown(clause, known),
        cases: clause.cases.map(recordedCase),
        failures: [...new Set(clause.failures.map(({ signature }) => signature))],
        evidence: [
          ...new Set([...clause.cases.map(({ id }) => id), ...clause.failures.map(({ caseId }) => caseId)]),
        ],
      })),
      failures: failures.map((failure) => recordedFailure(failure, report)),
      matrix: matrix.map(({ absent, ...row }) =>
        absent ? { ...row, absent: { ...absent, reason: stable(absent.reason) } } : row,
      ),
      unchecked: known.unchecked.map(stable),
    },
    run: {
      started: report.started,
      milliseconds: report.milliseconds,
      node: process.version,
      playwright: report.playwright,
      cost: report.cost,
      failures: Object.fromEntries(failures.map((failure) => [failure.signature, findingOf(failure)])),
      evidence: Object.fromEntries(cases.map((each) => [each.id, recordedEvidence(each)])),
      exchanges: Object.fromEntries(
        cases.flatMap(({ exchanges }) => exchanges.map((each) => [each.id, each])),
      ),
    },
  };
}

function recordedCase({ id, title, file, cost, verdict, reason }: CaseVerdict): RecordedCase {
  return { id, title, file, cost, verdict, ...(reason === undefined ? {} : { reason: stable(reason) }) };
}

function recordedEvidence({ exchanges, findings, observations }: CaseVerdict): RecordedEvidence {
  return { exchanges: exchanges.map(({ id }) => id), findings, observations };
}

function recordedFailure(failure: Failure, { known }: Report): RecordedFailure {
  const { exchange: _, expected: __, received: ___, note: ____, ...kept } = failure;
  const entry = known.excused.get(failure.signature);
  return entry ? { ...kept, known: entry } : kept;
}

function findingOf({ clause, verdict, expected, received, note, exchange }: Failure): Finding {
  return {
    clause,
    verdict,
    expected,
    received,
    ...(note === undefined ? {} : { note }),
    ...(exchange === undefined ? {} : { exchange: exchange.id }),
  };
}
