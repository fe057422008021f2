import { type Answer, body, failsWith, gistOf, isServed, observed, parse } from './answer';
import { tellsOfTheAccount } from './claims';
import type { Context, Exchange, Inconclusive } from './evidence';
import { at, type Pointer, walk } from './json';
import { beyond, idsOf, listOf } from './models';

/**
 * Whether a plan may be why a listed model is refused. It is not where the same operation served that model with
 * another input, and another model with this one.
 * @param around every exchange of the case
 */
export function mayBePlanned({ exchange }: Answer, around: readonly Exchange[]): boolean {
  const { model, input } = askedFor(exchange);
  const served = around
    .filter((each) => each.operation === exchange.operation && each.aiUse)
    .map((each) => askedFor(each));
  return !(
    model !== undefined &&
    served.some((each) => each.model === model) &&
    served.some((each) => each.input === input)
  );
}

/**
 * Why nothing can be said where another account than that of API_KEY is told that there is no such model: its own list,
 * which was asked for, lacks the model, and nothing tells that there is more of it; or its state keeps it from reading.
 * @param around every exchange of the case
 */
export function otherPlan(
  answer: Answer,
  around: readonly Exchange[],
  { models }: Context,
): Inconclusive | null {
  const { variable } = answer.exchange;
  if (variable === null || variable === 'API_KEY' || !failsWith(answer, 404, 'model_not_found')) return null;
  const { model } = askedFor(answer.exchange);
  const lacksIt = around.some((each) => {
    const own = each.operation === 'models' && each.variable === variable ? gistOf(each) : null;
    if (own === null) return false;
    return isServed(own) ? typeof model === 'string' && lacks(own, model, models) : tellsOfTheAccount(own);
  });
  if (!lacksIt) return null;
  return { verdict: 'not driven', reason: { kind: 'plan', received: observed(answer) } };
}

/** Whether an answer to GET /v1/models leaves this one out: none of its lists has it, and none may go on further. */
export function lacks(answer: Answer, model: string, pointer?: Pointer): boolean {
  const found = listOf(answer, pointer);
  const lists =
    'several' in found
      ? found.several.map((each) => at(body(answer), each) as unknown[])
      : 'list' in found
        ? [found.list]
        : [];
  return (
    lists.some((list) => idsOf(list).length > 0) &&
    lists.every((list) => beyond(answer, list) === null && !idsOf(list).includes(model))
  );
}

function askedFor({ request }: Exchange): { model: unknown; input: string } {
  const fields = [...walk(parse(request.body ?? ''))];
  const input = ['prompt', 'messages'].filter((name) => fields.some((field) => field.name === name));
  return { model: fields.find(({ name }) => name === 'model')?.value, input: input.join() };
}
