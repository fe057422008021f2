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

function verifiedLines({ part, exchange }: PartView, bodyOf: BodyOf): string[] {
  const lines = [`verified    ${part}`];
  if (exchange) {
    const { request, response, faulty } = exchange;
    lines.push(
      `${indent}${faulty ? 'faulty  ' : 'sent    '}  ${requestLine(exchange)} ${singleLine(request.body ?? '', 160)}`,
    );
    const how = faulty && rejectsWorkflow(exchange) ? 'rejected, as expected' : 'received';
    if (response) lines.push(`${indent}${how}  ${response.status} ${singleLine(bodyOf(exchange), 160)}`);
  }
  return lines;
}

/** What keeps parts unverified: the request and the whole response, and the parts that depend on them. */
function causeLines(
  { view: { part, exchange }, follows }: Cause,
  clauses: readonly ClauseVerdict[],
  bodyOf: BodyOf,
): string[] {
  const reasons = clauses.flatMap(({ checks }) => checks.flatMap(({ reason }) => partsOf(reason)));
  const undecided = undecidedBy(part, clauses);
  const unverified = reasons.find((reason) => reason.kind === 'unverified' && reason.part === part);
  const foundAt = unverified?.kind === 'unverified' ? (unverified.foundAt ?? []) : [];
  const lines = [`UNVERIFIED  ${part}`];
  if (exchange) {
    const { request, response } = exchange;
    const answer = answerOf(exchange);
    const { code, message } = answer === null ? {} : errorOf(answer);
    const said = message === undefined ? bodyOf(exchange) : `${code}: ${message}`;
    lines.push(`${indent}sent      ${requestLine(exchange)} ${singleLine(request.body ?? '', WHOLE)}`);
    const nothing = undecided === undefined ? exchange.failure : formatReason(undecided);
    lines.push(
      response === null
        ? `${indent}received  nothing: ${nothing}`
        : `${indent}received  ${response.status} ${singleLine(said, message === undefined ? 2000 : WHOLE)}`,
    );
    if (response !== null && undecided !== undefined)
      lines.push(`${indent}undecided ${singleLine(formatReason(undecided), WHOLE)}`);
  } else lines.push(`${indent}No accepted request was built from it.`);
  if (foundAt.length > 0) lines.push(`${indent}Such a value is at ${foundAt.join(', ')}.`);
  if (follows.length > 0) {
    const count = follows.length === 1 ? '1 more part is' : `${follows.length} more parts are`;
    lines.push(`${indent}Because of this, ${count} not verified: ${follows.join(', ')}`);
  }
  return lines;
}
