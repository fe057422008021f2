import { type Answer, parse } from './answer';
import type { Exchange } from './evidence';
import { walk } from './json';

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

function askedFor({ request }: Exchange): { model: unknown; input: string } {
  const fields = [...walk(parse(request.body ?? ''))];
  const input = ['prompt', 'messages'].filter((name) => fields.some((field) => field.name === name));
  return { model: fields.find(({ name }) => name === 'model')?.value, input: input.join() };
}
