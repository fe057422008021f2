import { type ClauseId, ledger } from '../../../spec/ledger';
import { namesWork, usesAi } from '../../../spec/operations';
import type { Context, Exchange, Finding, Operation, UniversalViolation } from '../data/evidence';
import { concerns, type Expectation, isAnothersBalance, type Rule, stable } from '../data/expectation';
import { saysAccepted } from '../response/answer';
import { isCached } from '../response/intermediaries';
import { showsWork } from '../response/shows-work';
import { judgeExchange } from '../verdict/universal';
import { deviationOf, type Excusable } from './known-failures';
import { type Fingerprint, fingerprintOf } from './signature';

type ViolatedClause = Pick<Finding, 'clause' | 'expected'>;

/** How the violation of a clause that every response is judged by is named: see `namesOf`. */
export function universalNames(violated: UniversalViolation): Names {
  const { clause, expected, received } = violated;
  const fault = { clause, ...deviationOf({ expected, received }) };
  return { causeName: universalCause(violated), faults: [{ fault }] };
}

/**
 * It is the same for all responses that show it, whichever code has a wrong status; one name for a wrong `type`,
 * whatever shows that it is wrong; and one name for a field that `error` lacks, since two clauses require each field.
 */
function universalCause({ clause, expected, received }: UniversalViolation): string {
  if (received.kind === 'missing' && received.field.startsWith('error.')) return `cause no ${received.field}`;
  if (aboutType.includes(clause)) return 'cause errors.type';
  if (expected.kind === 'rule' && alsoElsewhere.includes(expected.rule)) return `cause ${expected.rule}`;
  return `cause ${clause} ${expected.kind === 'rule' ? expected.rule : expected.kind}`;
}

/** Rules that an error at an unusual address breaks for the same reason, although that is another clause. */
const alsoElsewhere: readonly Rule[] = ['no error under success', 'media type'];

const isErrorUnderSuccess = ({ expected }: Pick<UniversalViolation, 'expected'>) =>
  expected.kind === 'rule' && expected.rule === 'no error under success';

const aboutType: readonly ClauseId[] = ['errors.type.constant', 'errors.type.service'];

/** The names of a violation. */
interface Names {
  /**
   * It is the same for everything that one defect of the target breaks. A rejection in place of another one has
   * the same name under every clause. So have failures without a listed code, and the rejection of everything
   * that one operation should let a client read. Where the code or status of the right rejection violates a
   * universal clause, or a success has nothing to read, the name is that of this violation (contract 1, 4, 7).
   */
  causeName: string;
  /**
   * The fault as an entry of the known failures names it: what was expected and received. It is narrower: it has
   * one code and one status and, unless a rejection was both expected and received, one clause and one operation.
   */
  faults: [Excusable];
}

/**
 * How the violation that a finding shows is named.
 * @param exchange the one that shows it, if there is one
 */
export function namesOf(broken: ViolatedClause, exchange: Exchange | undefined, context: Context): Names {
  const { clause, expected } = broken;
  const seen = fingerprintOf(exchange);
  if (exchange === undefined || seen.status === null)
    return {
      causeName: causeNameFrom([clause, stable(expected), seen]),
      faults: [{ fault: { clause, expected, received: seen } }],
    };
  const { operation } = exchange;
  const { violations } = judgeExchange(exchange, context);
  const accepted = saysAccepted(exchange);
  // If a rejection is expected, every success is equally wrong: 202 for a submission, 200 for a read.
  const other = expected.kind === 'failure' && accepted ? 'accepted' : seen;
  const hides = hidingViolation(broken, seen, violations);
  const isListed = seen.code !== null && !violations.some(({ clause }) => clause === 'errors.code.listed');
  const own =
    expected.kind === 'failure' && !accepted
      ? { fault: { expected, received: seen } }
      : {
          fault: {
            clause,
            expected,
            received: concerns(expected, 'credits') ? ('other credits' as const) : other,
          },
          operation,
        };
  const names = hides
    ? universalNames(hides)
    : {
        causeName: causeNameFrom([...requestParts(broken, operation, accepted, isListed), other]),
        faults: [own] as [Excusable],
      };
  if (isAnothersBalance(expected)) return { ...names, causeName: 'cause credits of another account' };
  // Nothing is found with any ID, whoever it belongs to.
  const isEmpty = accepted && seen.code === null && !showsWork(exchange);
  if (isEmpty && namesWork(operation) && isAboutId(expected))
    return { ...names, causeName: `cause ${operation} accepts what it does not find` };
  if (isCached(exchange) && other === 'accepted')
    return { ...names, causeName: 'cause a cache that ignores the key' };
  return names;
}

/** Whether a request must be rejected for the ID that it names. */
const isAboutId = (expected: Expectation) =>
  expected.kind === 'rejection' ||
  (expected.kind === 'failure' && expected.pairs.some(({ code }) => code === 'not_found'));

/** The violation of a universal clause that causes a finding. */
function hidingViolation(
  broken: ViolatedClause,
  seen: Fingerprint,
  violations: readonly UniversalViolation[],
): UniversalViolation | undefined {
  const hiding = clausesThatHide(broken, seen);
  return violations.find((violation) => {
    const { clause } = violation;
    if (hiding === 'any') return ledger[clause].level === 'must';
    return hiding.includes(isErrorUnderSuccess(violation) ? 'errors.code.status' : clause);
  });
}

const causeNameFrom = (parts: unknown[]) => `cause ${JSON.stringify(parts)}`;

/** The part of the request that distinguishes violations with the same response. */
function requestParts(
  { clause, expected }: ViolatedClause,
  operation: Operation,
  accepted: boolean,
  isListed: boolean,
) {
  if (accepted) return [clause, stable(expected)];
  // The response does not come from the contract: crashes, redirects and blocked requests happen whatever is
  // requested.
  if (!isListed) return [];
  // A message without any name violates a clause and a recommendation.
  if (expected.kind === 'names connection') return [expected.kind];
  if (expected.kind === 'failure') return [expected];
  const isRead = !usesAi(operation) && !speaksOfRejections(expected);
  return isRead ? [operation, 'read'] : [clause, stable(expected)];
}

const speaksOfRejections = (expected: Expectation) => concerns(expected, 'rejection', 'comparison', 'rule');

/** The universal clauses that a rejection violates if only its code or its status is wrong. */
function clausesThatHide(
  { expected }: ViolatedClause,
  { status, code }: Fingerprint,
): readonly ClauseId[] | 'any' {
  if (status === null) return [];
  if (expected.kind !== 'failure') return status < 300 ? hidingSuccess(expected) : [];
  if (expected.pairs.some((pair) => pair.code === code)) return ['errors.code.status'];
  if (!expected.pairs.some((pair) => pair.status === status)) return [];
  return code === null ? 'any' : ['errors.code.listed'];
}

/** What a success status hides: a rejection with any code, or that there is nothing to read. */
function hidingSuccess(expected: Expectation): readonly ClauseId[] {
  if (concerns(expected, 'rejection')) return ['errors.code.status'];
  return speaksOfRejections(expected) ? [] : ['service.json'];
}
