import type { Evidence, Exchange } from '../judge/data/evidence';
import type { Attempt, CheckRun, Run } from '../judge/data/run';
import { suiteInfo } from '../judge/data/suite-info';
import type { Failure } from '../judge/faults/failures';
import type { Fault } from '../judge/faults/faults';
import { rowsOf } from '../judge/texts/failure-text';
import { formatExpectation, formatNote, formatObservation, formatReason } from '../judge/texts/wording';
import type { CheckVerdict } from '../judge/verdict/check-verdicts';
import { isKnown } from '../judge/verdict/outcome';
import { leaked, type Report, reportOf } from '../judge/verdict/report';
import { type ConformanceRecord, VERSION } from './record-schema';

type RecordedCheck = ConformanceRecord['result']['clauses'][number]['checks'][number];
type RecordedFailure = ConformanceRecord['result']['failures'][number];
type RecordedFault = ConformanceRecord['run']['faults'][number];
type RecordedEvidence = ConformanceRecord['run']['evidence'][string];
type RecordedAttempt = RecordedEvidence['attempts'][number];

export function recordOf(report: Report): ConformanceRecord {
  const { context, clauses, faults, known, matrix, leaks } = report;
  const { run, settings, list, started, milliseconds, playwright, previous } = report.source;
  const { cause: _, ...outcome } = report.outcome;
  const { suite, contract, ledger } = suiteInfo;
  const checks = clauses.flatMap((clause) => clause.checks);
  const failures = clauses.flatMap((clause) => clause.failures);
  const { checks: _checks, unclaimed, ...course } = run;
  return {
    $schema: './conformance.schema.json',
    version: VERSION,
    result: {
      suite,
      contract,
      target: settings.target,
      ...(settings.name !== undefined && { name: settings.name }),
      settings: settings.settings,
      outcome: { ...outcome, reasons: outcome.reasons.map(({ words }) => words) },
      clauses: clauses.map((clause) => ({
        id: clause.id,
        level: clause.level,
        sentence: ledger[clause.id]?.sentence ?? '',
        section: ledger[clause.id]?.section ?? '',
        verdict: clause.verdict,
        ...(clause.reason && { reason: formatReason(clause.reason) }),
        known: isKnown(clause),
        checks: clause.checks.map(recordedCheck),
        failures: [...new Set(clause.failures.map(({ signature }) => signature))],
      })),
      failures: failures.map(recordedFailure),
      matrix,
      unchecked: known.unchecked,
    },
    run: {
      started,
      milliseconds,
      node: process.version,
      playwright,
      ...(previous && { previous, fixed: report.fixed }),
      cost: report.cost,
      created: report.created,
      faults: faults.map(recordedFault),
      failures: Object.fromEntries(failures.map((failure) => [failure.signature, formatted(failure)])),
      settings,
      course: { ...course, ...(unclaimed && { unclaimed: unclaimed.map(({ id }) => id) }) },
      list,
      leaks,
      context,
      evidence: Object.fromEntries(checks.map((each) => [each.id, recordedEvidence(each)])),
      exchanges: Object.fromEntries(
        [...checks.flatMap(({ exchanges }) => exchanges), ...(unclaimed ?? [])].map((each) => [
          each.id,
          each,
        ]),
      ),
    },
  };
}

/** The report of the run that a record contains: for commands that start a run in another process. */
export function reportIn(record: ConformanceRecord): Report {
  const { run } = record;
  const report = reportOf(runIn(record), run.settings, run.list, circumstancesOf(record));
  return run.leaks.length === 0 ? report : leaked(report, run.leaks);
}

function runIn({ run, result }: ConformanceRecord): Run {
  const exchanges = new Map(Object.entries(run.exchanges));
  const checks = result.clauses.flatMap((clause) =>
    clause.checks.map((each) => checkRunOf(clause.id, each, run, exchanges)),
  );
  const { unclaimed, ...course } = run.course;
  const sent = unclaimed?.flatMap((id) => exchanges.get(id) ?? []);
  return { ...course, checks, ...(sent && { unclaimed: sent }) };
}

const circumstancesOf = ({ run }: ConformanceRecord) => {
  const { started, milliseconds, playwright, previous } = run;
  return { started, milliseconds, playwright, ...(previous && { previous }) };
};

function checkRunOf(
  clause: string,
  recorded: RecordedCheck,
  run: ConformanceRecord['run'],
  sent: ReadonlyMap<string, Exchange>,
): CheckRun {
  const { title, file, line, cost, id } = recorded;
  const { attempts = [], observations = {} } = run.evidence[id] ?? {};
  const restored = attempts.map((attempt): Attempt => {
    if (attempt.evidence === null) return { ...attempt, evidence: null };
    const exchanges = attempt.evidence.exchanges.flatMap((key) => sent.get(key) ?? []);
    const evidence = {
      ...attempt.evidence,
      clause,
      context: run.context,
      exchanges,
      observations,
    } as Evidence;
    return { ...attempt, evidence };
  });
  return { clause, title, file, line, cost, attempts: restored };
}

function recordedCheck(each: CheckVerdict): RecordedCheck {
  const { id, title, file, line, cost, verdict, reason, guard, untested } = each;
  const parts = untested.map((part) => ({ ...part, reason: formatReason(part.reason) }));
  return {
    id,
    title,
    file,
    line,
    cost,
    verdict,
    ...(reason && { reason: formatReason(reason) }),
    ...(guard !== undefined && { guard }),
    ...(parts.length > 0 && { untested: parts }),
  };
}

function recordedEvidence({ observations, ...each }: CheckVerdict): RecordedEvidence {
  const attempts = each.attempts.map(({ evidence, ...attempt }): RecordedAttempt => {
    if (evidence === null) return { ...attempt, evidence };
    const { clause: _clause, context: _context, observations: _observations, exchanges, ...kept } = evidence;
    return { ...attempt, evidence: { ...kept, exchanges: exchanges.map(({ id }) => id) } };
  });
  return { attempts, observations };
}

function recordedFailure(failure: Failure): RecordedFailure {
  const { clause, verdict, check, status, code, signature, known } = failure;
  const { title, id: checkId, file, line } = check;
  const { exchanges, operations } = failure.seen;
  const place = { clause, verdict, check: title, checkId, file, line, status, code, signature };
  return {
    ...place,
    ...(failure.universal && { seen: { responses: exchanges.length, operations } }),
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
    failures: [...new Set(ways.flat().map(({ signature }) => signature))],
    rows: rowsOf(ways, fault),
  };
}

function formatted({ expected, received, note, exchanges }: Failure) {
  return {
    expected: formatExpectation(expected),
    received: formatObservation(received),
    ...(note && { note: formatNote(note) }),
    exchanges: exchanges.map(({ id }) => id),
  };
}
