/** How many requests are waited for in full at a place that leaves some without an answer. */
const PATIENT = 2;
/** Each further one is waited for this many times as long as the longest answer there took, at least so many milliseconds. */
const SHORT = { times: 10, least: 2000 };

/**
 * How long answers are waited for. A handler that breaks down often never answers: where others at the same place
 * answered, a run does not wait in full for each request that meets it. An answer that comes later accuses nobody.
 * @param timeout milliseconds for one complete answer
 */
export function timeLimits(timeout: number) {
  const longest = new Map<string, number>();
  const silences = new Map<string, number>();
  return {
    /** Milliseconds for the next answer at this place. */
    at(place: string) {
      const took = longest.get(place);
      if (took === undefined || (silences.get(place) ?? 0) < PATIENT) return timeout;
      return Math.min(timeout, Math.max(SHORT.times * took, Math.min(SHORT.least, timeout / 4)));
    },
    /** A complete answer came there, after so many milliseconds. */
    answered(place: string, milliseconds: number) {
      longest.set(place, Math.max(longest.get(place) ?? 0, milliseconds));
    },
    /** None came there in time. */
    silent(place: string) {
      silences.set(place, (silences.get(place) ?? 0) + 1);
    },
  };
}
