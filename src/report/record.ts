import { type Context, type Exchange, mergedObservations } from '../judge/data/evidence';
import { factsOf } from '../judge/data/facts';
import { isWhole } from '../judge/data/run';
import { suiteInfo } from '../judge/data/suite-info';
import { requestsOf } from '../judge/faults/failures';
import { type Fault, operationsOf } from '../judge/faults/faults';
import { VERSION } from '../judge/faults/previous-run';
import { rowsOf } from '../judge/texts/failure-text';
import { formatExpectation, formatNote, formatObservation, formatReason } from '../judge/texts/wording';
import type { CheckVerdict } from '../judge/verdict/check-verdicts';
import { isKnown } from '../judge/verdict/outcome';
import type { Report } from '../judge/verdict/report';
import type { ConformanceRecord } from './record-schema';

type RecordedCheck = ConformanceRecord['result']['clauses'][number]['checks'][number];
type RecordedFault = ConformanceRecord['run']['faults'][number];
type Shown = ConformanceRecord['run']['exchanges'][string];
type Seen = ConformanceRecord['run']['checks'][string];

export function recordOf(report: Report): ConformanceRecord {
  const { context, clauses, faults, known, fixed, cost, created } = report;
  const { run, settings, started, milliseconds, playwright, previous } = report.source;
  const { cause: _, ...outcome } = report.outcome;
  const { suite, contract, ledger } = suiteInfo;
  const checks = clauses.flatMap((clause) => clause.checks);
  const exchanges = [...checks.flatMap((each) => each.exchanges), ...(run.unclaimed ?? [])];
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
        operations: clause.operations,
        checks: clause.checks.map(recordedCheck),
      })),
      unchecked: known.unchecked,
    },
    run: {
      started,
      milliseconds,
      node: process.version,
      playwright,
      whole: isWhole(run, outcome.partial),
      depth: context.depth ?? 1,
      ...(previous && { previous: previous.started }),
      cost,
      created,
      faults: faults.map(recordedFault),
      fixed,
      checks: Object.fromEntries(checks.map((each) => [each.id, seenBy(each, context)])),
      exchanges: Object.fromEntries(exchanges.map((each) => [each.id, shownOf(each)])),
    },
  };
}

/** What functions of the target file read is no part of it. */
function shownOf({ response, read: _read, threw: _threw, ...exchange }: Exchange): Shown {
  if (response === null) return { ...exchange, response };
  const { reading: _, ...shown } = response;
  return { ...exchange, response: shown };
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

/** How many members of a family of probes are named. */
const MEMBERS = 3;

function seenBy({ evidence, findings, exchanges, observations }: CheckVerdict, context: Context): Seen {
  const trials = evidence.flatMap((each) => each.trials ?? []);
  const probes = exchanges.flatMap((each) => factsOf(each, context).probe ?? []);
  const families = mergedObservations([
    ...trials.map((trial) => Object.fromEntries(trial.families.map((family) => [family, []]))),
    ...probes.map(({ family, member }) => ({ [family]: member === family ? [] : [member] })),
  ]);
  // What it judges, or the last that it sent itself.
  const judged = findings.flatMap((finding) => finding.exchanges).at(-1);
  const sent = exchanges.filter((each) => !factsOf(each, context).preparation && each.response !== null);
  const shown = judged ?? sent.at(-1)?.id;
  return {
    observations,
    families: Object.fromEntries(
      Object.entries(families).map(([family, members]) => [family, members.slice(0, MEMBERS)]),
    ),
    places: [...new Set(trials.map(({ place }) => place))],
    ...(shown !== undefined && { shown }),
  };
}

function recordedFault(fault: Fault): RecordedFault {
  const { verdict, severity, title, sentence, clauses, operations, ways, known, newAt } = fault;
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
    findings: ways.map(recordedWay),
    rows: rowsOf(ways, fault),
  };
}

/** How many exchanges of a way in which a fault shows are named. */
const EXCHANGES = 3;

function recordedWay(way: Fault['ways'][number]): RecordedFault['findings'][number] {
  const [{ clause, verdict, check, status, code, expected, received, note, known }] = way;
  const requests = new Set(way.flatMap(requestsOf).map(({ id }) => id));
  return {
    clause,
    verdict,
    checkId: check.id,
    check: check.title,
    file: check.file,
    line: check.line,
    status,
    code,
    expected: formatExpectation(expected),
    received: formatObservation(received),
    exchanges: [...requests].slice(0, EXCHANGES),
    seen: { responses: requests.size, operations: operationsOf(way) },
    ...(note && { note: formatNote(note) }),
    ...(known && { known }),
  };
}
