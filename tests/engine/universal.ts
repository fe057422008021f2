import { type Answer, answerOf, body, errorOf, isErrorBody, isKnown } from './answer';
import type { Context, Exchange, Universal } from './evidence';
import { isObject } from './json';
import { judge } from './judge';
import { listOf } from './models';

/**
 * What the clauses that hold for every answer find in an exchange (contract 2.1, 4, 7); nothing for the act of an
 * open case, and for a preparation that met no endpoint at all, since the target file may spell a wrong path.
 * @param answer where the exchange keeps only a part of it
 */
export function judgeExchange(exchange: Exchange, context: Context, answer = answerOf(exchange)): Universal {
  if (answer === null) return exchange.found ?? { judged: [], breaches: [] };
  if (!isJudged(exchange, answer)) return { judged: [], breaches: [] };
  const { status, contentType, text } = answer;
  const seen = {
    status,
    contentType,
    text,
    byteOrderMark: text?.startsWith('\ufeff') ?? false,
    operation: exchange.operation,
    models: isTold(exchange, context) ? listOf(answer, context.models) : undefined,
    leaks: exchange.leaks ?? [],
    firstType: context.errorType,
    words: context.words,
  };
  return judge(seen, body(answer));
}

/** The target file says where the list of models stands. */
function isTold({ operation, read }: Exchange, { models }: Context): boolean {
  return operation === 'models' && (models !== undefined || read?.models !== undefined);
}

/** `error.type` of a failure that is judged: the first of a run is what all others are held to. */
export function errorTypeIn(answer: Answer): string | undefined {
  const json = body(answer);
  const failed = answer.status < 200 || answer.status > 299;
  if (!failed || !isJudged(answer.exchange, answer) || !isObject(json) || !isErrorLike(json))
    return undefined;
  return typeof json.error.type === 'string' ? json.error.type : undefined;
}

function isErrorLike(json: Record<string, unknown>): json is { error: Record<string, unknown> } {
  return isErrorBody(json) || isObject(json.error);
}

function isJudged(exchange: Exchange, answer: Answer): boolean {
  // A redirect is no failed request.
  if (exchange.open || (answer.status >= 300 && answer.status < 400)) return false;
  const nowhere = [404, 405].includes(answer.status) && errorOf(answer).code === undefined;
  return !(exchange.given && nowhere && !isKnown(exchange.operation));
}
