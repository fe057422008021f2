import { type Answer, answerOf, errorOf, isServed, observed } from './answer';
import type { Context, Exchange, Inconclusive } from './evidence';
import type { Expectation, Found } from './expectation';
import { pointersTo } from './json';

/**
 * Before something is called a breach: whether a part of the target file, or a claim about an account, explains it
 * as well. A part is proved where a request built from it was served, in this run or in one that was signed.
 * @param around every exchange of the case
 */
export function explanation(
  expected: Expectation,
  answers: readonly Answer[],
  around: readonly Exchange[],
  context: Context,
): Inconclusive | null {
  const [answer] = answers;
  if (answer === undefined) return null;
  if (expected.kind === 'failure')
    return claimed(expected, answer, around) ?? unreferenced(expected, answer, around, context);
  if (!positive.has(expected.kind)) return null;
  return cannotUse(answer) ?? unproved(expected, answer, around, context);
}

const positive = new Set<Expectation['kind']>([
  ...(['success', 'listed model', 'success if not too long', 'identifier', 'value'] as const),
  ...(['models', 'models once', 'tiers', 'credits'] as const),
]);

/** The account under test may be out of credits, unlinked, or over its day: no breach, unless it can afford it. */
function cannotUse(answer: Answer): Inconclusive | null {
  const { variable, affordable } = answer.exchange;
  const { code } = errorOf(answer);
  const pair = `${answer.status} ${code}`;
  if (variable !== 'API_KEY' || code === undefined || affordable || !states.has(pair)) return null;
  return { verdict: 'blocked', reason: { kind: 'account', variable, code } };
}

/** The answers that tell the state of an account (contract 7). */
const states = new Set(['402 insufficient_credits', '409 no_backend_account', '429 daily_quota_exceeded']);

/** An account that always answers the code of another claim is not what its variable says. */
function claimed(
  expected: Extract<Expectation, { kind: 'failure' }>,
  answer: Answer,
  around: readonly Exchange[],
): Inconclusive | null {
  const { variable, operation } = answer.exchange;
  const asked = expected.pairs.map(({ status, code }) => `${status} ${code}`);
  const told = `${answer.status} ${errorOf(answer).code}`;
  if (variable === null || variable === 'API_KEY' || !states.has(told) || asked.includes(told)) return null;
  if (!asked.some((pair) => states.has(pair) || pair === '429 rate_limited' || pair === '502 upstream_error'))
    return null;
  // A code that this account gets now and then is the target's: one that it always gets is the account's.
  const otherwise = around.some((exchange) => {
    const other =
      exchange.variable === variable && exchange.operation === operation ? answerOf(exchange) : null;
    return other !== null && `${other.status} ${errorOf(other).code}` !== told;
  });
  if (otherwise) return null;
  return { verdict: 'blocked', reason: { kind: 'refuted', variable, received: observed(answer) } };
}

function unproved(
  expected: Expectation,
  answer: Answer,
  around: readonly Exchange[],
  context: Context,
): Inconclusive | null {
  const { parts = [] } = answer.exchange;
  const blocked = (part: string, stands: string[] = []): Inconclusive => ({
    verdict: 'blocked',
    reason: { kind: 'unproved', part, received: observed(answer), ...(stands.length > 0 && { stands }) },
  });
  if (isServed(answer)) {
    const part = readBy(expected, answer);
    if (part === null || isSigned(part, context)) return null;
    return blocked(part, expected.kind === 'identifier' ? pointersTo(answer, expected.name) : []);
  }
  const moved = parts.length > 0 && isNowhere(answer);
  const missing = parts.find((part) => moved || !isProved(part, around, context));
  return missing === undefined ? null : blocked(missing);
}

/** The told place by which an answer was read; null where nothing was told. */
function readBy(expected: Expectation, { exchange }: Answer): string | null {
  const told = (part: string, at: string | undefined) =>
    at !== undefined || (exchange.read && part in exchange.read);
  switch (expected.kind) {
    case 'identifier': {
      const part = expected.name === 'job_id' ? 'job.id' : 'workflow.runId';
      return told(part, expected.at) ? part : (exchange.parts?.[0] ?? null);
    }
    case 'value':
      return expected.part;
    case 'models':
    case 'models once':
    case 'tiers':
      return told('models', expected.at) ? 'models' : null;
    case 'credits':
      return told('credits', expected.at) ? 'credits' : null;
    default:
      return null;
  }
}

function isSigned(part: string, { signed = [] }: Context): boolean {
  return signed.includes('*') || signed.includes(part);
}

/** Served once, or signed. A served `messages` proves method, path and nesting of `prompt`, not the reverse. */
function isProved(part: string, around: readonly Exchange[], context: Context): boolean {
  const siblings = part === 'text.prompt' ? [part, 'text.messages'] : [part];
  return (
    isSigned(part, context) ||
    around.some((exchange) => {
      if (!exchange.parts?.some((each) => siblings.includes(each))) return false;
      const answer = answerOf(exchange);
      return answer !== null && isServed(answer);
    })
  );
}

/** No such place, told by nothing of the request: paths are not shown and may move. */
function isNowhere(answer: Answer): boolean {
  const { code } = errorOf(answer);
  const named = code === 'model_not_found' || code === 'invalid_workflow' || code === 'invalid_request';
  return [404, 405, 501].includes(answer.status) && !named;
}

/**
 * A faulty workflow that is served, or refused otherwise, is held against the target where it is known to read
 * our references: it refused one as invalid_workflow. What rests on declared outputs or kinds must be signed.
 */
function unreferenced(
  expected: Extract<Expectation, { kind: 'failure' }>,
  answer: Answer,
  around: readonly Exchange[],
  context: Context,
): Inconclusive | null {
  if (
    answer.exchange.operation !== 'workflow' ||
    !expected.pairs.some(({ code }) => code === 'invalid_workflow')
  )
    return null;
  const { parts = [] } = answer.exchange;
  const resting = parts.find((part) => part === 'workflow.kinds' || part === 'workflow.outputs');
  const understood = around.some((exchange) => {
    const other = exchange.operation === 'workflow' ? answerOf(exchange) : null;
    return other !== null && other.status === 400 && errorOf(other).code === 'invalid_workflow';
  });
  const part = resting ?? (understood ? undefined : 'workflow.references');
  if (part === undefined || isSigned(part, context)) return null;
  return { verdict: 'blocked', reason: { kind: 'unproved', part, received: observed(answer) } };
}

/** The same as what was found, but for what explains it otherwise. */
export function explained(
  found: Found,
  ...[expected, answers, around, context]: Parameters<typeof explanation>
): Found {
  if (found.met || found.instead) return found;
  const instead = explanation(expected, answers, around, context);
  return instead === null ? found : { ...found, instead };
}
