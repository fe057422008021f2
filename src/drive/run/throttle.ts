/** After this number of responses, one more request may be in flight, or twice as many sent per second. */
const CALM = 50;
/** The milliseconds between two requests that are sent one by one: at first, and at most. */
const FIRST_GAP = 20;
const LONGEST_GAP = 160;

/**
 * Limits how many requests of one account are in flight, and their pace. A target may limit requests at once
 * or per second instead of per minute. Each time it does, half as many are sent at once; if only one was,
 * half as many per second.
 */
export class Throttle {
  #inFlight = 0;
  readonly #concurrency: number;
  #most: number;
  #gap = 0;
  #next = 0;
  #answers = 0;

  /** @param concurrency how many requests may be in flight while none is limited */
  constructor(concurrency: number) {
    this.#concurrency = concurrency;
    this.#most = concurrency;
  }

  get isFull(): boolean {
    return this.#inFlight >= this.#most;
  }

  /** The milliseconds from now until the next request may be sent. */
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

  /** A completed request was limited again: those sent at the same time or before may be the cause. */
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
