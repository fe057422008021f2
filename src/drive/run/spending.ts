/** The longest time from a response to its charge, in milliseconds; `never` if no charge was seen. */
type Lag = number | 'never';

/**
 * When each account used the AI, and what its credits were while it was quiet, for those who measure credits.
 * A request without an account (null) that should have been rejected may be charged to any account.
 */
export class Spending {
  readonly #usedAt = new Map<string | null, number>();
  /** The last reading while the account was quiet and every charge was in; none once it uses the AI again. */
  readonly #quiet = new Map<string, unknown>();
  /** Until then the account is not quiet: rejected requests may have cost something. */
  readonly #unsettledUntil = new Map<string, number>();
  #lag: Lag = 0;

  /** That of API_KEY. */
  get lag(): Lag {
    return this.#lag;
  }

  noteLag(lag: Lag): void {
    this.#lag = lag === 'never' || this.#lag === 'never' ? lag : Math.max(this.#lag, lag);
  }

  /** An AI request is sent. */
  begin(name: string | null): void {
    if (name === null) this.#quiet.clear();
    else this.#quiet.delete(name);
  }

  /** An AI request was accepted. */
  noteUse(name: string | null): void {
    this.#usedAt.set(name, Date.now());
  }

  /** When the account last used the AI, in milliseconds since the epoch; 0 if it did not. */
  usedAt(name: string | null): number {
    return Math.max(this.#usedAt.get(name) ?? 0, this.#usedAt.get(null) ?? 0);
  }

  /** The last reading of the account, if it has not used the AI since. */
  quietOf<T>(name: string): T | undefined {
    return this.#quiet.get(name) as T | undefined;
  }

  /** Not while something may yet be charged. */
  noteQuiet(name: string, shown: unknown): void {
    if (Date.now() >= (this.#unsettledUntil.get(name) ?? 0)) this.#quiet.set(name, shown);
  }

  /**
   * Records that a request may be charged within this number of seconds. Call it for each rejected request
   * that may be charged late: otherwise the charge counts as somebody else's, and nothing is judged.
   */
  noteUnsettled(name: string, seconds: number): void {
    this.#unsettledUntil.set(name, Date.now() + seconds * 1000);
    this.#quiet.delete(name);
  }
}
