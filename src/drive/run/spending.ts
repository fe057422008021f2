import type { Answer } from '../../judge/response/answer';
import { monotonicNow } from './clock';

/**
 * When each account used the AI, and what its credits were while it was quiet, for those who measure credits.
 * A request without an account (null) that should have been rejected may be charged to any account.
 */
export class Spending {
  readonly #usedAt = new Map<string | null, number>();
  #quiet: Answer | undefined;
  /** Until then API_KEY is not quiet: rejected requests may have cost something. */
  #unsettledUntil = 0;

  /** An AI request is sent. */
  begin(name: string | null): void {
    if (name === null || name === 'API_KEY') this.#quiet = undefined;
  }

  /** An AI request was accepted. */
  noteUse(name: string | null): void {
    this.#usedAt.set(name, monotonicNow());
  }

  /** When the account last used the AI, in milliseconds since the epoch; 0 if it did not. */
  usedAt(name: string | null): number {
    return Math.max(this.#usedAt.get(name) ?? 0, this.#usedAt.get(null) ?? 0);
  }

  /** The last credits of API_KEY while every charge was in, if it has not used the AI since. */
  get quiet(): Answer | undefined {
    return this.#quiet;
  }

  /** Not while something may yet be charged. */
  noteQuiet(shown: Answer): void {
    if (monotonicNow() >= this.#unsettledUntil) this.#quiet = shown;
  }

  /**
   * Records that a rejected workflow of API_KEY, whose first blocks may have been carried out, may be charged within
   * this number of seconds. Otherwise the charge would count as somebody else's.
   */
  noteUnsettled(seconds: number): void {
    this.#unsettledUntil = monotonicNow() + seconds * 1000;
    this.#quiet = undefined;
  }
}
