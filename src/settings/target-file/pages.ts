import { requestTo } from '../../../spec/operations';
import { emptyContext } from '../../judge/data/evidence';
import type { ExchangeFacts } from '../../judge/data/facts';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { listOf } from '../../judge/response/models';
import { receivedOf } from './read';
import { modelsAt, nextPage, pointerOf, type RequestSpec, type Target } from './target';

/** The greatest number of pages that are read of an endless list. */
const MOST_PAGES = 50;

/** The first page of models, and all listed models where there may be several pages. */
export async function allPages(
  target: Target,
  ask: (spec: RequestSpec) => Promise<Answer>,
): Promise<{ first: Answer } & Pick<ExchangeFacts, 'pages'>> {
  const first = await ask(requestTo('models'));
  const next = nextPage(target);
  if (next === undefined) return { first };
  const pointer = pointerOf(modelsAt(target));
  const list: unknown[] = [];
  const seen = new Set<string>();
  let page = first;
  let leadsTo: string | undefined;
  for (let count = 1; ; count++) {
    const modelList = listOf(page, emptyContext, pointer);
    if (!isAccepted(page) || !('list' in modelList)) {
      leadsTo = isAccepted(page) ? 'a response without a list' : `a response ${page.status}`;
      break;
    }
    const text = JSON.stringify(modelList.list);
    if (modelList.list.length > 0 && seen.has(text)) {
      leadsTo = 'a page that was read before';
      break;
    }
    seen.add(text);
    list.push(...modelList.list);
    const spec = count < MOST_PAGES ? next(receivedOf(page)) : undefined;
    if (spec === undefined) break;
    page = await ask(spec);
  }
  // A first page that is invalid is judged elsewhere.
  if (seen.size === 0) return { first };
  return { first, pages: { list, ...(leadsTo !== undefined && { leadsTo }) } };
}
