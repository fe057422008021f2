import { isKnownOperation } from '../../../spec/operations';
import { described, type Part } from '../../../spec/target-file';
import type { Context, Exchange } from '../data/evidence';
import { type Expectation, isOfSuccess } from '../data/expectation';
import { factsOf } from '../data/facts';
import { type Answer, answerOf, errorOf, isAccepted } from '../response/answer';
import { classifyMessage } from '../response/message-naming';
import { firstUnverified, isInvalidWorkflow, isLength } from '../response/parts';
import { unverified } from '../response/unverified';
import type { Ask, FollowUpsOf, Question } from './guard';

/** An unverified part of the target file that the request was built from may be wrong. */
export const unverifiedPart: Ask = (question) => {
  const part = firstUnverifiedPart(question);
  return part === undefined ? null : unverified(part, question.answer);
};

/** What may verify it. */
export const followUpsOfPart: FollowUpsOf = (question) => {
  const { expected, answer, around, context } = question;
  if (isOfSuccess(expected) && isUnknownRoute(answer, around, context) && answer.exchange.operation === 'run')
    return ['unknown address'];
  const part = firstUnverifiedPart(question);
  if (part === undefined) return [];
  if (described(part).excludes) return ['fault alone'];
  const { operation, faulty } = answer.exchange;
  if (operation !== 'workflow' || described(part).rejectedWith !== undefined) return [];
  return [faulty ? 'twin' : 'smaller workflow'];
};

export function firstUnverifiedPart({ expected, answer, around, context }: Question): Part | undefined {
  const { parts = [] } = answer.exchange;
  const first = (needed: readonly Part[], known = context) => firstUnverified(needed, answer, around, known);
  switch (expected.kind) {
    case 'failure':
    case 'rejection':
      return first(restingOn(expected, answer));
    case 'names connection':
      // A target that names the position of the faulty block has read the workflow as intended.
      return givesPosition(expected, answer) ? undefined : first(parts);
    case 'success if not too long':
      return isTooLong(answer, around, context) ? undefined : first(parts);
    case 'cheaper':
      return first(parts);
  }
  if (!isOfSuccess(expected) || isAccepted(answer)) return undefined;
  // A path that was verified earlier may have moved since.
  return first(
    parts,
    isUnknownRoute(answer, around, context) ? { ...context, verifiedEarlier: [] } : context,
  );
}

/**
 * What the response to a request that must be rejected depends on. A faulty workflow that is accepted, or
 * rejected for another reason, is a violation once the target is known to read references as the target file
 * writes them.
 */
function restingOn(expected: Expectation, answer: Answer): Part[] {
  const { parts = [], operation } = answer.exchange;
  const faulty =
    operation === 'workflow' &&
    (expected.kind === 'rejection' ||
      (expected.kind === 'failure' && expected.pairs.some(({ code }) => code === 'invalid_workflow')));
  if (!faulty) return parts;
  return isAccepted(answer) ? ['workflow.references', ...parts] : [...parts, 'workflow.references'];
}

function givesPosition(
  { connection, others, positions }: Extract<Expectation, { kind: 'names connection' }>,
  answer: Answer,
): boolean {
  return (
    isInvalidWorkflow(answer) &&
    classifyMessage(errorOf(answer).message ?? '', connection, others, positions) === 'position'
  );
}

/** A workflow of this length was rejected although all its other parts are verified: the length is the reason. */
function isTooLong({ exchange }: Answer, around: readonly Exchange[], context: Context): boolean {
  const length = exchange.parts?.find(isLength);
  const rejected = around.flatMap((each) =>
    length && each.parts?.includes(length) ? (answerOf(each) ?? []) : [],
  );
  return rejected.some((other) => {
    const { parts = [] } = other.exchange;
    const missing = firstUnverified(parts, other, around, context);
    return !isAccepted(other) && missing !== undefined && isLength(missing);
  });
}

/**
 * The response says that there is no such address, and nothing in it concerns the request. Paths are not
 * shown and may move. That a run does not exist is the contract's own response, unless the target says the
 * same of every address.
 */
function isUnknownRoute(answer: Answer, around: readonly Exchange[], context: Context): boolean {
  const { exchange, status } = answer;
  const { code = '' } = errorOf(answer);
  if (isKnownOperation(exchange.operation) || ![404, 405, 501].includes(status)) return false;
  if (['model_not_found', 'invalid_workflow', 'invalid_request'].includes(code)) return false;
  if (exchange.operation !== 'run' || code !== 'not_found') return true;
  const unknown = around.find((each) => each.operation === 'other' && factsOf(each, context).preparation);
  const other = unknown && answerOf(unknown);
  return !other || (errorOf(other).code === code && messageOf(other) === messageOf(answer));
}

/** The message without the address, which it may repeat. */
function messageOf(answer: Answer): string {
  const { pathname } = new URL(answer.exchange.request.url);
  const words = [pathname, pathname.split('/').at(-1) ?? ''].filter((word) => word !== '');
  return words.reduce((text, word) => text.replaceAll(word, ''), errorOf(answer).message ?? '');
}
