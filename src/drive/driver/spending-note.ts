import { isAiRequest } from '../../judge/credits/cost';
import { suiteInfo } from '../../judge/data/suite-info';
import { announce } from '../client/waits';
import { perSession } from '../run/per-session';
import type { Session } from '../run/session';
import { aiRequestsOf } from '../setup/requests';

/** How many times the planned number of AI requests a run may send before it says so. */
const MOST_TIMES = 2;

const spentIn = perSession(({ settings: { depth }, keys, target }) => ({
  planned: aiRequestsOf(depth, { keys, target }),
  byChapter: new Map<string, number>(),
  counted: new Set<string>(),
  isSaid: false,
}));

/**
 * Announces once that a run passed twice the AI requests of its plan, with the chapter that sent most of them.
 * @param chapter of a check that has ended
 */
export function noteSpending(session: Session, chapter: string, exchanges: Session['sent']): void {
  const spent = spentIn(session);
  for (const exchange of exchanges) {
    if (!isAiRequest(exchange) || spent.counted.has(exchange.id)) continue;
    spent.counted.add(exchange.id);
    spent.byChapter.set(chapter, (spent.byChapter.get(chapter) ?? 0) + 1);
  }
  const all = spent.counted.size;
  if (spent.isSaid || all <= MOST_TIMES * spent.planned) return;
  spent.isSaid = true;
  const [[most = '', number = 0] = []] = [...spent.byChapter].sort(([, one], [, other]) => other - one);
  announce(
    `${all} AI requests were sent so far, and about ${spent.planned} were planned: ${number} of them by the chapter ${suiteInfo.chapters[most]?.title ?? most}`,
  )();
}
