import { everyOperation, type Operation, operationNames } from '../../../spec/operations';
import { works } from '../../../spec/works';
import type { Finding } from '../data/evidence';
import { type Expectation, isAnothersBalance, isOfRejection, isOneOf, isRule } from '../data/expectation';
import { groupedBy } from '../data/grouped';
import { suiteInfo } from '../data/suite-info';
import { saysAccepted } from '../response/answer';
import { showsWork } from '../response/shows-work';
import { capital, counted, formatExpectation, formatList, formatObservation } from '../texts/wording';
import { type Failure, requestsOf } from './failures';
import type { KnownFailure } from './known-failures';

/** The findings of a run by fault. Every report shows them in the same order and with the same sentences. */

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

/** The kind of fault, in a word or two, and whether it is new, or where. */
export function labelOf({ severity, known, newAt = [], operations }: Labelled): string {
  if (known) return 'known failure';
  const at =
    newAt.length < operations.length ? ` at ${formatList(newAt.map((each) => operationNames[each]))}` : '';
  return `${severityNames[severity]}${newAt.length > 0 ? `, new${at}` : ''}`;
}

type Labelled = Pick<Fault, 'severity' | 'newAt' | 'operations'> & { known?: unknown };

type Failures = [Failure, ...Failure[]];

/** Everything that one defect of the target breaks. */
export interface Fault {
  /** Its cause, and what came in place of what must come. With its operations, this is its key. */
  fault: string;
  verdict: Failure['verdict'];
  severity: Severity;
  /** What happened, without any text of the server: `GET /v1/credits accepts a wrong key`. */
  title: string;
  /** The title, what was expected and received, and at how many operations. */
  sentence: string;
  /** Clause ids; the sentence is about the first. */
  clauses: string[];
  operations: Operation[];
  /** What shows it; the first describes it. */
  failures: Failures;
  known?: KnownFailure;
  /** The operations at which the previous run of this target did not find it; absent without PREVIOUS. */
  newAt?: Operation[];
}

/**
 * The faults behind failures: first the violations, then the known ones, then recommendations that are not
 * met. Each group is sorted by severity, then by the order of the contract.
 */
export function faultsOf(failures: readonly Failure[]): Fault[] {
  return groupedBy(failures, ({ fault, known }) => `${fault} ${known !== undefined}`)
    .map(describedFault)
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Where failures were seen. */
export function operationsOf(failures: readonly Pick<Failure, 'expected' | 'exchanges'>[]): Operation[] {
  const seen = new Set(failures.flatMap(requestsOf).map(({ operation }) => operation));
  return everyOperation.filter((operation) => seen.has(operation));
}

/** The lower, the worse. */
const rankOf = ({ verdict, known, severity }: Fault): number =>
  (verdict === 'deviates' ? 2 : known ? 1 : 0) * severities.length + severities.indexOf(severity);

/**
 * Which failure describes a fault: a violation before a recommendation, what a response shows before what it does not, a
 * single response before a comparison. An error with a success status is said as such, since a rejection that has one may
 * be taken for the acceptance of its request.
 */
const descriptionRank = (failure: Failure) =>
  (failure.verdict === 'deviates' ? 8 : 0) +
  (lacksEvidence(failure) ? 4 : 0) +
  (isRule(failure.expected, 'type as elsewhere') ? 2 : 0) +
  (isRule(failure.expected, 'no error under success') ? 0 : 1);

/**
 * The failure that describes a fault, among those of its clause that say most. One that does not occur when simply repeated
 * comes first; then, if only kept connections show it, one that has the requests before it; then the probe that was made
 * smaller, at whichever operation. Of workflows, it is the shortest failing chain; of anything else, the first.
 */
function describing(failures: Failures): Failure {
  const [best] = failures.toSorted((a, b) => descriptionRank(a) - descriptionRank(b)) as Failures;
  const length = ({ exchanges: [telling] }: Failure) =>
    telling?.operation === 'workflow' ? (telling.request.body?.length ?? 0) : 0;
  const alike = failures.filter(
    (each) => each.clause === best.clause && descriptionRank(each) === descriptionRank(best),
  );
  const isOfConnections = alike.every(({ exchanges: [telling] }) => telling?.connection !== undefined);
  const rank = ({ note, before }: Failure) => {
    if (note?.kind === 'not reproduced') return 0;
    if (isOfConnections && before !== undefined) return 1;
    const isSearched = note?.kind === 'probe' && (note.agrees !== undefined || note.closest !== undefined);
    return isSearched ? 2 : 3;
  };
  return alike.toSorted((a, b) => rank(a) - rank(b) || length(a) - length(b))[0] ?? best;
}

function describedFault(failures: Failures): Fault {
  const first = describing(failures);
  const operations = operationsOf(failures);
  const own = first.exchanges[0]?.operation;
  const severity =
    severities[Math.min(...failures.map((each) => severities.indexOf(severityOf(each))))] ?? 'shape';
  const inOrder: Failures = [first, ...failures.filter((each) => each !== first)];
  return {
    fault: first.fault,
    verdict: first.verdict,
    severity,
    title: titleOf(first),
    sentence: sentenceOf(first, operations.filter((each) => each !== 'other' && each !== own).length),
    clauses: [...new Set(inOrder.map(({ clause }) => clause))],
    operations,
    failures: inOrder,
    ...(first.known && { known: first.known }),
  };
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
  isOneOf(expected, 'failure', 'success', 'rejection', 'failure or success') ||
  isRule(expected, 'listed code', 'no error under success');

/** True if the request had to be rejected, and was rejected with another error. */
function isRejection({ expected, exchanges: [exchange] }: Finding): boolean {
  return isOfRejection(expected) && exchange?.response != null && !saysAccepted(exchange);
}

/**
 * `GET /v1/credits accepts a wrong key`; after another rejection, `rejects a wrong key, but with the wrong
 * error`.
 */
function titleOf(evidence: Finding): string {
  const [operation] = evidence.exchanges.map((each) => operationNames[each.operation]);
  return capital(`${operation ?? 'the service'} ${violationWords(evidence)}`);
}

function violationWords(evidence: Finding): string {
  const { clause, expected, received } = evidence;
  const { violation = 'breaks it' } = suiteInfo.ledger[clause] ?? {};
  if (received.kind === 'missing')
    return `sends an error without \`${received.field.replace(/^error\./, '')}\``;
  if (isAnothersBalance(expected)) return 'returns the credits of another account';
  if (isRule(expected, 'type form')) return 'sends a `type` of another form';
  if (isRule(expected, 'no error under success')) return 'sends an error with a success status';
  if (expected.kind === 'identifier' && received.kind === 'found' && received.what !== 'nothing')
    return `returns a wrong ${works[expected.of].id}`;
  if (typeof violation === 'string') return violation;
  return isRejection(evidence)
    ? `rejects ${violation.accepts}, but with the wrong error`
    : `accepts ${violation.accepts}`;
}

/**
 * `GET /v1/credits accepts a wrong key: expected 401 invalid_api_key, received 200 (also at 3 other
 * operations)`.
 */
export function sentenceOf(evidence: Finding, others = 0): string {
  const at = others > 0 ? ` (also at ${counted(others, 'other operation')})` : '';
  return `${titleOf(evidence)}: expected ${formatExpectation(evidence.expected)}, received ${formatReceived(evidence)}${at}`;
}

/** For an unexpected success, the status alone: its body differs from run to run. */
function formatReceived({ received }: Finding): string {
  return received.kind === 'answer' && received.code === undefined && received.status < 300
    ? `${received.status}`
    : formatObservation(received, true);
}
