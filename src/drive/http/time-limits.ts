/** How many requests may wait for the full time limit at an operation that leaves some without a response. */
const FULL_WAITS = 2;
/**
 * Later requests wait this many times as long as the slowest response there took, and at least this many
 * milliseconds.
 */
const SHORTENED_WAIT = { times: 10, least: 2000 };

/**
 * Time limits for responses. A handler that crashes often never responds. If others at the same operation
 * responded, a run does not wait the full time for each such request. A response that comes too late is never
 * a violation.
 * @param timeout milliseconds for a complete response
 */
export function timeLimits(timeout: number) {
  const longest = new Map<string, number>();
  const silences = new Map<string, number>();
  return {
    /** Milliseconds to wait for the next response of this operation. */
    at(place: string) {
      const took = longest.get(place);
      if (took === undefined || (silences.get(place) ?? 0) < FULL_WAITS) return timeout;
      return Math.min(
        timeout,
        Math.max(SHORTENED_WAIT.times * took, Math.min(SHORTENED_WAIT.least, timeout / 4)),
      );
    },
    /** Records a complete response after this many milliseconds. */
    answered(place: string, milliseconds: number) {
      longest.set(place, Math.max(longest.get(place) ?? 0, milliseconds));
    },
    /** Records that no response came in time. */
    silent(place: string) {
      silences.set(place, (silences.get(place) ?? 0) + 1);
    },
  };
}
