import type { Context } from '../data/evidence';
import { factsOf } from '../data/facts';
import type { CheckVerdict, Verdict } from './check-verdicts';
import type { ClauseVerdict } from './verdicts';

/** The families of probes by operation, made from what was sent. */

export interface ProbeCoverageCell {
  /** The result of the probes that were sent, or why none was sent. */
  verdict: Verdict | 'not sent' | 'not described' | 'over budget';
  /** How many probes were sent, and how many of them violate the clause. */
  members: number;
  violating: number;
  check: string;
}

export interface ProbeCoverage {
  clause: string;
  family: string;
  /** By operation, as in titles: `GET /v1/credits`. */
  cells: Record<string, ProbeCoverageCell>;
}

/** One row for each family, in the order of the clauses. */
export function probeCoverageOf(clauses: readonly ClauseVerdict[], context: Context): ProbeCoverage[] {
  return clauses.flatMap(({ id, checks }) => {
    const sent = checks.flatMap((each) =>
      each.evidence.flatMap(({ trials = [] }) => trials.map((at) => ({ each, ...at }))),
    );
    const families = [...new Set(sent.flatMap(({ families }) => families))];
    return families.map((family) => {
      const tried = sent.filter(({ families }) => families.includes(family));
      const cells = tried.map(({ each, place }): [string, ProbeCoverageCell] => [
        place,
        cellOf(each, family, place, context),
      ]);
      return { clause: id, family, cells: Object.fromEntries(cells) };
    });
  });
}

/** How many of the input variations were tested: of all clauses, or of one. */
export function seenIn(
  rows: readonly { clause: string; cells: Record<string, Pick<ProbeCoverageCell, 'members'>> }[],
  clause?: string,
): { seen: number; of: number } {
  const own = rows.filter((row) => clause === undefined || row.clause === clause);
  const cells = own.flatMap((row) => Object.values(row.cells));
  return { seen: cells.filter(({ members }) => members > 0).length, of: cells.length };
}

/** `216 of 421 input variations tested`: a variation is a probe family at an operation. */
export const formatTested = ({ seen, of }: { seen: number; of: number }) =>
  `${seen} of ${of} input variations tested`;

function cellOf(
  { id, exchanges, findings, verdict, reason }: CheckVerdict,
  family: string,
  place: string,
  context: Context,
): ProbeCoverageCell {
  const sent = exchanges.filter((each) => {
    const { probe } = factsOf(each, context);
    return probe?.family === family && probe.place === place;
  });
  const ids = new Set(sent.map((exchange) => exchange.id));
  const failed = findings.filter((finding) => finding.verdict !== 'conforms');
  const failing = failed.filter((finding) => ids.has(finding.exchanges[0] ?? ''));
  const violating = new Set(failing.flatMap(({ exchanges }) => exchanges).filter((each) => ids.has(each)))
    .size;
  if (sent.length > 0) {
    const own = failing[0]?.verdict ?? (failed.length > 0 ? 'conforms' : verdict);
    return { verdict: own, members: sent.length, violating, check: id };
  }
  const why =
    reason?.kind === 'needs' ? 'not described' : reason?.kind === 'over budget' ? 'over budget' : null;
  const undrawn = verdict === 'conforms' || verdict === 'violates' || verdict === 'deviates';
  return { verdict: why ?? (undrawn ? 'not sent' : verdict), members: 0, violating: 0, check: id };
}
