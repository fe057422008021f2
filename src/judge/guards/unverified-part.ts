import { isKnownOperation } from '../../../spec/operations';
import type { Part } from '../../../spec/target-file';
import type { Context, Exchange } from '../data/evidence';
import { type Expectation, isOfSuccess } from '../data/expectation';
import { type Answer, answerOf, errorOf, failsWith, isAccepted, observed } from '../response/answer';
import { firstUnverified, isLength } from '../response/parts';
import { unverified } from '../response/unverified';
import type { Ask, Question } from './guard';

/** An unverified part of the target file that the request was built from may be wrong. */
export const unverifiedPart: Ask = (question) => {
  const { expected, answer } = question;
  const { operation, parts = [] } = answer.exchange;
  // The contract does not show the fields of a job, and `messages` need not be among them.
  const isOfMessages = operation === 'submit' && parts.includes('text.messages');
  if (isOfMessages && isOfSuccess(expected) && failsWith(answer, 422, 'invalid_request')) {
    const what = 'the accepted submission of a job with messages';
    return { verdict: 'not tested', reason: { kind: 'not accepted', what, received: observed(answer) } };
  }
  const part = firstUnverifiedPart(question);
  return part === undefined ? null : unverified(part, answer);
};

function firstUnverifiedPart({ expected, answer, around, context }: Question): Part | undefined {
  const { parts = [] } = answer.exchange;
  const first = (needed: readonly Part[], known = context) => firstUnverified(needed, answer, around, known);
  switch (expected.kind) {
    case 'failure':
    case 'rejection':
      return first(restingOn(expected, answer));
    case 'success':
      if (expected.unless !== 'too long') break;
      return isTooLong(answer, around, context) ? undefined : first(parts);
    case 'names connection':
    case 'cheaper':
      return first(parts);
  }
  if (!isOfSuccess(expected) || isAccepted(answer)) return undefined;
  // A path that was verified earlier may have moved since.
  return first(parts, isUnknownRoute(answer) ? { ...context, verifiedEarlier: [] } : context);
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

/** The response says that there is no such address, and nothing in it concerns the request: paths may move. */
function isUnknownRoute(answer: Answer): boolean {
  const { operation } = answer.exchange;
  const ofRequest = [
    'model_not_found',
    'invalid_workflow',
    'invalid_request',
    operation === 'run' && 'not_found',
  ];
  if (isKnownOperation(operation) || ![404, 405, 501].includes(answer.status)) return false;
  return !ofRequest.includes(errorOf(answer).code ?? '');
}
