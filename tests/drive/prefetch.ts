import { tiers } from '../engine/models';
import { actorOf } from './actors';
import { type Baselines, senderOf } from './baselines';
import { burstOf } from './burst';
import type { Given } from './given';
import { recordApart } from './recorder';
import type { Session } from './session';

const begun = new WeakSet<Session>();

/**
 * On a run of all cases, begins to make what they build on before the first of them asks for it: an AI use takes
 * seconds, and the cases that need none go on meanwhile. What is made belongs to the case that takes it over.
 */
export function prefetch(session: Session, baseline: Baselines, given: Given): void {
  if (!session.run.whole || begun.has(session)) return;
  begun.add(session);
  const { target, keys, run, settings } = session;
  const ahead: (() => Promise<unknown>)[] = [];
  for (const account of Object.keys(keys) as (keyof typeof keys)[])
    ahead.push(async () => baseline.recognised(senderOf(session, 'holder', account)));
  // With a small budget the cases decide what it is spent on, in their order.
  if (settings.maxAiUses === Number.POSITIVE_INFINITY) {
    if (target.text) {
      ahead.push(
        () => baseline.prompt(),
        () => baseline.messages(),
      );
      for (const tier of tiers) ahead.push(() => baseline.tier(tier));
    }
    if (keys.OTHER_API_KEY) {
      if (target.job) ahead.push(() => given.foreignAtOnce('job'));
      if (target.workflow && target.run) ahead.push(() => given.foreignAtOnce('run'));
    }
    if (target.job) ahead.push(async () => [await baseline.job(), await baseline.finishedJob()]);
    if (target.workflow)
      for (const chain of ['short', 'long', 'skipping'] as const) ahead.push(() => baseline.workflow(chain));
    if (target.workflow && target.run) ahead.push(() => baseline.run());
  }
  // An account of its own, but perhaps not an address of its own: on a live target the burst comes last.
  if (run.mock && keys.RATE_LIMIT_API_KEY) {
    const rateLimited = actorOf(
      session,
      baseline,
      senderOf(session, 'rateLimited', 'RATE_LIMIT_API_KEY', ['rate_limited']),
    );
    ahead.push(() => burstOf(session, rateLimited, given).untilRefused());
  }
  void recordApart(() => Promise.allSettled(ahead.map(async (make) => make())), false);
}
