import type { Clause } from '../../../spec/clause';
import type { ErrorCode } from '../../../spec/error-code';
import { ledger } from '../../../spec/ledger';
import { described, type Part, type PartName } from '../../../spec/target-file';
import type { Exchange } from '../data/evidence';
import { pairOf } from '../response/account-state';
import { answerOf, errorOf, wasAccepted } from '../response/answer';
import { isDeclaration, isInvalidWorkflow, isRejectedForItsFault } from '../response/parts';
import { type ClauseVerdict, exchangesOf } from './verdicts';

export interface PartView {
  part: Part;
  verified: boolean;
  /**
   * A request that was built from it with its response: an accepted one if the part is verified, else one
   * whose rejection is about this part, or about another.
   */
  exchange: Exchange | undefined;
}

export const verifying = (part?: PartName) =>
  Object.entries<Clause>(ledger).flatMap(([id, { verifies = [] }]) =>
    (part === undefined ? verifies.length > 0 : verifies.includes(part)) ? [id] : [],
  );

/**
 * The parts of a target file, each with what verifies it in a run: a request built from it was accepted, what
 * it points to was found, or faults that depend on its declarations were rejected.
 * @param parts those that the target file describes
 */
export function verifiedParts(parts: readonly Part[], clauses: readonly ClauseVerdict[]): PartView[] {
  const exchanges = exchangesOf(clauses);
  return parts.map((part): PartView => {
    const { rejectedWith, leadsInto } = described(part);
    if (rejectedWith) {
      const exchange = exchanges.findLast(isRejectedWith(rejectedWith));
      return { part, verified: exchange !== undefined, exchange };
    }
    // The first one that was sent.
    const answering = leadsInto?.find((each) => exchanges.some(({ operation }) => operation === each));
    const own = exchanges.filter(({ parts = [], operation }) =>
      leadsInto ? operation === answering : parts.includes(part),
    );
    if (isDeclaration(part)) {
      const refuting = own.find((each) => !rejectsWorkflow(each));
      return { part, verified: own.length > 0 && !refuting, exchange: refuting ?? own.at(-1) };
    }
    const accepted = own.findLast(wasAccepted);
    const clause = clauses.find(({ id }) => leadsInto && verifying(part as PartName).includes(id));
    const verified = clause === undefined ? accepted !== undefined : clause.verdict === 'conforms';
    // The rejection of a faulty workflow for its fault does not refute the other parts it is built from.
    const telling = own.findLast((each) => !isRejectedForItsFault(each));
    return { part, verified, exchange: accepted ?? (verified ? own.at(-1) : telling) };
  });
}

/** A part that may be wrong, and the parts that stay unverified because of it. */
export interface Cause {
  view: PartView;
  follows: Part[];
}

/** Why parts are unverified: each part that a rejection is about, with the parts that only share its requests. */
export function causesOf(views: readonly PartView[]): Cause[] {
  const unverified = views.filter(({ verified }) => !verified);
  const look = unverified.find(({ part }) => part === 'run')?.exchange;
  const rootOf = ({ part, exchange }: PartView): Part => {
    // The id that was looked up is right if it has the name of the contract.
    if (part === 'workflow.runId' && look && !look.parts?.includes(part)) return 'run';
    if (exchange !== undefined) return wasAccepted(exchange) ? part : (blamedIn(exchange) ?? part);
    const near = unverified.filter((each) => areaOf(each.part) === areaOf(part));
    return (near.find((each) => each.exchange) ?? near[0])?.part ?? part;
  };
  // The parts of a request are in the order in which a rejection may be their fault.
  const blamedIn = ({ parts = [] }: Exchange): Part | undefined => {
    const open = parts.filter((part) => unverified.some((each) => each.part === part));
    return open.find((part) => described(part).leadsInto) ?? open[0];
  };
  const isRoot = (view: PartView) => rootOf(view) === view.part;
  const causes: Cause[] = [];
  for (const view of [...unverified.filter(isRoot), ...unverified.filter((each) => !isRoot(each))]) {
    const root = rootOf(view);
    const rejection = rejectionIn(view);
    const cause = causes.find(
      ({ view: first, follows }) =>
        [first.part, ...follows].includes(root) ||
        (rejection !== undefined && rejection === rejectionIn(first)),
    );
    if (cause) cause.follows.push(view.part);
    else causes.push({ view, follows: [] });
  }
  return causes.sort((a, b) => b.follows.length - a.follows.length);
}

/** What was rejected, and how; undefined if nothing was. */
function rejectionIn({ exchange }: PartView): string | undefined {
  if (!exchange?.response || wasAccepted(exchange)) return undefined;
  const { method, url } = exchange.request;
  return `${method} ${url} ${pairOf(answerOf(exchange))}`;
}

const areaOf = (part: string) => described(part).belongsTo ?? part.split('.')[0];

/** Further parts that valid workflows of a run depend on: connections and samples. */
export function partsBeside(declared: readonly Part[], clauses: readonly ClauseVerdict[]): Part[] {
  const parts = exchangesOf(clauses).flatMap(({ parts = [], faulty }) => (faulty ? [] : parts));
  const isDetail = (part: Part) => part.startsWith('workflow.blockTypes (') && !declared.includes(part);
  return [...new Set(parts.filter(isDetail))];
}

const isRejectedWith = (code: ErrorCode) => (exchange: Exchange) => {
  const answer = answerOf(exchange);
  return answer !== null && errorOf(answer).code === code;
};

export function rejectsWorkflow(exchange: Exchange): boolean {
  const answer = answerOf(exchange);
  return answer !== null && isInvalidWorkflow(answer);
}
