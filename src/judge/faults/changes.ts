import { type Operation, operationNames } from '../../../spec/operations';
import { isUndecided } from '../data/evidence';
import { formatList } from '../texts/wording';

/** A fault as a run reports it. */
export interface Reported {
  /** Its cause, and what came in place of what must come. */
  fault: string;
  operations: Operation[];
  sentence: string;
  clauses: string[];
  known?: unknown;
}

/** The operations at which a run found a fault that the run before it did not find, or that was on the list. */
export function newAt(fault: Reported, before: readonly Reported[]): Operation[] {
  if (fault.known) return [];
  const seen = before.flatMap((was) => (was.fault === fault.fault && !was.known ? was.operations : []));
  return fault.operations.filter((operation) => !seen.includes(operation));
}

/** A run, as far as another one is compared with it. */
interface Compared {
  /** It sent all its checks, so that a fault which it lacks did not occur. */
  whole: boolean;
  depth: number;
  faults: readonly Reported[];
  clauses: readonly { id: string; verdict: string; operations: readonly Operation[] }[];
}

/** The faults of a run that a later run does not find where it judged their clause, with as many probes. */
export function fixedIn<Before extends Reported>(
  before: { depth: number; faults: readonly Before[] },
  after: Compared,
): { was: Before; words: string }[] {
  if (!after.whole || after.depth < before.depth) return [];
  return before.faults.flatMap((was) => {
    const seen = after.faults.flatMap((is) => (is.fault === was.fault ? is.operations : []));
    const clause = after.clauses.find(({ id }) => id === was.clauses[0]);
    const judged = clause === undefined || isUndecided(clause) ? [] : clause.operations;
    const at = was.operations.filter((each) => judged.includes(each) && !seen.includes(each));
    if (at.length === 0) return [];
    const isPart = at.length < was.operations.length;
    const where = formatList(at.map((each) => operationNames[each]));
    return { was, words: isPart ? `${was.sentence}, fixed at ${where}` : was.sentence };
  });
}
