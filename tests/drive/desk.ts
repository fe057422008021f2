/**
 * What all workers of a run must agree on: the pace, the budget, who rests after a 429, who measures
 * credits, and what has been set up once. It lives in the main process, since Playwright replaces a worker
 * after every failed test. Pure of transport: desk-server.ts and desk-client.ts carry the calls.
 */

export type Use = 'free' | 'spends';

/** The answer to a request for permission: go, or the reason why not. */
export type Permission =
  | { go: true; waited: number }
  | { go: false; verdict: 'blocked' | 'not driven'; reason: string };

export interface DeskLimits {
  /** Most AI uses of the run; Infinity where unset. */
  maxAiUses: number;
  /** Least gap between two requests of the run, in milliseconds. */
  gap: number;
  /** Requests in a row without any answer, after which the target counts as gone. */
  breaker: number;
}

export interface Outcome {
  account: string | null;
  use: Use;
  /** The request was served and used the AI. */
  aiUse: boolean;
  /** Whether an answer came; left out where that tells nothing of the target. */
  answered?: boolean;
  /** Nobody uses the account for so many milliseconds. */
  rest?: number;
  /** The day's usage of the account under test is used up: no more spending. */
  quotaUsedUp?: boolean;
}

/** A promise and the function that fulfils it. */
interface Waiter<T> {
  who: string;
  tell: (value: T) => void;
}

interface Memo {
  owner: string;
  value?: unknown;
  settled: boolean;
  waiters: Waiter<{ mine: true } | { mine: false; value: unknown }>[];
}

interface Account {
  spending: Map<string, number>;
  restUntil: number;
  holder: string | null;
  waiters: Waiter<void>[];
  /** The longest time from an answer to its charge, in milliseconds; `never` where none was seen. */
  lag: number | 'never';
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Desk {
  aiUses = 0;
  requests = 0;
  readonly #limits: DeskLimits;
  readonly #memos = new Map<string, Memo>();
  /** Requests without an account have books of their own, under null. */
  readonly #accounts = new Map<string | null, Account>();
  readonly #lost = new Set<string>();
  readonly #purseWaiters: Waiter<void>[] = [];
  #inFlightSpends = 0;
  #nextSlot = 0;
  #unanswered = 0;
  #spendingStopped: string | null = null;

  constructor(limits: DeskLimits) {
    this.#limits = limits;
  }

  /** Whoever claims a name first makes the value (`mine`); everybody else waits and is given it. */
  claim(who: string, name: string): Promise<{ mine: true } | { mine: false; value: unknown }> {
    const memo = this.#memos.get(name);
    if (memo === undefined) {
      this.#memos.set(name, { owner: who, settled: false, waiters: [] });
      return Promise.resolve({ mine: true });
    }
    if (memo.settled) return Promise.resolve({ mine: false, value: memo.value });
    return new Promise((tell) => memo.waiters.push({ who, tell }));
  }

  settle(name: string, value: unknown): void {
    const memo = this.#memos.get(name);
    if (memo === undefined) return;
    memo.settled = true;
    memo.value = value;
    for (const waiter of memo.waiters.splice(0)) waiter.tell({ mine: false, value });
  }

  /** Waits until a request may be sent: the account's rest, a credit measurement, the pace. */
  async enter(who: string, account: string | null, use: Use): Promise<Permission> {
    const started = Date.now();
    const books = this.#account(account);
    for (;;) {
      const refusal = this.#refusal(who, use);
      if (refusal !== null) return refusal;
      const rest = books.restUntil - Date.now();
      if (rest > 0) await pause(rest);
      else if (use === 'free') break;
      else if (books.holder !== null && books.holder !== who) await this.#released(who, books);
      else if (this.aiUses + this.#inFlightSpends < this.#limits.maxAiUses) break;
      else await new Promise<void>((tell) => this.#purseWaiters.push({ who, tell }));
    }
    if (use === 'spends') {
      this.#inFlightSpends++;
      books.spending.set(who, (books.spending.get(who) ?? 0) + 1);
    }
    await this.#slot();
    this.requests++;
    return { go: true, waited: Date.now() - started };
  }

  leave(who: string, outcome: Outcome): void {
    const books = this.#account(outcome.account);
    if (outcome.use === 'spends') {
      this.#inFlightSpends--;
      books.spending.set(who, (books.spending.get(who) ?? 1) - 1);
      this.#wake(books);
    }
    if (outcome.aiUse) this.aiUses++;
    for (const waiter of this.#purseWaiters.splice(0)) waiter.tell();
    if (outcome.answered) this.#unanswered = 0;
    else if (outcome.answered === false) this.#unanswered++;
    if (outcome.rest !== undefined) {
      books.restUntil = Math.max(books.restUntil, Date.now() + outcome.rest);
    }
    if (outcome.quotaUsedUp) {
      this.#spendingStopped = "the day's usage is used up (429 daily_quota_exceeded), so spending stopped";
    }
  }

  /** Makes the account quiet: waits for its spends in flight, then keeps others from spending on it. */
  async hold(who: string, account: string): Promise<{ lag: number | 'never' }> {
    const books = this.#account(account);
    while (books.holder !== null && books.holder !== who) await this.#released(who, books);
    if (this.#lost.has(who)) return { lag: books.lag };
    books.holder = who;
    const othersSpend = () => [...books.spending].some(([name, count]) => name !== who && count > 0);
    while (othersSpend()) await this.#released(who, books);
    return { lag: books.lag };
  }

  noteLag(account: string, lag: number | 'never'): void {
    const books = this.#account(account);
    books.lag = lag === 'never' || books.lag === 'never' ? lag : Math.max(books.lag, lag);
  }

  release(who: string, account: string): void {
    const books = this.#account(account);
    if (books.holder !== who) return;
    books.holder = null;
    this.#wake(books);
  }

  /** A worker is gone: what it held is free, and what it was making is made by the next in line. */
  forget(who: string): void {
    this.#lost.add(who);
    for (const books of this.#accounts.values()) {
      this.#inFlightSpends -= books.spending.get(who) ?? 0;
      books.spending.delete(who);
      if (books.holder === who) books.holder = null;
      this.#wake(books);
    }
    for (const waiter of this.#purseWaiters.splice(0)) waiter.tell();
    for (const [name, memo] of this.#memos) {
      memo.waiters = memo.waiters.filter((waiter) => waiter.who !== who);
      if (memo.settled || memo.owner !== who) continue;
      const next = memo.waiters.shift();
      if (next === undefined) this.#memos.delete(name);
      else {
        memo.owner = next.who;
        next.tell({ mine: true });
      }
    }
  }

  /** Why nothing more may be sent, or only nothing that spends; null where it may. */
  #refusal(who: string, use: Use): Permission | null {
    if (this.#lost.has(who)) return { go: false, verdict: 'blocked', reason: 'the worker is gone' };
    if (this.#unanswered >= this.#limits.breaker) {
      return { go: false, verdict: 'blocked', reason: 'the target stopped answering' };
    }
    if (use === 'free') return null;
    if (this.#spendingStopped !== null)
      return { go: false, verdict: 'not driven', reason: this.#spendingStopped };
    const spent = this.#inFlightSpends === 0 && this.aiUses >= this.#limits.maxAiUses;
    const reason = `not afforded: MAX_AI_USES is ${this.#limits.maxAiUses}`;
    return spent ? { go: false, verdict: 'not driven', reason } : null;
  }

  #account(name: string | null): Account {
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const opened: Account = { spending: new Map(), restUntil: 0, holder: null, waiters: [], lag: 0 };
    this.#accounts.set(name, opened);
    return opened;
  }

  #released(who: string, books: Account): Promise<void> {
    return new Promise((tell) => books.waiters.push({ who, tell }));
  }

  #wake(books: Account): void {
    for (const waiter of books.waiters.splice(0)) waiter.tell();
  }

  async #slot(): Promise<void> {
    if (this.#limits.gap === 0) return;
    const slot = Math.max(Date.now(), this.#nextSlot);
    this.#nextSlot = slot + this.#limits.gap;
    await pause(slot - Date.now());
  }
}
