import { duration } from '../judge/credits/cost-words';

/** Seconds after which a running check is reported. */
const PATIENCE = 10_000;

/**
 * Prints what takes long while it does: a planned wait when it begins, and a check after ten seconds and then
 * whenever its time has doubled, so that logs stay short.
 */
export class Progress {
  readonly #say: (words: string) => void;
  readonly #patience: number;
  readonly #waits = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(say: (words: string) => void, patience = PATIENCE) {
    this.#say = say;
    this.#patience = patience;
  }

  checkBegan(title: string): void {
    this.#waits.clear();
    this.#sayAfter(this.#patience, title);
  }

  checkEnded(): void {
    clearTimeout(this.#timer);
  }

  /** @param words the reason for a wait; of several waits at once with the same reason, one is printed */
  waitBegan(words: string): void {
    const alike = this.#waits.get(words) ?? 0;
    this.#waits.set(words, alike + 1);
    if (alike === 0) this.#say(words);
  }

  waitEnded(words: string): void {
    const alike = (this.#waits.get(words) ?? 1) - 1;
    if (alike === 0) this.#waits.delete(words);
    else this.#waits.set(words, alike);
  }

  #sayAfter(milliseconds: number, title: string, passed = milliseconds): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#waits.size === 0) this.#say(`${duration(passed)} waiting for "${title}"`);
      this.#sayAfter(passed, title, 2 * passed);
    }, milliseconds);
    this.#timer.unref();
  }
}
