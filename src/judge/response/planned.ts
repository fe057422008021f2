import type { Context, Exchange } from '../data/evidence';
import { at, type Pointer, parse, walk } from '../data/json';
import { type Answer, body } from './answer';
import { beyond, idsOf, listOf } from './models';

/** Whether a response of GET /v1/models excludes this model: no list has it, and no list may have further pages. */
export function lacks(
  answer: Answer,
  model: string,
  known: Pick<Context, 'facts'>,
  pointer?: Pointer,
): boolean {
  const modelList = listOf(answer, known, pointer);
  const lists =
    'several' in modelList
      ? modelList.several.map((each) => at(body(answer), each) as unknown[])
      : 'list' in modelList
        ? [modelList.list]
        : [];
  return (
    lists.some((list) => idsOf(list).length > 0) &&
    lists.every((list) => beyond(answer, list) === null && !idsOf(list).includes(model))
  );
}

/** The model that a request names, and the form of its input. */
export function requestedIn({ request }: Exchange): { model: unknown; input: string } {
  const fields = [...walk(parse(request.body ?? ''))];
  const input = ['prompt', 'messages'].filter((name) => fields.some((field) => field.name === name));
  return { model: fields.find(({ name }) => name === 'model')?.value, input: input.join() };
}
