import { basis } from '../judge/basis';
import type { CaseVerdict } from '../judge/cases';
import { foundBy } from '../judge/draws';
import type { Evidence, Exchange } from '../judge/evidence';
import { rowsOf } from '../judge/failure-text';
import type { Failure } from '../judge/failures';
import { type Fault, failuresIn } from '../judge/faults';
import { judgesOf } from '../judge/judges';
import { isKnown, whyWords } from '../judge/outcome';
import { leaked, type Report, reportOf } from '../judge/report';
import type { Attempt, Case, Run } from '../judge/run';
import { contextOf } from '../judge/verdicts';
import { expectationWords, noteWords, observationWords, reasonWords } from '../judge/wording';
import { type ConformanceRecord, VERSION } from './record-schema';

type RecordedCase = ConformanceRecord['result']['clauses'][number]['cases'][number];
type RecordedFailure = ConformanceRecord['result']['failures'][number];
type RecordedFault = ConformanceRecord['run']['faults'][number];
type RecordedEvidence = ConformanceRecord['run']['evidence'][string];
type RecordedAttempt = RecordedEvidence['attempts'][number];

export function recordOf(report: Report): ConformanceRecord {
  const { settings, clauses, faults, known, matrix, tried, run, list, leaks } = report;
  const { cause: _, ...outcome } = report.outcome;
  const { suite, contract, ledger } = basis;
  const cases = clauses.flatMap((clause) => clause.cases);
  const failures = clauses.flatMap((clause) => clause.failures);
  const { cases: ran, unclaimed, ...course } = run;
  const context = contextOf(run);
  return {
    $schema: './conformance.schema.json',
    version: VERSION,
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
      node: process.version,
      playwright: report.playwright,
      ...(report.violated && { violated: report.violated }),
      cost: report.cost,
      left: report.left,
      found: foundBy(clauses, context),
      faults: faults.map(recordedFault),
      failures: Object.fromEntries(failures.map((failure) => [failure.signature, inWords(failure)])),
      settings,
      course: { ...course, ...(unclaimed && { unclaimed: unclaimed.map(({ id }) => id) }) },
      list,
      leaks,
      context,
      evidence: Object.fromEntries(cases.map((each) => [each.id, recordedEvidence(each, ran)])),
      exchanges: Object.fromEntries(
        [...cases.flatMap(({ exchanges }) => exchanges), ...(unclaimed ?? [])].map((each) => [each.id, each]),
      ),
      judges: judgesOf(
        cases,
        (each) => attemptsOf(each, ran).flatMap(({ evidence }) => evidence ?? []),
        context,
      ),
    },
  };
}

/**
 * A record judged anew, by this edition of the suite: from what was sent and answered, not from what was found.
 * An answer that was cut is not judged.
 */
export function rejudged(record: ConformanceRecord): Report {
  const { run } = record;
  const report = reportOf(runIn(record), run.settings, run.list, circumstancesOf(record));
  return run.leaks.length === 0 ? report : leaked(report, run.leaks);
}

/** The run that a record keeps. */
export function runIn({ run, result }: ConformanceRecord): Run {
  const exchanges = new Map(
    Object.entries(run.exchanges).map(([id, exchange]) => [id, withoutFound(exchange)]),
  );
  const cases = result.clauses.flatMap((clause) =>
    clause.cases.map((each) => caseOf(clause.id, each, run, exchanges)),
  );
  const { unclaimed, ...course } = run.course;
  const sent = unclaimed?.flatMap((id) => exchanges.get(id) ?? []);
  return { ...course, cases, ...(sent && { unclaimed: sent }) };
}

export const circumstancesOf = ({ run }: ConformanceRecord) => {
  const { started, milliseconds, playwright, violated } = run;
  return { started, milliseconds, playwright, ...(violated && { violated }) };
};

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

function recordedCase(each: CaseVerdict): RecordedCase {
  const { id, title, file, line, cost, verdict, reason, guard, untested } = each;
  const parts = untested.map((part) => ({ ...part, reason: reasonWords(part.reason) }));
  return {
    id,
    title,
    file,
    line,
    cost,
    verdict,
    ...(reason && { reason: reasonWords(reason) }),
    ...(guard !== undefined && { guard }),
    ...(parts.length > 0 && { untested: parts }),
  };
}

function attemptsOf({ clause, title }: CaseVerdict, cases: Case[]): Attempt[] {
  return cases.find((each) => each.clause === clause && each.title === title)?.attempts ?? [];
}

function recordedEvidence(each: CaseVerdict, cases: Case[]): RecordedEvidence {
  const { observations } = each;
  const attempts = attemptsOf(each, cases).map(({ evidence, ...attempt }): RecordedAttempt => {
    if (evidence === null) return { ...attempt, evidence };
    const { clause: _clause, context: _context, observations: _observations, exchanges, ...kept } = evidence;
    return { ...attempt, evidence: { ...kept, exchanges: exchanges.map(({ id }) => id) } };
  });
  return { attempts, observations };
}

function recordedFailure(failure: Failure): RecordedFailure {
  const { clause, verdict, case: title, caseId, file, line, status, code, signature, known } = failure;
  const seen = { answers: failure.count, operations: failure.operations };
  const place = { clause, verdict, case: title, caseId, file, line, status, code, signature };
  return {
    ...place,
    ...(failure.universal && { seen }),
    ...(known && { known }),
  };
}

function recordedFault(fault: Fault): RecordedFault {
  const { verdict, severity, title, sentence, clauses, operations, ways, known, isNew } = fault;
  return {
    verdict,
    severity,
    title,
    sentence,
    known: known !== undefined,
    ...(isNew !== undefined && { isNew }),
    clauses,
    operations,
    failures: [...new Set(failuresIn(ways).map(({ signature }) => signature))],
    rows: rowsOf(ways, fault),
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
