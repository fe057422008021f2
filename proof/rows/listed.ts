import type { Defect } from '../../mock/defect';
import { defects } from '../../mock/defects';
import { ledger } from '../../spec/ledger';
import { allChecks } from '../../src/drive/check/all-checks';
import type { PlannedCheck } from '../../src/drive/driver/driver';
import type { Session } from '../../src/drive/run/session';
import { killsOf, type Result, shortcomings } from '../coverage';
import { foundBy } from '../helpers/found';
import { openMock } from '../helpers/open-mock';
import { runChecks } from '../helpers/run-checks';
import type { Row } from '../row';

/** Runs the checks of these clauses, so that each reports every violation, and returns their findings. */
export async function resultsOn(
  session: Session,
  phrase: string,
  clauses: readonly string[],
): Promise<Result[]> {
  const own = ({ clause }: PlannedCheck) => clauses.includes(clause);
  const results = await runChecks(session, allChecks().filter(own), { apart: true });
  await session.close();
  return results.map((result): Result => {
    const { title, clause, cost } = result.planned;
    return {
      phrase,
      title,
      tags: [`@${ledger[clause].level}`, `@${clause}`, `@${cost}`],
      ...foundBy(result),
    };
  });
}

/** A sample has every nth defect of each clause, starting with the first. */
const EVERY = 20;
const isSampled = (defect: Defect) =>
  defects.filter(({ clause }) => clause === defect.clause).indexOf(defect) % EVERY === 0;

/** A mock with one listed defect, derived from the contract by hand. A check of its clause must find it. */
export const listed: readonly Row[] = defects.map((defect) => ({
  kind: 'listed',
  phrase: `${defect.clause}: ${defect.phrase}`,
  clauses: [defect.clause],
  // Some defects show only with a member that a depth of one may not sample.
  depths: [1, 3],
  part: isSampled(defect) ? 'sample' : 'whole',
  async meet(depth) {
    const session = await openMock({ defects: [defect.phrase], depth });
    const results = await resultsOn(session, defect.phrase, defect.metBy);
    return { wrong: shortcomings(killsOf([defect], results), ledger, defects), results };
  },
}));
