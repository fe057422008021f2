import type { Reason } from '../../judge/data/reason';
import { formatReason } from '../../judge/texts/wording';
import { announce } from '../client/waits';
import { monotonicNow } from '../run/clock';
import { plannedWaitEnded } from '../run/planned-waits';
import type { Session } from '../run/session';

/** Milliseconds without a request after which a run says so, and how often it looks. */
const PATIENCE = { said: 60_000, look: 1000 };
/** How many of the waiting checks are named. */
const MOST_NAMED = 3;

/**
 * Watches a run for checks that wait although nothing is sent, nothing is in flight and no wait is planned. After a
 * minute this is announced. After two more time limits nothing more is sent.
 * @param waiting the titles of the checks that began and have not ended
 * @returns resolves with what was waited for, once the run is stalled
 */
export function whenStalled(
  { coordinator, settings }: Pick<Session, 'coordinator' | 'settings'>,
  waiting: () => string[],
  { said, look } = PATIENCE,
): Promise<Reason> {
  return new Promise((resolve) => {
    let isOver: (() => void) | undefined;
    const timer = setInterval(() => {
      if (coordinator.isStopped) return clearInterval(timer);
      const checks = waiting();
      const since = [coordinator.idleSince, plannedWaitEnded()];
      const isIdle = checks.length > 0 && !since.includes(undefined);
      const idle = isIdle ? monotonicNow() - Math.max(...since.map(Number)) : 0;
      const reason: Reason = {
        kind: 'stalled',
        seconds: Math.round(idle / 1000),
        checks: checks.slice(0, MOST_NAMED),
        more: Math.max(0, checks.length - MOST_NAMED),
      };
      if (idle < said) {
        isOver?.();
        isOver = undefined;
      } else isOver ??= announce(formatReason(reason));
      if (idle < said + 2 * settings.timeoutMs) return;
      clearInterval(timer);
      coordinator.stop();
      resolve(reason);
    }, look);
    timer.unref();
  });
}
