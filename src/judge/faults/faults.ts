import { everyOperation, type Operation, operationNames } from '../../../spec/operations';
import { concerns, type Expectation, isAnothersBalance, type Rule, stable } from '../data/expectation';
import { groupedBy } from '../data/grouped';
import { suiteInfo } from '../data/suite-info';
import { saysAccepted } from '../response/answer';
import { showsWork } from '../response/shows-work';
import { capital, counted, formatExpectation, formatObservation } from '../texts/wording';
import type { Failure } from './failures';
import { entryFor, identityOf, type KnownFailure } from './known-failures';
import { rootCauseIn } from './root-causes';

/** The findings of a run by root cause. Every report shows them in the same order and with the same sentences. */

/** The severities of faults, the worst first. */
export const severities = ['data', 'keys', 'money', 'code', 'shape', 'wording'] as const;

type Severity = (typeof severities)[number];

const severityNames: Record<Severity, string> = {
  data: "another account's data",
  keys: 'access without a valid key',
  money: 'credits',
  code: 'wrong response',
  shape: 'wrong content',
  wording: 'recommendation',
};

/** The kind of fault, in a word or two. */
export function labelOf({ severity, known, isNew = false }: Labelled): string {
  return known ? 'known failure' : `${severityNames[severity]}${isNew ? ', new' : ''}`;
}

type Labelled = Pick<Fault, 'severity' | 'isNew'> & { known?: unknown };

/** Failures with the same clause, expectation and observation, of any number of checks. The first describes them. */
type Way = [Failure, ...Failure[]];

/** Everything that one root cause breaks. */
export interface Fault {
  verdict: Failure['verdict'];
  severity: Severity;
  /** What happened, without any text of the server: `GET /v1/credits accepts a wrong key`. */
  title: string;
  /** The title, what was expected and received, and at how many operations. */
  sentence: string;
  /** Clause ids; the sentence is about the first. */
  clauses: string[];
  operations: Operation[];
  /** The ways in which it shows; the sentence is about the first. */
  ways: [Way, ...Way[]];
  known?: KnownFailure;
  /** True if the previous run of this target did not find it; absent without PREVIOUS. */
  isNew?: boolean;
  entries: KnownFailure[];
}

/**
 * The faults behind failures: first the violations, then the known ones, then recommendations that are not
 * met. Each group is sorted by severity, then by the order of the contract.
 * @param day of the run, if entries of the known failures will be printed
 */
export function faultsOf(failures: readonly Failure[], day?: string): Fault[] {
  const causeOf = rootCauseIn(failures);
  const groups = groupedBy(failures, (failure) => {
    const { clause, expected, status, code, known } = failure;
    return JSON.stringify([causeOf(failure), clause, stable(expected), status, code, known !== undefined]);
  }).map(inOrder);
  const rootOf = ([first]: Way) => causeOf(first);
  const violating = new Set(groups.filter(([first]) => partOf(first) === 0).map(rootOf));
  // A recommendation that is not met for a root cause that also violates a clause is not a fault of its own.
  const rank = (group: Way) => {
    const own = partOf(group[0]);
    return own === 2 && violating.has(rootOf(group)) ? 0 : own;
  };
  const cause = (group: Way) => `${rank(group)} ${rootOf(group)}`;
  // A root cause may break several clauses. It is reported under the first of them.
  const telling = new Map(
    groupedBy(groups, cause).flatMap((same) => {
      const [[first] = same[0]] = same.toSorted((a, b) => descriptionRank(a) - descriptionRank(b));
      return same.map((group) => [group, first.clause] as const);
    }),
  );
  return groupedBy(groups, (group) => `${rank(group)} ${telling.get(group)}`)
    .map((group) => describedFault(group.toSorted((a, b) => tells(b) - tells(a)) as typeof group, day))
    .toSorted((a, b) => rankOf(a) - rankOf(b));

  function tells(group: Way): number {
    return telling.get(group) === group[0].clause && !compares(group) ? 1 : 0;
  }
}

type Ranked = Pick<Fault, 'verdict'> & { known?: unknown };

const partOf = ({ verdict, known }: Ranked) => (verdict === 'deviates' ? 2 : known ? 1 : 0);

/** The lower, the worse. */
export const rankOf = (fault: Ranked & Pick<Fault, 'severity'>): number =>
  partOf(fault) * severities.length + severities.indexOf(fault.severity);

/**
 * Which failure describes a fault: a violation before a recommendation, what a response shows before what it does not, a
 * single response before a comparison. An error with a success status is said as such, since a rejection that has one may
 * be taken for the acceptance of its request.
 */
const descriptionRank = (group: Way) =>
  (group[0].verdict === 'deviates' ? 8 : 0) +
  (lacksEvidence(group[0]) ? 4 : 0) +
  (compares(group) ? 2 : 0) +
  (isRule(group[0].expected, 'no error under success') ? 0 : 1);

const isSearched = (note: Failure['note']) =>
  note?.kind === 'probe' && (note.agrees !== undefined || note.closest !== undefined);

/** True if it only shows that a response differs from others. */
const compares = ([{ expected }]: Way) => isRule(expected, 'type as elsewhere');

const isRule = (expected: Expectation, ...rules: Rule[]) =>
  expected.kind === 'rule' && rules.includes(expected.rule);

/**
 * Failures that do not occur when simply repeated are described by one for which that is known, or which has
 * the requests before it. Probes are described by the one that was made smaller, at whichever operation;
 * workflows by the shortest failing chain; anything else by the first check.
 */
function inOrder(failures: Way): Way {
  const length = ({ exchanges: [telling] }: Failure) =>
    telling?.operation === 'workflow' ? (telling.request.body?.length ?? 0) : 0;
  const rank = ({ note, before }: Failure) =>
    note?.kind === 'not reproduced' ? 0 : before !== undefined ? 1 : isSearched(note) ? 2 : 3;
  return failures.toSorted((a, b) => rank(a) - rank(b) || length(a) - length(b)) as Way;
}

function describedFault(ways: Fault['ways'], day: string | undefined): Fault {
  const [[first]] = ways;
  const failures = ways.flat();
  const seen = new Set(failures.flatMap(({ seen }) => seen.operations));
  const operations = everyOperation.filter((operation) => seen.has(operation));
  const own = first.exchanges[0]?.operation;
  const severity =
    severities[Math.min(...failures.map((each) => severities.indexOf(severityOf(each))))] ?? 'shape';
  return {
    verdict: first.verdict,
    severity,
    title: titleOf(first),
    sentence: sentenceOf(first, operations.filter((each) => each !== 'other' && each !== own).length),
    clauses: [...new Set(ways.map(([first]) => first.clause))],
    operations,
    ways,
    ...(first.known && { known: first.known }),
    entries: day === undefined ? [] : entriesOf(failures, day),
  };
}

/** One entry for each unknown failure, under a clause with its own checks if possible. */
function entriesOf(failures: readonly Failure[], day: string): KnownFailure[] {
  const unknown = failures
    .filter(({ verdict, known }) => verdict === 'violates' && known === undefined)
    .toSorted((a, b) => Number(a.universal) - Number(b.universal));
  const shown = unknown.flatMap(({ clause, faults }) => faults.map((fault) => ({ clause, ...fault })));
  return groupedBy(shown, ({ fault }) => identityOf(fault)).map((same) =>
    entryFor(same[0].clause, same, day),
  );
}

/**
 * The risk of a clause is that of a wrong acceptance, and for the data of another account, of a response that shows some
 * of it. A rejection with another error, or a success that shows nothing, only is a wrong response.
 */
function severityOf(failure: Failure): Severity {
  const { clause, verdict, expected } = failure;
  if (verdict === 'deviates') return 'wording';
  if (isAnothersBalance(expected)) return 'data';
  const { risk } = suiteInfo.ledger[clause] ?? {};
  if (risk !== undefined && !isRejection(failure) && !lacksEvidence(failure)) return risk;
  return isAboutCode(expected) ? 'code' : 'shape';
}

/** Whether a clause is about the data of another account, and no response shows any. */
const lacksEvidence = ({ clause, exchanges }: Failure) =>
  suiteInfo.ledger[clause]?.risk === 'data' && !exchanges.some(showsWork);

const isAboutCode = (expected: Expectation) =>
  concerns(expected, 'failure', 'acceptance', 'acceptance of a long chain', 'rejection') ||
  isRule(expected, 'listed code', 'no error under success');

/** The data of a sentence: a failure, or a finding of one check. */
export type FaultEvidence = Pick<Failure, 'clause' | 'expected' | 'received' | 'exchanges'>;

/** True if the request had to be rejected, and was rejected with another error. */
function isRejection({ expected: { kind }, exchanges: [exchange] }: FaultEvidence): boolean {
  return (
    (kind === 'failure' || kind === 'rejection') && exchange?.response != null && !saysAccepted(exchange)
  );
}

/**
 * `GET /v1/credits accepts a wrong key`; after another rejection, `rejects a wrong key, but with the wrong
 * error`.
 */
function titleOf(evidence: FaultEvidence): string {
  const [operation] = evidence.exchanges.map((each) => operationNames[each.operation]);
  return capital(`${operation ?? 'the service'} ${violationWords(evidence)}`);
}

function violationWords(evidence: FaultEvidence): string {
  const { clause, expected, received } = evidence;
  const { violation = 'breaks it' } = suiteInfo.ledger[clause] ?? {};
  if (received.kind === 'missing')
    return `sends an error without \`${received.field.replace(/^error\./, '')}\``;
  if (isAnothersBalance(expected)) return 'returns the credits of another account';
  if (isRule(expected, 'type form')) return 'sends a `type` of another form';
  if (isRule(expected, 'no error under success')) return 'sends an error with a success status';
  if (expected.kind === 'identifier' && received.kind === 'found' && received.what !== 'nothing')
    return `returns a wrong ${expected.name}`;
  if (typeof violation === 'string') return violation;
  return isRejection(evidence)
    ? `rejects ${violation.accepts}, but with the wrong error`
    : `accepts ${violation.accepts}`;
}

/**
 * `GET /v1/credits accepts a wrong key: expected 401 invalid_api_key, received 200 (also at 3 other
 * operations)`.
 */
export function sentenceOf(evidence: FaultEvidence, others = 0): string {
  const at = others > 0 ? ` (also at ${counted(others, 'other operation')})` : '';
  return `${titleOf(evidence)}: expected ${formatExpectation(evidence.expected)}, received ${formatReceived(evidence)}${at}`;
}

/** For an unexpected success, the status alone: its body differs from run to run. */
function formatReceived({ received }: FaultEvidence): string {
  return received.kind === 'answer' && received.code === undefined && received.status < 300
    ? `${received.status}`
    : formatObservation(received, true);
}
