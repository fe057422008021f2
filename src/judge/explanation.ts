import { type Answer, errorOf, failsWith, isKnownOperation, isServed, observed } from './answer';
import { cannotUse, cannotUseNow, claimRefuted, refuted, stateOfOwner } from './claims';
import type { Context, Exchange, Found, Inconclusive } from './evidence';
import type { Expectation } from './expectation';
import { naming } from './naming';
import { firstUnproved, isInvalidWorkflow, isNowhere, isTooLong } from './parts';
import { contradicted, type Misplaced, misplaced, misread } from './places';
import { otherPlan } from './planned';
import type { Reason } from './reason';
import { judgeExchange } from './universal';

/**
 * Before something is called a breach: whether a part of the target file, or a claim about an account, explains it
 * as well.
 * @param around every exchange of the case
 */
export function whyNoBreach(
  expected: Expectation,
  answers: readonly Answer[],
  around: readonly Exchange[],
  context: Context,
): Inconclusive | null {
  const [answer] = answers;
  if (answer === undefined) return null;
  const unproved = (needed: readonly string[] = answer.exchange.parts ?? [], known = context) =>
    blocked(firstUnproved(needed, answer, around, known), answer);
  switch (expected.kind) {
    case 'failure':
      return (
        claimRefuted(expected.pairs, answer, around) ??
        otherPlan(answer, around, context) ??
        cannotUseNow(answer, around) ??
        unproved(restingOn(expected, answer))
      );
    case 'names connection':
      // Whoever tells the faulty block by its position has read the workflow as it was meant.
      return tellsPosition(expected, answer) ? null : unproved(restingOn(expected, answer));
    case 'refusal':
      return (
        (answer.exchange.ofOwner ? refuted(answer, 'same account') : null) ??
        unproved(restingOn(expected, answer))
      );
    case 'alike':
      return answer.exchange.ofOwner ? refuted(answer, 'same account') : null;
    case 'cheaper':
      return (
        cannotUse(answers.find((each) => !isServed(each)) ?? answer) ??
        unread(misread(expected, answers, around, context), answer) ??
        unproved()
      );
    case 'charged':
    case 'uncharged':
      return unread(misread(expected, answers, around, context), answer);
    case 'failure or success':
    case 'rule':
      return null;
    case 'success if not too long':
      // What a longer one costs, or reserves, nobody has seen.
      return stateOfOwner(answer) ?? (isTooLong(answer, around, context) ? null : unproved());
    default:
      if (isServed(answer)) return unread(misplaced(expected, answer, around, context), answer);
      // That a listed model is said not to exist breaks a clause of its own.
      if (expected.kind === 'identifier' && failsWith(answer, 404, 'model_not_found')) {
        const received = observed(answer);
        return { verdict: 'blocked', reason: { kind: 'not served', what: 'the submission', received } };
      }
      if (isPage(answer, context)) {
        const what = `the accepted ${answer.exchange.operation} request`;
        return { verdict: 'blocked', reason: { kind: 'not served', what, received: observed(answer) } };
      }
      // A path that was signed may have moved since.
      return (
        cannotUse(answer) ??
        unproved(undefined, isNowhere(answer, around) ? { ...context, signed: [] } : context)
      );
  }
}

/**
 * A page in the place of a known operation's answer, of a proxy or a login: the clause about its body is broken, and
 * nothing else is to be seen. That there is no such place says something of the address.
 */
function isPage(answer: Answer, context: Context): boolean {
  const { exchange, status, text } = answer;
  if (!isKnownOperation(exchange.operation) || [404, 405].includes(status)) return false;
  return /^\s*</.test(text ?? '') && judgeExchange(exchange, context, answer).breaches.length > 0;
}

/** What was found, marked as no breach where something else explains it. */
export function unlessExplained(
  found: Found,
  ...[expected, answers, around, context]: Parameters<typeof whyNoBreach>
): Found {
  const [answer] = answers;
  // Wherever its result would stand: there is none.
  if (found.instead?.reason.kind === 'job failed') return found;
  const instead =
    found.met && answer !== undefined
      ? (unread(contradicted(expected, answer, context), answer) ??
        (expected.kind === 'refusal' ? cannotUseNow(answer, around) : null))
      : whyNoBreach(expected, answers, around, context);
  return instead === null ? found : { ...found, instead };
}

/**
 * What the answer to a request that is to be refused rests on. A faulty workflow that is served, or refused
 * otherwise, is held against the target where it is known to read references as the target file spells them.
 */
function restingOn(expected: Expectation, { exchange, ...answer }: Answer): string[] {
  const { parts = [], operation } = exchange;
  const faulty =
    operation === 'workflow' &&
    (expected.kind === 'refusal' ||
      (expected.kind === 'failure' && expected.pairs.some(({ code }) => code === 'invalid_workflow')));
  if (!faulty) return parts;
  return isServed({ exchange, ...answer })
    ? ['workflow.references', ...parts]
    : [...parts, 'workflow.references'];
}

function tellsPosition(
  { connection, others, positions }: Extract<Expectation, { kind: 'names connection' }>,
  answer: Answer,
): boolean {
  return (
    isInvalidWorkflow(answer) &&
    naming(errorOf(answer).message ?? '', connection, others, positions) === 'position'
  );
}

/** What a job takes is not shown, and messages need not be of it. */
export function takesNoMessages(answer: Answer): Inconclusive {
  const what = 'the accepted submission of a job with messages';
  return { verdict: 'not driven', reason: { kind: 'not served', what, received: observed(answer) } };
}

function unread(found: Misplaced | null, answer: Answer): Inconclusive | null {
  return found === null ? null : blocked(found.part, answer, found.stands);
}

function blocked(part: string | undefined, answer: Answer, stands: string[] = []): Inconclusive | null {
  if (part === undefined) return null;
  const ofMessages = part === 'text.messages' && answer.exchange.operation === 'submit';
  if (ofMessages && failsWith(answer, 422, 'invalid_request')) return takesNoMessages(answer);
  const received = observed(answer);
  const threw = answer.exchange.threw?.[part];
  const reason: Reason = {
    kind: 'unproved',
    part,
    received,
    ...(stands.length > 0 && { stands }),
    ...(threw !== undefined && { threw }),
  };
  return { verdict: 'blocked', reason };
}
