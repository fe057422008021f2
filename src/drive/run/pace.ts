import { monotonicNow } from './clock';

/**
 * The milliseconds over which the requests of a minute are spread, so that delayed ones do not fall into the
 * next minute.
 */
const PACED = 60_300;

/** When the pace allows a request. */
export class Pace {
  readonly #gap: number;
  #turn = 0;

  /** @param requestsPerMinute undefined: no limit */
  constructor(requestsPerMinute: number | undefined) {
    this.#gap = requestsPerMinute === undefined ? 0 : PACED / requestsPerMinute;
  }

  /** The time of the next request, which no other gets. */
  nextTurn(): number {
    if (this.#gap === 0) return 0;
    const turn = Math.max(monotonicNow(), this.#turn);
    this.#turn = turn + this.#gap;
    return turn;
  }
}
