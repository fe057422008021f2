import { type Answer, isServed } from '../engine/answer';
import { listOf } from '../engine/models';
import { receivedOf } from './read';
import { modelsAt, pointerOf, type RequestSpec, type Target } from './target';

/** A list that has no end is read so far. */
const MOST_PAGES = 50;

/** The first page of the models, with the list of all of them. */
export async function allPages(target: Target, ask: (spec: RequestSpec) => Promise<Answer>): Promise<Answer> {
  const first = await ask({ path: '/v1/models' });
  const next = typeof target.models === 'object' ? target.models.next : undefined;
  const pointer = pointerOf(modelsAt(target));
  const list: unknown[] = [];
  for (let page = first, count = 0; next !== undefined && count < MOST_PAGES; count++) {
    const found = listOf(page, pointer);
    if (!isServed(page) || !('list' in found)) break;
    list.push(...found.list);
    const spec = next(receivedOf(page));
    if (spec === undefined) break;
    page = await ask(spec);
  }
  if (list.length > 0) first.exchange.read = { ...first.exchange.read, models: list };
  return first;
}
