import type { Part, PartName } from '../../spec/target-file';
import type { Exchange } from '../judge/data/evidence';
import { partsOf, type Reason } from '../judge/data/reason';
import { answerOf, errorOf } from '../judge/response/answer';
import { disturbanceIn } from '../judge/response/disturbance';
import { bodiesShown } from '../judge/response/shown';
import { requestLine } from '../judge/texts/failure-text';
import { singleLine } from '../judge/texts/visible-text';
import { formatReason } from '../judge/texts/wording';
import { type ClauseVerdict, exchangesOf } from '../judge/verdict/verdicts';
import {
  type Cause,
  causesOf,
  type PartView,
  partsBeside,
  rejectsWorkflow,
  verifiedParts,
  verifying,
} from '../judge/verdict/verified-parts';

/** The parts of a target file, those to look at first, and what the doctor prints. */
export interface PartReport {
  verified: Part[];
  open: Part[];
  first: Part[];
  lines: string[];
}

/**
 * What the doctor says: first what keeps parts unverified, then the verified parts.
 * @param declared the parts of the target file
 */
export function partReport(declared: readonly Part[], clauses: readonly ClauseVerdict[]): PartReport {
  const views = verifiedParts([...declared, ...partsBeside(declared, clauses)], clauses);
  const causes = causesOf(views);
  const bodyOf = bodiesShown(exchangesOf(clauses));
  const verified = views.filter((view) => view.verified);
  return {
    verified: verified.map(({ part }) => part),
    open: views.filter((view) => !view.verified).map(({ part }) => part),
    first: causes.flatMap(({ view: { part, exchange } }) =>
      (exchange && isDisturbed(exchange)) || undecidedBy(part, clauses) ? [] : part,
    ),
    lines: [
      ...causes.flatMap((cause) => causeLines(cause, clauses, bodyOf)),
      ...verified.flatMap((view) => verifiedLines(view, bodyOf)),
    ],
  };
}

/** Nothing came back that says anything about the request. */
function isDisturbed(exchange: Exchange): boolean {
  const answer = answerOf(exchange);
  return answer === null || disturbanceIn(answer, [], exchange.variable) !== null;
}

/** Why the clause that verifies this part could not be judged, although requests of it may have been accepted. */
const undecidedBy = (part: Part, clauses: readonly ClauseVerdict[]): Reason | undefined =>
  clauses.find(
    ({ id, verdict }) =>
      verdict === 'inconclusive' && verifying(part as PartName).some((each) => each === id),
  )?.reason;

const indent = ' '.repeat(12);
const WHOLE = Number.POSITIVE_INFINITY;

type BodyOf = ReturnType<typeof bodiesShown>;

/** A request and its response, each cut to this many characters; the message of an error is shown whole. */
function exchangeLines(exchange: Exchange, bodyOf: BodyOf, longest: number): string[] {
  const { request, response, failure, faulty } = exchange;
  const answer = answerOf(exchange);
  const { code, message } = answer === null ? {} : errorOf(answer);
  const said =
    message === undefined ? singleLine(bodyOf(exchange), longest) : singleLine(`${code}: ${message}`, WHOLE);
  const how = faulty && rejectsWorkflow(exchange) ? 'rejected, as expected' : 'received';
  return [
    `${indent}${faulty ? 'faulty  ' : 'sent    '}  ${requestLine(exchange)} ${singleLine(request.body ?? '', longest)}`,
    `${indent}${response === null ? `received  nothing: ${failure}` : `${how}  ${response.status} ${said}`}`,
  ];
}

const verifiedLines = ({ part, exchange }: PartView, bodyOf: BodyOf): string[] => [
  `verified    ${part}`,
  ...(exchange ? exchangeLines(exchange, bodyOf, 160) : []),
];

/** What keeps parts unverified: the request and the response, and the parts that depend on them. */
function causeLines(
  { view: { part, exchange }, follows }: Cause,
  clauses: readonly ClauseVerdict[],
  bodyOf: BodyOf,
): string[] {
  const reasons = clauses.flatMap(({ checks }) => checks.flatMap(({ reason }) => partsOf(reason)));
  const undecided = undecidedBy(part, clauses);
  const unverified = reasons.find((reason) => reason.kind === 'unverified' && reason.part === part);
  const foundAt = unverified?.kind === 'unverified' ? (unverified.foundAt ?? []) : [];
  const count = follows.length === 1 ? '1 more part is' : `${follows.length} more parts are`;
  return [
    `UNVERIFIED  ${part}`,
    ...(exchange
      ? exchangeLines(exchange, bodyOf, 2000)
      : [`${indent}No accepted request was built from it.`]),
    ...(exchange && undecided ? [`${indent}undecided ${singleLine(formatReason(undecided), WHOLE)}`] : []),
    ...(foundAt.length > 0 ? [`${indent}Such a value is at ${foundAt.join(', ')}.`] : []),
    ...(follows.length > 0 ? [`${indent}Because of this, ${count} not verified: ${follows.join(', ')}`] : []),
  ];
}
