/** So many requests are in flight together at the most: what a browser and a proxy or two would open to one host. */
export const MOST_IN_FLIGHT = 24;
/** After so many answers one more may be in flight again. */
const CALM = 100;

/**
 * How many requests of one account may be in flight together. A target may refuse with 429 what comes at once, rather
 * than what comes in a minute: after each such answer half as many go together, at last one alone.
 */
export class Crowd {
  #inFlight = 0;
  #most = MOST_IN_FLIGHT;
  #answers = 0;

  get isFull(): boolean {
    return this.#inFlight >= this.#most;
  }

  enter(): void {
    this.#inFlight++;
  }

  leave(): void {
    this.#inFlight--;
    this.#answers++;
    if (this.#answers % CALM === 0) this.#most = Math.min(this.#most + 1, MOST_IN_FLIGHT);
  }

  /** One that has left was refused with 429. What was in flight beside it may be why. */
  refuse(): void {
    const together = Math.min(this.#most, this.#inFlight + 1);
    if (this.#inFlight > 0) this.#most = Math.max(1, Math.floor(together / 2));
    this.#answers = 0;
  }
}
