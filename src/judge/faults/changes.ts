import { type Operation, operationNames } from '../../../spec/operations';
import { isUndecided } from '../data/evidence';
import type { Reason } from '../data/reason';
import { formatList, formatReason } from '../texts/wording';
import { clausesOf } from './causes';
import type { KnownFailure } from './known-failures';

/** Compares a run with the one before it and with the list of known failures: by causes and operations alone. */

/** A fault as a run reports it. */
interface Reported {
  /** Its cause, and what came in place of what must come. */
  fault: string;
  operations: Operation[];
  sentence: string;
  known?: unknown;
}

/** The operations at which a run found a fault that the run before it did not find, or that was on the list. */
export function newAt(fault: Reported, before: readonly Reported[]): Operation[] {
  if (fault.known) return [];
  const seen = before.flatMap((was) => (was.fault === fault.fault && !was.known ? was.operations : []));
  return fault.operations.filter((operation) => !seen.includes(operation));
}

/** A run, as far as others are compared with it. */
interface Compared {
  /** It sent all its checks, so that a fault which it lacks did not occur. */
  whole: boolean;
  depth: number;
  faults: readonly Reported[];
  clauses: readonly {
    id: string;
    verdict: string;
    reason?: Reason | string;
    operations: readonly Operation[];
  }[];
}

/** Whether a fault occurs at an operation; if a run does not show that, why. */
function stateOf(
  fault: string,
  operation: Operation,
  { whole, depth, faults, clauses }: Compared,
  foundWith = 1,
): 'occurs' | 'fixed' | { unchecked: string } {
  if (faults.some((each) => each.fault === fault && each.operations.includes(operation))) return 'occurs';
  if (!whole) return { unchecked: 'not all checks ran' };
  const about = clausesOf(fault);
  const own = clauses.filter(({ id }) => about.includes(id));
  const isJudged = own.some(({ operations }) => operations.includes(operation));
  const open = own.find(isUndecided) ?? own.find(({ verdict }) => !isJudged && verdict === 'not tested');
  if (open !== undefined) {
    const { reason } = open;
    return { unchecked: `${open.verdict}: ${typeof reason === 'string' ? reason : formatReason(reason)}` };
  }
  if (!isJudged) return { unchecked: 'not judged there' };
  return depth < foundWith ? { unchecked: `found with DEPTH=${foundWith}` } : 'fixed';
}

/** The faults of a run that a later run does not find where it judged their clauses, with as many probes. */
export function fixedIn<Before extends Reported>(
  before: { depth: number; faults: readonly Before[] },
  after: Compared,
): { was: Before; words: string }[] {
  return before.faults.flatMap((was) => {
    const at = was.operations.filter((each) => stateOf(was.fault, each, after, before.depth) === 'fixed');
    if (at.length === 0) return [];
    const isPart = at.length < was.operations.length;
    const where = formatList(at.map((each) => operationNames[each]));
    return { was, words: isPart ? `${was.sentence}, fixed at ${where}` : was.sentence };
  });
}

/** What a run says of a list of known failures. */
export interface KnownOutcome {
  /** Entries whose fault no longer occurs. Each makes the run misconfigured. */
  problems: string[];
  /** Entries that this run could not check, each with the reason. */
  unchecked: string[];
}

export function checkAgainst(run: Compared, entries: readonly KnownFailure[]): KnownOutcome {
  const outcome: KnownOutcome = { problems: [], unchecked: [] };
  for (const { fault, at, depth } of entries)
    for (const operation of at) {
      const name = `${fault}, at ${operationNames[operation]}`;
      const state = stateOf(fault, operation, run, depth);
      const remedy = `remove ${at.length > 1 ? `${operation} from its \`at\`` : 'the entry'}`;
      if (state === 'fixed') outcome.problems.push(`KNOWN_FAILURES: ${name}: no longer occurs: ${remedy}`);
      else if (state !== 'occurs') outcome.unchecked.push(`${name} (${state.unchecked})`);
    }
  return outcome;
}
