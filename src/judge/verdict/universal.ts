import { type ClauseId, ledger } from '../../../spec/ledger';
import { isKnownOperation } from '../../../spec/operations';
import { describedOperations, spelling } from '../../../spec/target-file';
import type { Context, Exchange, Finding, Operation, Universal } from '../data/evidence';
import { factsOf } from '../data/facts';
import { groupedBy } from '../data/grouped';
import { at } from '../data/json';
import { unmetVerdict } from '../data/suite-info';
import { type Answer, answerOf, body, isSuccess, isUnrouted, wasAccepted } from '../response/answer';
import { isUnacceptable } from '../response/disturbance';
import { judge } from '../response/judge';
import { listOf, listRead, typesOf } from '../response/models';
import { isVerifiedEarlier } from '../response/parts';
import { isOfIntermediary } from '../response/unexplained';

/**
 * The findings of the clauses that every response is judged by (contract 2.1, 4, 7). Nothing that the target
 * file describes is judged until a request of it was accepted or verified, since the target file may be
 * wrong.
 */
export function judgeExchange(exchange: Exchange, context: Context): Universal<Finding> {
  const { judged, violations } = judgedBy(exchange, context);
  return {
    judged,
    violations: violations.map((found) => ({
      ...found,
      verdict: unmetVerdict(found.clause),
      exchanges: [exchange],
      universal: true,
    })),
  };
}

function judgedBy(exchange: Exchange, context: Context): Universal {
  const answer = answerOf(exchange);
  if (answer === null || !isJudged(exchange, answer, context)) return { judged: [], violations: [] };
  const known = {
    words: context.words,
    constantType: context.errorType,
    models: isLocated(exchange, context) ? listOf(answer, context, context.models) : undefined,
  };
  // What would apply to an operation that the document does not show.
  if (exchange.operation === 'other' || isLarge(exchange) || isOfIntermediary(answer, context))
    return outsideContract(judge(answer, known, 'text'));
  const universal = judge(answer, known);
  // The target file may say wrongly where the list is, until that part is verified.
  if (!isLocated(exchange, context) || isVerifiedEarlier('models', context)) return universal;
  return {
    judged: universal.judged.filter((clause) => clause !== 'models.list.ids'),
    violations: universal.violations.filter(({ clause }) => clause !== 'models.list.ids'),
  };
}

/**
 * Unknown addresses and gateways are judged as a recommendation, by the first difference. How an error is labelled is part
 * of it, and a recommendation anywhere.
 */
function outsideContract({ judged, violations }: Universal): Universal {
  const about = (clause: ClauseId) => clause.startsWith('errors.');
  const labelled: ClauseId = 'errors.body.media-type';
  const label = violations.filter(({ clause }) => clause === labelled);
  const violation =
    violations.find(({ clause }) => about(clause) && ledger[clause].level === 'must') ?? label[0];
  return {
    judged: [
      ...judged.filter((clause) => clause === labelled),
      ...(judged.some(about) ? (['errors.elsewhere'] as const) : []),
    ],
    violations: [...label, ...(violation ? [{ ...violation, clause: 'errors.elsewhere' as const }] : [])],
  };
}

/** The largest ordinary body in bytes, a little less than what is stored. Front ends reject larger ones. */
const ORDINARY = 60_000;

function isLarge({ request }: Exchange): boolean {
  return Buffer.byteLength(request.body ?? '') > ORDINARY;
}

/** True if the target file says where the list of models is. */
function isLocated(exchange: Exchange, context: Context): boolean {
  const isTold = context.models !== undefined || listRead(exchange, context) !== undefined;
  return exchange.operation === 'models' && isTold;
}

/**
 * The `error.type` that all errors of a run are compared with: the one that the models show, where an error has it; else
 * the most frequent. Which came first says nothing, since requests go out together.
 */
export function constantTypeOf(exchanges: readonly Exchange[], context: Context): string | undefined {
  const types = exchanges.flatMap((each) => errorTypeIn(each, context) ?? []).toSorted();
  const ofModels = typesOf(context.words).find((type) => types.includes(type));
  const [most] = groupedBy(types, (type) => type).toSorted((a, b) => b.length - a.length);
  return ofModels ?? most?.[0];
}

function errorTypeIn(exchange: Exchange, context: Context): string | undefined {
  const answer = answerOf(exchange);
  if (answer === null || isSuccess(answer) || isOfIntermediary(answer, context)) return undefined;
  const type = at(body(answer), '/error/type');
  return typeof type === 'string' && isJudged(exchange, answer, context) ? type : undefined;
}

function isJudged(exchange: Exchange, answer: Answer, context: Context): boolean {
  // A redirect is not a failed request.
  if ((answer.status >= 300 && answer.status < 400) || isUnacceptable(exchange)) return false;
  const { operation } = exchange;
  return isKnownOperation(operation) || operation === 'other' || isReached(exchange, answer, context);
}

/** True if a request of this operation was accepted or verified earlier, so that its path is known to be right. */
function isReached(exchange: Exchange, answer: Answer, context: Context): boolean {
  const { operation } = exchange;
  if (context.accepted.includes(operation)) return true;
  return (
    !(factsOf(exchange, context).preparation && isUnrouted(answer)) &&
    spelling(operation).some((part) => isVerifiedEarlier(part, context))
  );
}

export function acceptedIn(exchanges: readonly Exchange[]): Operation[] {
  const accepted = exchanges.filter((exchange) => exchange.aiRequest || wasAccepted(exchange));
  return describedOperations.filter((each) => accepted.some(({ operation }) => operation === each));
}
