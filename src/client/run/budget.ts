import { isSmokeDepth } from '../../judge/verdict/depth';
import type { Session } from './session';

/** The number of calls where nobody says what exceeds the rate limit. */
const DEFAULT_CALLS = 60;

type Burst = Pick<Session, 'target'> & { settings: Pick<Session['settings'], 'rateLimitBurst'> };

/** The number of calls that exceeds the limit in the target file. */
export const callsNeeded = ({ rateLimit }: Session['target']) =>
  rateLimit === undefined ? 0 : 2 * (rateLimit.calls + 1);

/** The greatest number of calls in a burst: reads first, then text requests. */
export const callsOf = ({ settings, target }: Burst) =>
  settings.rateLimitBurst ?? Math.max(callsNeeded(target), DEFAULT_CALLS);

export const readsOf = (calls: number) => Math.floor(calls / 2);

type Limits = Pick<Session, 'target' | 'keys'> & {
  settings: Pick<Session['settings'], 'depth' | 'maxAiRequests' | 'rateLimitBurst'>;
};

/**
 * How many AI requests a run may send: MAX_AI_REQUESTS, or three times what a service accepts that keeps the
 * contract, and the text requests of a burst.
 */
export function mostAiRequests({ settings, target, keys }: Limits): number {
  const calls = callsOf({ settings, target });
  const burst = keys.RATE_LIMIT_API_KEY && target.text ? calls - readsOf(calls) : 0;
  return settings.maxAiRequests ?? (isSmokeDepth(settings.depth) ? 60 : 150) + burst;
}
