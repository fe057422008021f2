import { type ClauseId, ledger } from '../../../spec/ledger';
import { usesAi } from '../../../spec/operations';
import type { Breach, Context, Exchange, Finding, Operation } from '../data/evidence';
import { type Expectation, isAnothersBalance } from '../data/expectation';
import { isCached } from '../response/intermediaries';
import { judgeExchange } from '../verdict/universal';
import { deviationOf, type Excusable } from './known-failures';
import { type Fingerprint, fingerprintOf, stable } from './signature';

type ViolatedClause = Pick<Finding, 'clause' | 'expected'>;

/**
 * The name of a violation of a clause that every response is judged by. It is the same for all responses that
 * show it, whichever code has a wrong status; one name for a wrong `type`, whatever shows that it is wrong;
 * and one name for a field that `error` lacks, since two clauses require each field.
 */
export function universalBreach({
  clause,
  expected,
  received,
}: ViolatedClause & Partial<Pick<Breach, 'received'>>): string {
  if (received?.kind === 'missing' && received.field.startsWith('error.'))
    return `breach no ${received.field}`;
  if (aboutType.includes(clause)) return 'breach errors.type';
  return `breach ${clause} ${expected.kind === 'rule' ? expected.rule : expected.kind}`;
}

const aboutType: readonly ClauseId[] = ['errors.type.constant', 'errors.type.service'];

/**
 * The name of the violation that a finding shows. It is the same for everything that one defect of the target
 * breaks. A rejection in place of another one has the same name under every clause. So have failures without
 * a listed code, and the rejection of everything that one operation should let a client read. Where the code
 * or status of the right rejection violates a universal clause, or a success has nothing to read, the name is
 * that of this violation (contract 1, 4, 7).
 * @param exchange the one that shows it, if there is one
 */
export function breachOf(broken: ViolatedClause, exchange: Exchange | undefined, context: Context): string {
  const seen = fingerprintOf(exchange);
  if (exchange === undefined || seen.status === null)
    return breachName([broken.clause, stable(broken.expected), seen]);
  if (isAnothersBalance(broken.expected)) return 'breach credits of another account';
  if (isCached(exchange) && isAccepted(broken, seen)) return 'breach a cache that ignores the key';
  const { breaches } = judgeExchange(exchange, context);
  const hides = hidingBreach(broken, seen, breaches);
  if (hides) return universalBreach(hides);
  const isListed = seen.code !== null && !breaches.some(({ clause }) => clause === 'errors.code.listed');
  const parts = requestParts(broken, exchange.operation, seen.status, isListed);
  return breachName([...parts, isAccepted(broken, seen) ? 'accepted' : seen]);
}

/** If a rejection is expected, every success is equally wrong: 202 for a submission, 200 for a read. */
const isAccepted = ({ expected }: ViolatedClause, { status, code }: Fingerprint) =>
  expected.kind === 'failure' && status !== null && status < 300 && code === null;

/** The fault of a violated universal clause, as an entry of the known failures names it. */
export function universalExcusable({ clause, expected, received }: Breach): Excusable {
  return { fault: { clause, ...deviationOf({ expected, received }) } };
}

/**
 * The fault that a finding shows, as an entry of the known failures names it: what was expected and received.
 * It is the same for every check and clause that the fault breaks. It is narrower than the name of a
 * violation: it has one code and one status and, unless a rejection was both expected and received, one
 * clause and one operation.
 * @param exchange the one that shows it, if there is one
 */
export function excusableOf(finding: Breach, exchange: Exchange | undefined, context: Context): Excusable {
  const { clause, expected } = finding;
  const seen = fingerprintOf(exchange);
  if (exchange === undefined || seen.status === null) return { fault: { clause, expected, received: seen } };
  const hides = hidingBreach(finding, seen, judgeExchange(exchange, context).breaches);
  if (hides) return universalExcusable(hides);
  if (expected.kind === 'failure' && seen.status >= 300) return { fault: { expected, received: seen } };
  const other = isAccepted(finding, seen) ? 'accepted' : seen;
  const received = aboutCredits.has(expected.kind) ? 'other credits' : other;
  return { fault: { clause, expected, received }, operation: exchange.operation };
}

const aboutCredits: ReadonlySet<Expectation['kind']> = new Set(['charged', 'cheaper', 'uncharged']);

/** The violation of a universal clause that causes a finding. */
function hidingBreach(
  broken: ViolatedClause,
  seen: Fingerprint,
  breaches: readonly Breach[],
): Breach | undefined {
  const hiding = clausesThatHide(broken, seen);
  return breaches.find(({ clause }) =>
    hiding === 'any' ? ledger[clause].level === 'must' : hiding.includes(clause),
  );
}

const breachName = (parts: unknown[]) => `breach ${JSON.stringify(parts)}`;

/** The part of the request that distinguishes violations with the same response. */
function requestParts(
  { clause, expected }: ViolatedClause,
  operation: Operation,
  status: number,
  isListed: boolean,
) {
  if (status < 300) return [clause, stable(expected)];
  // The response does not come from the contract: crashes, redirects and blocked requests happen whatever is
  // requested.
  if (!isListed) return [];
  // A message without any name violates a clause and a recommendation.
  if (expected.kind === 'names connection') return [expected.kind];
  if (expected.kind === 'failure') return [expected];
  const isRead = !usesAi(operation) && !speaksOfRejections.has(expected.kind);
  return isRead ? [operation, 'read'] : [clause, stable(expected)];
}

const speaksOfRejections = new Set<Expectation['kind']>(['rejection', 'failure or success', 'alike', 'rule']);

/** The universal clauses that a rejection violates if only its code or its status is wrong. */
function clausesThatHide(
  { expected }: ViolatedClause,
  { status, code }: Fingerprint,
): readonly ClauseId[] | 'any' {
  if (status === null) return [];
  if (expected.kind !== 'failure')
    return status < 300 && !speaksOfRejections.has(expected.kind) ? ofUnreadableSuccess : [];
  if (expected.pairs.some((pair) => pair.code === code)) return status < 300 ? 'any' : ['errors.code.status'];
  if (!expected.pairs.some((pair) => pair.status === status)) return [];
  return code === null ? 'any' : ['errors.code.listed'];
}

/** These are violated by a success with nothing to read: it is not JSON, or an error. */
const ofUnreadableSuccess: readonly ClauseId[] = ['service.json', 'errors.code.status'];
