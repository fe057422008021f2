import type { KeyVariable } from '../../../spec/accounts';
import type { ErrorCode } from '../../../spec/error-code';
import type { Context, Finding, Operation } from '../data/evidence';
import { concerns, type Expectation } from '../data/expectation';
import { factsOf } from '../data/facts';
import { groupedBy, uniqueBy } from '../data/grouped';
import { suiteInfo } from '../data/suite-info';
import { fingerprintOf } from '../faults/causes';
import { formatReasons } from '../texts/wording';
import type { CheckVerdict, Verdict } from './check-verdicts';
import type { ClauseVerdict, JudgedRun } from './verdicts';

/** Error codes by endpoint: which sender got each code, expected or not. Made from the exchanges of a run. */

export interface Cell {
  actor: string;
  /** The variable of the sender's key; absent for a sender without an account. */
  variable?: KeyVariable;
  /** Whether the code was expected and received, expected but not received, or received unexpectedly. */
  verdict: 'conforms' | 'violates' | 'deviates' | 'seen';
  check: string;
}

export interface MatrixRow {
  code: ErrorCode;
  status: number;
  clauses: string[];
  /** The violations first. */
  cells: Partial<Record<Operation, Cell[]>>;
  /** If no check expected the code: the verdict of its clauses, and the reason. */
  absent?: { verdict: Verdict; reason: string };
}

/** If one sender got the same code several times at an endpoint, the worst result counts. */
const rank: readonly Cell['verdict'][] = ['violates', 'deviates', 'conforms', 'seen'];

/** One row for each code, in the order of the contract. */
export function matrixOf({ checks, clauses }: JudgedRun, context: Context): MatrixRow[] {
  const entries = checks.flatMap((each) => entriesOf(each, context));
  return (Object.entries(suiteInfo.codes) as [ErrorCode, number][]).map(([code, status]) => {
    const received = entries.filter(({ codes }) => codes.includes(code));
    const cells = groupedBy(received, ({ operation }) => operation).map((there) => [
      there[0].operation,
      uniqueBy(there.map(({ cell }) => cell).toSorted(byVerdictAndActor), ({ actor }) => actor),
    ]);
    const about = clauses.filter(({ id }) => suiteInfo.ledger[id]?.codes?.includes(code));
    return {
      code,
      status,
      clauses: about.map(({ id }) => id),
      cells: Object.fromEntries(cells),
      ...(received.every(({ cell }) => cell.verdict === 'seen') && { absent: absenceOf(about) }),
    };
  });
}

interface Entry {
  codes: string[];
  operation: Operation;
  cell: Cell;
}

/** The codes that a check expected, and those that it received unexpectedly. */
function entriesOf({ id, exchanges, findings }: CheckVerdict, context: Context): Entry[] {
  return exchanges.flatMap((exchange): Entry[] => {
    const { operation, variable } = exchange;
    const { probe } = factsOf(exchange, context);
    // For API_KEY, the probes differ; for every other account, the account itself.
    const actor = (variable === 'API_KEY' && probe?.family) || exchange.actor;
    const observed = fingerprintOf(exchange).code;
    const entry = (codes: string[], verdict: Cell['verdict']) => ({
      codes,
      operation,
      cell: { actor, ...(variable !== null && { variable }), verdict, check: id },
    });
    const about = findings.filter((finding) => isAbout(finding, exchange.id));
    const unmet = about.filter(({ verdict }) => verdict !== 'conforms');
    const unmetEntries = unmet.map(({ expected, verdict }) => entry(codesOf(expected), verdict));
    if (observed === null || unmet.length > 0) return unmetEntries;
    return [entry([observed], about.length > 0 ? 'conforms' : 'seen')];
  });
}

/** Expectations of several responses together are about the first. */
const isOfSeveral = (expected: Expectation) => concerns(expected, 'credits', 'comparison');

function isAbout({ expected, exchanges }: Finding, id: string): boolean {
  return isOfSeveral(expected) ? exchanges[0] === id : exchanges.includes(id);
}

export function codesOf(expected: Expectation): string[] {
  if (expected.kind === 'failure') return expected.pairs.map(({ code }) => code);
  return expected.kind === 'failure or success' ? [expected.pair.code] : [];
}

function byVerdictAndActor(a: Cell, b: Cell): number {
  return rank.indexOf(a.verdict) - rank.indexOf(b.verdict) || (a.actor < b.actor ? -1 : 1);
}

function absenceOf(about: ClauseVerdict[]): NonNullable<MatrixRow['absent']> {
  const reason = formatReasons(about.flatMap(({ reason }) => reason ?? []));
  return { verdict: about[0]?.verdict ?? 'not tested', reason };
}
