/** After so many answers one more may be in flight again, or twice as many a second be sent. */
const CALM = 50;
/** Milliseconds between two requests that are sent one by one: at first, and at the most. */
const FIRST_GAP = 20;
const LONGEST_GAP = 160;

/**
 * How many requests of one account may be in flight together, and how soon one after another. A target may refuse
 * what comes at once or within a second, rather than within a minute: each time half as many go together, and where
 * one went alone, half as many a second.
 */
export class Throttle {
  #inFlight = 0;
  readonly #concurrency: number;
  #most: number;
  #gap = 0;
  #next = 0;
  #answers = 0;

  /** @param concurrency how many requests may be in flight together while none is refused */
  constructor(concurrency: number) {
    this.#concurrency = concurrency;
    this.#most = concurrency;
  }

  get isFull(): boolean {
    return this.#inFlight >= this.#most;
  }

  /** Milliseconds until the next may be sent, at this time. */
  waitAt(now: number): number {
    return Math.max(0, this.#next - now);
  }

  enter(now: number): void {
    this.#inFlight++;
    this.#next = now + this.#gap;
  }

  leave(): void {
    this.#inFlight--;
    this.#answers++;
    if (this.#answers % CALM > 0) return;
    this.#most = Math.min(this.#most + 1, this.#concurrency);
    this.#gap = this.#gap > FIRST_GAP ? this.#gap / 2 : 0;
  }

  /** One that has left was rejected again: what was sent beside it or before it may be why. */
  reject(): void {
    this.#answers = 0;
    if (this.#inFlight > 0)
      this.#most = Math.max(1, Math.floor(Math.min(this.#most, this.#inFlight + 1) / 2));
    else this.#gap = Math.min(Math.max(2 * this.#gap, FIRST_GAP), LONGEST_GAP);
  }

  clear(): void {
    this.#most = this.#concurrency;
    this.#gap = 0;
    this.#next = 0;
  }
}
