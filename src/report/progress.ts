import { duration } from '../judge/cost-words';

/** A case that takes longer says so. */
const PATIENCE = 10_000;

/**
 * Says what takes long while it does: a planned wait as it begins, and a case after ten seconds, then each time
 * that it has taken twice as long, so that no log is flooded.
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

  /** @param words say what for; of several alike at once, one is told */
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
      if (this.#waits.size === 0) this.#say(`still at "${title}" after ${duration(passed)}`);
      this.#sayAfter(passed, title, 2 * passed);
    }, milliseconds);
    this.#timer.unref();
  }
}
