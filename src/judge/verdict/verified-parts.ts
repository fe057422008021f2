import type { Clause } from '../../../spec/clause';
import type { ErrorCode } from '../../../spec/error-code';
import { ledger } from '../../../spec/ledger';
import { described, type Part, type PartName } from '../../../spec/target-file';
import type { Exchange } from '../data/evidence';
import { pairOf } from '../response/account-state';
import { answerOf, errorOf, isAccepted, wasAccepted } from '../response/answer';
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
  const ownOf = (part: Part) => {
    const { leadsInto } = described(part);
    // The first one that was sent.
    const answering = leadsInto?.find((each) => exchanges.some(({ operation }) => operation === each));
    return exchanges.filter(({ parts = [], operation }) =>
      leadsInto ? operation === answering : parts.includes(part),
    );
  };
  const isVerified = (part: Part, sentByIt: Exchange[]) => {
    const { rejectedWith, leadsInto } = described(part);
    if (rejectedWith) return exchanges.some(isRejectedWith(rejectedWith));
    if (isDeclaration(part)) return sentByIt.length > 0 && sentByIt.every(rejectsWorkflow);
    const clause = clauses.find(({ id }) => leadsInto && verifying(part as PartName).includes(id));
    return clause === undefined ? sentByIt.some(wasAccepted) : clause.verdict === 'conforms';
  };
  const known = parts.map((part) => ({ part, own: ownOf(part), verified: isVerified(part, ownOf(part)) }));
  const open = known.filter(({ verified }) => !verified).map(({ part }) => part);
  const tellingOf = ({ part, own: sentByIt, verified }: (typeof known)[number]) => {
    const { rejectedWith } = described(part);
    if (rejectedWith) return exchanges.findLast(isRejectedWith(rejectedWith));
    if (isDeclaration(part)) return sentByIt.find((each) => !rejectsWorkflow(each)) ?? sentByIt.at(-1);
    if (verified) return sentByIt.findLast(wasAccepted) ?? sentByIt.at(-1);
    // The rejection of a faulty workflow for its fault does not refute the other parts it is built from.
    const telling = sentByIt.filter((each) => !isRejectedForItsFault(each));
    const blaming = telling.findLast((each) => !wasAccepted(each) && blamedIn(each, open) === part);
    return telling.findLast(wasAccepted) ?? blaming ?? telling.at(-1);
  };
  return known.map((each) => ({ part: each.part, verified: each.verified, exchange: tellingOf(each) }));
}

/** A part that may be wrong, and the parts that stay unverified because of it. */
export interface Cause {
  view: PartView;
  follows: Part[];
}

/** Why parts are unverified: each part that a rejection is about, with the parts that only share its requests. */
export function causesOf(views: readonly PartView[]): Cause[] {
  const unverified = views.filter(({ verified }) => !verified);
  const open = unverified.map(({ part }) => part);
  const look = unverified.find(({ part }) => part === 'run')?.exchange;
  const rootOf = ({ part, exchange }: PartView) => {
    // The id that was looked up is right if it has the name of the contract.
    if (part === 'workflow.runId' && look && !look.parts?.includes(part)) return 'run';
    return exchange === undefined || wasAccepted(exchange) ? part : (blamedIn(exchange, open) ?? part);
  };
  const isRoot = (view: PartView) => view.exchange !== undefined && rootOf(view) === view.part;
  const causes: Cause[] = [];
  for (const view of [...unverified.filter(isRoot), ...unverified.filter((each) => !isRoot(each))]) {
    const root = view.exchange && rootOf(view);
    const isOf = ({ view: first, follows }: Cause) => {
      if (root === undefined) return areaOf(first.part) === areaOf(view.part);
      return root === view.part ? isSameCause(first, view) : [first.part, ...follows].includes(root);
    };
    const cause = causes.find(isOf);
    if (cause) cause.follows.push(view.part);
    else causes.push({ view, follows: [] });
  }
  return causes.sort((a, b) => b.follows.length - a.follows.length);
}

/** The unverified part that a rejection is about: the parts of a request are in the order in which it may be their fault. */
function blamedIn({ parts = [] }: Exchange, open: readonly Part[]): Part | undefined {
  const unverified = parts.filter((part) => open.includes(part));
  return unverified.find((part) => described(part).leadsInto) ?? unverified[0];
}

/** Both were rejected in the same way at the same place. */
function isSameCause(one: PartView, other: PartView): boolean {
  const [a, b] = [one, other].map(({ exchange }) => exchange && answerOf(exchange));
  if (!a || !b || isAccepted(a) || isAccepted(b)) return false;
  const { request } = a.exchange;
  return (
    request.method === b.exchange.request.method &&
    request.url === b.exchange.request.url &&
    pairOf(a) === pairOf(b)
  );
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
