import { described, type Part } from '../../../spec/target-file';
import { type Context, type Exchange, emptyContext } from '../data/evidence';
import type { Connection } from '../data/expectation';
import { type Pointer, parse, walk } from '../data/json';
import { type Answer, answerOf, body, errorOf, failsWith, isAccepted, valuesInAddress } from './answer';

/**
 * The parts of a target file, by their names in reports. A part is verified once a request built from it was
 * accepted, in this run or in an earlier one whose verification was saved.
 */

export function isVerifiedEarlier(part: string, { verifiedEarlier }: Context): boolean {
  // The target file of the mock does not say how long a workflow may be.
  return (verifiedEarlier.includes('*') && !isLength(part)) || verifiedEarlier.includes(part);
}

/**
 * The first part of a request that is not verified.
 * @param needed parts of the request that the response depends on
 * @param around all exchanges of the check
 */
export function firstUnverified(
  needed: readonly Part[],
  answer: Answer,
  around: readonly Exchange[],
  context: Context,
): Part | undefined {
  const others = around.flatMap((each) => answerOf(each) ?? []);
  return needed.find((part) => !isVerifiedEarlier(part, context) && !isShown(part, answer, others, context));
}

/**
 * The faults of a workflow that depend on declarations of the target file, each as the part and the block
 * types: `workflow.kinds (draw.image > label.value)`.
 */
function declaredFaults({ parts = [], faulty }: Exchange): string[] {
  const types = faulty?.types;
  return types === undefined ? [] : parts.filter(isDeclaration).map((part) => `${part} (${types})`);
}

/** The faulty connections for which a workflow was rejected anywhere in the run. */
export function rejectedFaults(exchanges: readonly Exchange[]): string[] {
  return [...new Set(exchanges.filter(isRejectedForItsFault).flatMap(declaredFaults))].sort();
}

/** A workflow was rejected for the fault that it has on purpose. It may be rejected for other reasons. */
export function isRejectedForItsFault(exchange: Exchange): boolean {
  const { faulty } = exchange;
  const answer = faulty ? answerOf(exchange) : null;
  return !!faulty && answer !== null && isInvalidWorkflow(answer) && namesBothEnds(answer, faulty);
}

/** The message names both blocks of a connection (contract 2.1). */
export function namesBothEnds(answer: Answer, { consumer, source }: Connection): boolean {
  const { message = '' } = errorOf(answer);
  return message.includes(consumer) && message.includes(source);
}

export function isDeclaration(part: string): boolean {
  return described(part).excludes === true;
}

/** True if a workflow with at least as many blocks was accepted. */
export function isLengthShown(answer: Answer, around: readonly Exchange[]): boolean {
  const length = answer.exchange.parts?.filter(isLength).slice(0, 1) ?? [];
  return firstUnverified(length, answer, around, emptyContext) === undefined && length.length > 0;
}

export function isLength(part: string): boolean {
  return part.startsWith('workflow.longest');
}

function isShown(part: Part, answer: Answer, others: readonly Answer[], { rejected }: Context): boolean {
  const { excludes, rejectedWith } = described(part);
  if (excludes) {
    // A wrong declaration makes a valid connection look faulty. Only a rejection of the same elsewhere shows
    // that it is right.
    const near = others.filter(isInvalidWorkflow).flatMap(({ exchange }) => declaredFaults(exchange));
    return declaredFaults(answer.exchange).some((fault) => [...rejected, ...near].includes(fault));
  }
  if (rejectedWith !== undefined)
    return others.some(
      (other) =>
        other.exchange.operation === answer.exchange.operation && errorOf(other).code === rejectedWith,
    );
  if (part === 'run') {
    // If every id gets the same response, the target may not read the id at all.
    const looks = [answer, ...others].filter(({ exchange }) => exchange.operation === 'run');
    const own = looks.filter((look) => isAccepted(look) && shows(look.exchange, part, answer.exchange));
    return own.some(holdsTheId) || (own.length > 0 && looks.some((look) => !isAccepted(look)));
  }
  return others.some((other) => isAccepted(other) && shows(other.exchange, part, answer.exchange));
}

/** True for a lookup whose response contains the id that it asked for. */
function holdsTheId(answer: Answer): boolean {
  const named = valuesInAddress(answer.exchange);
  return [...walk(body(answer))].some(
    ({ value }) => (typeof value === 'string' || typeof value === 'number') && named.includes(String(value)),
  );
}

/**
 * If `messages` is accepted, `prompt` at the same place is right, too. The reverse does not hold, since the
 * form of messages is not shown.
 */
function shows(accepted: Exchange, part: Part, asked: Exchange): boolean {
  if (accepted.parts?.includes(part)) return true;
  const sibling = part === 'text.prompt' && accepted.parts?.includes('text.messages');
  const bodyOf = ({ request }: Exchange) => parse(request.body);
  return sibling === true && holderOf(bodyOf(accepted), 'messages') === holderOf(bodyOf(asked), 'prompt');
}

export function holderOf(json: unknown, name: string): Pointer | undefined {
  const field = [...walk(json)].find((each) => each.name === name);
  return field?.pointer.slice(0, -name.length);
}

export function isInvalidWorkflow(answer: Answer): boolean {
  return failsWith(answer, 400, 'invalid_workflow');
}
