import { type Context, type Exchange, mergedObservations } from '../judge/data/evidence';
import { factsOf } from '../judge/data/facts';
import { isWhole } from '../judge/data/run';
import { suiteInfo } from '../judge/data/suite-info';
import { requestsOf } from '../judge/faults/failures';
import type { Fault } from '../judge/faults/faults';
import { VERSION } from '../judge/faults/previous-run';
import { rowsOf } from '../judge/texts/failure-text';
import { formatReason } from '../judge/texts/wording';
import type { CheckVerdict } from '../judge/verdict/check-verdicts';
import { isKnown } from '../judge/verdict/outcome';
import type { Report } from '../judge/verdict/report';
import type { ConformanceRecord } from './record-schema';

type RecordedCheck = ConformanceRecord['result']['clauses'][number]['checks'][number];
type RecordedFault = ConformanceRecord['run']['faults'][number];
type Shown = ConformanceRecord['run']['exchanges'][string];

export function recordOf(report: Report): ConformanceRecord {
  const { outcome, clauses, faults, known, fixed, cost, created } = report;
  const { run, settings, started, milliseconds, playwright, previous } = report.source;
  const { suite, contract, ledger } = suiteInfo;
  const { context } = run;
  return {
    $schema: './conformance.schema.json',
    version: VERSION,
    result: {
      suite,
      contract,
      target: settings.target,
      ...(settings.name !== undefined && { name: settings.name }),
      settings: settings.settings,
      outcome,
      clauses: clauses.map((clause) => ({
        id: clause.id,
        level: clause.level,
        sentence: ledger[clause.id]?.sentence ?? '',
        section: ledger[clause.id]?.section ?? '',
        verdict: clause.verdict,
        ...(clause.reason && { reason: formatReason(clause.reason) }),
        known: isKnown(clause),
        operations: clause.operations,
        observations: mergedObservations(clause.checks.map(({ observations }) => observations)),
        checks: clause.checks.map((each) => recordedCheck(each, context)),
      })),
      unchecked: known.unchecked,
    },
    run: {
      started,
      milliseconds,
      node: process.version,
      playwright,
      whole: isWhole(run),
      depth: context.depth ?? 1,
      ...(previous && { previous: previous.started }),
      cost,
      created,
      faults: faults.map(recordedFault),
      fixed,
      exchanges: Object.fromEntries(run.sent.map((each) => [each.id, shownOf(each)])),
    },
  };
}

/** What functions of the target file read is no part of it. */
function shownOf({ response, read: _read, threw: _threw, ...exchange }: Exchange): Shown {
  if (response === null) return { ...exchange, response };
  const { reading: _, ...shown } = response;
  return { ...exchange, response: shown };
}

function recordedCheck(each: CheckVerdict, context: Context): RecordedCheck {
  const { id, title, file, line, cost, verdict, reason, guard, untested } = each;
  const parts = untested.map((part) => ({ ...part, reason: formatReason(part.reason) }));
  const shown = shownBy(each, context);
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
    ...(shown !== undefined && { shown }),
  };
}

/** The exchange that a check judges last, or else the last that it sent itself. */
function shownBy({ findings, exchanges }: CheckVerdict, context: Context): string | undefined {
  const sent = exchanges.filter((each) => !factsOf(each, context).preparation && each.response !== null);
  return (findings.flatMap((finding) => finding.exchanges).at(-1) ?? sent.at(-1))?.id;
}

/** How many exchanges that show a fault are named. */
const EXCHANGES = 3;

function recordedFault(fault: Fault): RecordedFault {
  const { verdict, severity, title, sentence, clauses, operations, failures, known, newAt } = fault;
  const exchanges = [...new Set(failures.flatMap(requestsOf).map(({ id }) => id))];
  return {
    fault: fault.fault,
    verdict,
    severity,
    title,
    sentence,
    known: known !== undefined,
    ...(newAt && { newAt }),
    clauses,
    operations,
    checks: [...new Set(failures.map(({ check }) => check.id))],
    responses: exchanges.length,
    exchanges: exchanges.slice(0, EXCHANGES),
    rows: rowsOf(failures, fault),
  };
}
