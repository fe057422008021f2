import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reason } from '../../judge/reason';
import type { Settings } from '../settings';
import { Throttle } from './throttle';

/** Whether a request may use the AI, and cost credits. */
export type Use = 'free' | 'billable';

/** The answer to a request for permission: go, or the reason why not. */
export type Permission =
  | { go: true; waited: number }
  | { go: false; verdict: 'inconclusive' | 'blocked' | 'not tested'; reason: Reason };

/** What a run may send, how much at once, and how fast. */
type Limits = Pick<Settings, 'maxAiRequests' | 'concurrency' | 'requestsPerMinute'>;

/** A chain of calls that makes a value or holds a lock, and the others that it awaits. */
interface Task {
  awaits: Set<Task>;
}

/** A value that is made once. */
export interface Once<T> {
  /** Makes it, where nobody did: whoever asks meanwhile or later gets the same. Where that fails, it is made anew. */
  value(): Promise<T>;
  /** It, once it is made. */
  readonly made: T | undefined;
}

interface AccountState {
  /** Spends that were admitted and are not complete. */
  inFlight: number;
  throttle: Throttle;
  /** Requests that were refused for a moment and are to be repeated: nothing else is sent meanwhile. */
  repeated: number;
  /** When it last used the AI, in milliseconds. */
  usedAt?: number;
  /** What it showed last while quiet, with every charge in; nothing once it spends again. */
  quiet?: unknown;
  /** Until then it is not quiet: what was rejected may have cost something. */
  unsettledUntil?: number;
  /** Who holds the lock; the last one in force, since whoever is awaited by a holder may lock again. */
  holders: Task[];
}

/**
 * What all requests of a run agree on: pace, budget, who backs off after a 429, who measures credits, and what is
 * made once.
 */
export class Coordinator {
  readonly #limits: Limits;
  #maxAiRequests: number;
  #aiRequests = 0;
  /** Milliseconds since the epoch: no request is sent before, by the pace. */
  #turn = 0;
  /** By account; milliseconds since the epoch. */
  readonly #backOffUntil: Record<string, number> = {};
  /** The longest time to a charge. */
  #lag: number | 'never' = 0;
  #quotaUsedUp = false;
  /** The target stopped answering. */
  #gone = false;
  /** The run ends: nothing more is sent. */
  #stopped = false;
  /** Requests without an account have an entry of their own, under null. */
  readonly #accounts = new Map<string | null, AccountState>();
  readonly #running = new AsyncLocalStorage<Task>();
  #inFlight = 0;
  /** The act beside which nothing is sent. */
  #alone: Task | undefined;
  #billableInFlight = 0;
  #waiting: (() => void)[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#maxAiRequests = limits.maxAiRequests ?? Number.POSITIVE_INFINITY;
  }

  /** So many AI requests more, where the user set no number. */
  limitAiRequests(most: number): void {
    this.#maxAiRequests = this.#limits.maxAiRequests ?? this.#aiRequests + most;
  }

  /** Whether one AI request more is within the budget. */
  get affordsAiRequest(): boolean {
    return this.#aiRequests < this.#maxAiRequests;
  }

  /** AI requests so far, those in flight included. */
  get aiRequests(): number {
    return this.#aiRequests;
  }

  /** What is made at most once, by whoever asks first. */
  once<T>(make: () => Promise<T>): Once<T> {
    const made: { value?: T } = {};
    let flight: { task: Task; value: Promise<T> } | undefined;
    const start = () => {
      const task: Task = { awaits: new Set() };
      const value = this.#running
        .run(task, make)
        .then((value) => {
          made.value = value;
          return value;
        })
        .finally(() => {
          flight = undefined;
        });
      return { task, value };
    };
    return {
      value: async () => {
        if ('value' in made) return made.value as T;
        flight ??= start();
        return this.#join(flight.task, flight.value);
      },
      get made() {
        return made.value;
      },
    };
  }

  /**
   * Waits until a request may be sent: a lock on its account, the budget, what its account waits for after a 429, those in flight, the pace.
   * @param again it is a retry, before all others
   */
  async admit(name: string | null, use: Use, again = false): Promise<Permission> {
    let waited = 0;
    const planned = async (milliseconds: number) => {
      await pause(milliseconds);
      waited += milliseconds;
    };
    const account = this.#account(name);
    let turn: number | undefined;
    for (;;) {
      const rejection = this.#rejection(use);
      if (rejection !== null) return rejection;
      const now = Date.now();
      const delay = Math.max((this.#backOffUntil[name ?? ''] ?? 0) - now, account.throttle.waitAt(now));
      if (delay > 0) {
        turn = undefined;
        await planned(delay);
      } else if (this.#mustWait(account, use, again)) {
        turn = undefined;
        await this.#change();
      } else if (turn === undefined) {
        turn = this.#nextTurn();
        if (turn > Date.now()) await planned(turn - Date.now());
      } else break;
    }
    this.#inFlight++;
    account.throttle.enter(Date.now());
    if (use === 'billable') {
      // Nobody knows whom a request without an account is charged to.
      for (const each of name === null ? this.#accounts.values() : [account]) delete each.quiet;
      account.inFlight++;
      this.#billableInFlight++;
      this.#aiRequests++;
    }
    return { go: true, waited };
  }

  /** An admitted request is over: whether it used the AI, and whether an answer came. */
  complete(
    name: string | null,
    use: Use,
    { aiRequest, answered }: { aiRequest: boolean; answered: boolean },
  ): void {
    if (answered) this.#gone = false;
    this.#inFlight--;
    this.#account(name).throttle.leave();
    if (use === 'billable') {
      this.#account(name).inFlight--;
      this.#billableInFlight--;
      if (aiRequest) this.#account(name).usedAt = Date.now();
      else this.#aiRequests--;
    }
    this.#changed();
  }

  /** An account's request, which is complete, was rejected again as one too many. */
  noteThrottled(name: string | null): void {
    this.#account(name).throttle.reject();
  }

  /** It is refused alone, too: not for what the account sent besides. */
  noteUnthrottled(name: string | null): void {
    this.#account(name).throttle.clear();
  }

  /** Nobody uses the account for so many milliseconds. */
  backOff(name: string, milliseconds: number): void {
    const until = Math.max(this.#backOffUntil[name] ?? 0, Date.now() + milliseconds);
    this.#backOffUntil[name] = until;
  }

  /**
   * Keeps an account for a request that is repeated after a 429: with many at once a window's calls are soon used
   * up, and the one that waited would be refused again and again. Whoever holds the account goes first, since what is
   * repeated may have to wait for that.
   * @returns what ends it, once it is over
   */
  repeat(name: string): () => void {
    const account = this.#account(name);
    account.repeated++;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      account.repeated--;
      this.#changed();
    };
  }

  /**
   * Acts while nothing else is sent, by any account. Whoever holds an account goes first, since the act may have to
   * wait for that, and nobody takes one meanwhile; who holds one itself waits for no other.
   */
  async alone<T>(act: () => Promise<T>): Promise<T> {
    const accounts = () => [...this.#accounts.values()];
    const mayAct = () =>
      accounts().some((each) => this.#holds(each)) || accounts().every(({ holders }) => holders.length === 0);
    while (this.#alone !== undefined || !mayAct()) await this.#change();
    const task: Task = { awaits: new Set() };
    this.#alone = task;
    try {
      while (this.#inFlight > 0) await this.#change();
      return await this.#join(task, this.#running.run(task, act));
    } finally {
      this.#alone = undefined;
      this.#changed();
    }
  }

  /** The target stopped answering: nothing more is sent. */
  noteGone(): void {
    this.#gone = true;
    this.#changed();
  }

  /** The day's usage of the account under test is used up: nothing more is spent. */
  noteQuotaUsedUp(): void {
    this.#quotaUsedUp = true;
    this.#changed();
  }

  /** The longest time from an answer to API_KEY to its charge, in milliseconds; `never` where none was seen. */
  get lag(): number | 'never' {
    return this.#lag;
  }

  noteLag(lag: number | 'never'): void {
    this.#lag = lag === 'never' || this.#lag === 'never' ? lag : Math.max(this.#lag, lag);
  }

  /** What outlasted every retry, by name: not waited for again until it is over. */
  readonly outages = new Set<string>();

  /**
   * When the account last used the AI, in milliseconds; 0 where it did not. Nobody knows whom a request without an
   * account (null), which was to be refused, is charged to.
   */
  usedAt(name: string | null): number {
    return Math.max(this.#account(name).usedAt ?? 0, this.#account(null).usedAt ?? 0);
  }

  /** What the account showed last, where nothing was spent on it since. */
  quietOf<T>(name: string): T | undefined {
    return this.#account(name).quiet as T | undefined;
  }

  /** Not while something may yet be charged. */
  noteQuiet(name: string, shown: unknown): void {
    const account = this.#account(name);
    if (Date.now() >= (account.unsettledUntil ?? 0)) account.quiet = shown;
  }

  /**
   * What was sent may have cost something, and so many seconds may pass until that is seen. Call it for whatever is
   * rejected and may be charged late: what falls later is otherwise held to be somebody else's, and nothing is judged.
   */
  noteUnsettled(name: string, seconds: number): void {
    const account = this.#account(name);
    account.unsettledUntil = Date.now() + seconds * 1000;
    delete account.quiet;
  }

  /**
   * Acts on a quiet account: its spends in flight are waited for, and nobody spends on it but this act, with what it
   * awaits, which may lock again, whoever began it:
   *   withLock('A', () => withLock('A', act)) acts at once;
   *   withLock('A', () => once(make).value()) as well, where `make` waits for A in withLock('A', act).
   */
  async withLock<T>(name: string, act: () => Promise<T>): Promise<T> {
    const account = this.#account(name);
    const task: Task = { awaits: new Set() };
    const locked = async () => {
      while (!this.#maySpend(account) || this.#isKeptOff()) await this.#change();
      account.holders.push(task);
      try {
        while (account.inFlight > 0) await this.#change();
        return await act();
      } finally {
        account.holders = account.holders.filter((holder) => holder !== task);
        this.#changed();
      }
    };
    return this.#join(task, this.#running.run(task, locked));
  }

  /** Nothing more is sent: what waits for permission is told so. */
  stop(): void {
    this.#stopped = true;
    this.#changed();
  }

  /** Resolves once nothing is in flight. */
  async idle(): Promise<void> {
    while (this.#inFlight > 0) await this.#change();
  }

  /** Why nothing more may be sent, or only nothing that spends; null where it may. */
  #rejection(use: Use): Permission | null {
    if (this.#stopped)
      return { go: false, verdict: 'inconclusive', reason: { kind: 'cut short', by: 'end of the run' } };
    if (this.#gone) return { go: false, verdict: 'blocked', reason: { kind: 'target gone' } };
    if (use === 'free') return null;
    if (this.#quotaUsedUp) {
      const reason: Reason = { kind: 'account', variable: 'API_KEY', code: 'daily_quota_exceeded' };
      return { go: false, verdict: 'blocked', reason };
    }
    const spent = this.#aiRequests - this.#billableInFlight >= this.#maxAiRequests;
    const reason: Reason = { kind: 'over budget', most: this.#maxAiRequests };
    return spent ? { go: false, verdict: 'not tested', reason } : null;
  }

  #account(name: string | null): AccountState {
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const opened: AccountState = {
      inFlight: 0,
      throttle: new Throttle(this.#limits.concurrency),
      repeated: 0,
      holders: [],
    };
    this.#accounts.set(name, opened);
    return opened;
  }

  #maySpend(account: AccountState): boolean {
    return account.holders.length === 0 || this.#holds(account);
  }

  /** Whether something else is to be sent alone. */
  #isKeptOff(): boolean {
    const running = this.#running.getStore();
    return this.#alone !== undefined && !(running !== undefined && isAwaited(running, this.#alone));
  }

  /** Whether a request is held up by another: one that is sent alone, one that is repeated, a lock, the last AI request left, all in flight. */
  #mustWait(account: AccountState, use: Use, again: boolean): boolean {
    if (this.#isKeptOff()) return true;
    if (account.repeated > 0 && !again && !this.#holds(account)) return true;
    if (this.#inFlight >= this.#limits.concurrency || account.throttle.isFull) return true;
    return use === 'billable' && !(this.#maySpend(account) && this.affordsAiRequest);
  }

  #holds({ holders }: AccountState): boolean {
    const [holder, running] = [holders.at(-1), this.#running.getStore()];
    return holder !== undefined && running !== undefined && isAwaited(running, holder);
  }

  /** Awaits what a task yields, and is known to await it. */
  async #join<T>(task: Task, value: Promise<T>): Promise<T> {
    const running = this.#running.getStore();
    running?.awaits.add(task);
    this.#changed();
    try {
      return await value;
    } finally {
      running?.awaits.delete(task);
    }
  }

  #nextTurn(): number {
    const { requestsPerMinute } = this.#limits;
    if (requestsPerMinute === undefined) return 0;
    const turn = Math.max(Date.now(), this.#turn);
    this.#turn = turn + PACED / requestsPerMinute;
    return turn;
  }

  #change(): Promise<void> {
    return new Promise((tell) => this.#waiting.push(tell));
  }

  #changed(): void {
    for (const tell of this.#waiting.splice(0)) tell();
  }
}

/** The milliseconds over which a minute's requests are spread: those that are late on the way fall into no earlier minute. */
const PACED = 60_300;

function isAwaited(task: Task, by: Task): boolean {
  return by === task || [...by.awaits].some((next) => isAwaited(task, next));
}
