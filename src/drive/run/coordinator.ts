import { AsyncLocalStorage } from 'node:async_hooks';
import type { Reason } from '../../judge/data/reason';
import type { Span } from '../../judge/data/spans';
import type { Settings } from '../settings/settings';
import { monotonicNow } from './clock';
import { Outages } from './outages';
import { Pace } from './pace';
import { plannedWait } from './planned-waits';
import { Spending } from './spending';
import { Throttle } from './throttle';

/** Whether a request may use the AI, and cost credits. */
export type Use = 'free' | 'billable';

/** A wait of at most this many milliseconds is not recorded. */
const SHORT = 20;

/** The result of asking for permission: granted, or the reason why not. */
export type Permission =
  | { go: true; waits: Span[] }
  | { go: false; verdict: 'inconclusive' | 'blocked' | 'not tested'; reason: Reason };

/** How much a run may send, how much at once, and how fast. */
type Limits = Pick<Settings, 'maxAiRequests' | 'concurrency' | 'requestsPerMinute'> & {
  /** Nobody set the limit of AI requests. */
  byDefault?: boolean;
};

/** A chain of calls that makes a value or holds a lock, and the tasks that it awaits. */
interface Task {
  awaits: Set<Task>;
}

/**
 * The task that the calling code belongs to. One storage serves every coordinator: each further one would slow down every promise of the
 * process for good (Node 20).
 */
const tasks = new AsyncLocalStorage<Task>();

/** A caller that waits for a change. */
interface Waiting {
  running: Task | undefined;
  /** Returns whether it could act. */
  tryToAct: () => boolean;
}

interface AccountState {
  /** Billable requests that were admitted and are not complete. */
  inFlight: number;
  throttle: Throttle;
  /** Nothing is sent before; milliseconds since the epoch. */
  backOffUntil: number;
  /** Requests that were limited and will be retried. Nothing else is sent meanwhile. */
  repeated: number;
  /** Who holds the lock. The last one is in force, since a task that a holder awaits may lock again. */
  holders: Task[];
}

/**
 * Coordinates all requests of a run: pace, budget, back-off after a 429, locks of accounts, and tasks that
 * several await.
 */
export class Coordinator {
  readonly #limits: Limits;
  readonly #maxAiRequests: number;
  #aiRequests = 0;
  readonly #pace: Pace;
  #quotaUsedUp = false;
  /** The target stopped answering. */
  #gone = false;
  /** Why the target is not fit for a run: nothing more is sent. */
  #unfit: Reason | undefined;
  /** The run is ending: nothing more is sent. */
  #stopped = false;
  /** Requests without an account have an entry of their own, under null. */
  readonly #accounts = new Map<string | null, AccountState>();
  #inFlight = 0;
  #lastSent = monotonicNow();
  /** The request that is sent while nothing else is in flight. */
  #alone: Task | undefined;
  #billableInFlight = 0;
  readonly #waiting: Waiting[] = [];
  readonly spending = new Spending();
  readonly outages = new Outages();

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#pace = new Pace(limits.requestsPerMinute);
    this.#maxAiRequests = limits.maxAiRequests ?? Number.POSITIVE_INFINITY;
  }

  /** Whether one AI request more is within the budget. */
  get affordsAiRequest(): boolean {
    return this.#aiRequests < this.#maxAiRequests;
  }

  /** The number of AI requests so far, including those in flight. */
  get aiRequests(): number {
    return this.#aiRequests;
  }

  /** Nothing more is sent. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  /** When the last request ended; undefined while one is in flight. */
  get idleSince(): number | undefined {
    return this.#inFlight > 0 ? undefined : this.#lastSent;
  }

  /**
   * Starts a task that many may await. Whoever awaits it lets it use the accounts that it holds.
   * @returns awaits the result
   */
  start<T>(make: () => Promise<T>): () => Promise<T> {
    const task: Task = { awaits: new Set() };
    const value = tasks.run(task, make);
    // Each that awaits it hears of a failure.
    value.catch(() => undefined);
    return () => this.#join(task, value);
  }

  /**
   * Waits until a request may be sent: a lock on its account, the budget, what its account waits for after a 429, those in flight, the pace.
   * @param isRetry it is a retry, before all others
   */
  async admit(name: string | null, use: Use, isRetry = false): Promise<Permission> {
    const waits: Span[] = [];
    const running = tasks.getStore();
    const account = this.#account(name);
    let turn: number | undefined;
    /** @returns the decision, or the number of milliseconds until it can be made; null: not before a change */
    const decide = (): Permission | number | null => {
      const rejection = this.#rejection(use);
      if (rejection !== null) return rejection;
      if (this.#mustWait(account, use, isRetry, running)) {
        turn = undefined;
        return null;
      }
      const now = monotonicNow();
      const delay = Math.max(account.backOffUntil - now, account.throttle.waitAt(now));
      if (delay > 0) {
        turn = undefined;
        return delay;
      }
      turn ??= this.#pace.nextTurn();
      if (turn > now) return turn - now;
      this.#enter(name, use);
      return { go: true, waits };
    };
    for (;;) {
      const decision = await this.#when(decide);
      if (typeof decision !== 'number') return decision;
      const from = monotonicNow();
      await plannedWait(decision);
      if (decision > SHORT) waits.push({ from, to: monotonicNow() });
    }
  }

  /** Ends an admitted request: whether it used the AI, and whether there was a response. */
  complete(
    name: string | null,
    use: Use,
    { aiRequest, answered }: { aiRequest: boolean; answered: boolean },
  ): void {
    if (answered) this.#gone = false;
    this.#inFlight--;
    this.#lastSent = monotonicNow();
    this.#account(name).throttle.leave();
    if (use === 'billable') {
      this.#account(name).inFlight--;
      this.#billableInFlight--;
      if (aiRequest) this.spending.noteUse(name);
      else this.#aiRequests--;
    }
    this.#changed();
  }

  /** A completed request of the account was limited again. */
  noteThrottled(name: string | null): void {
    this.#account(name).throttle.reject();
  }

  /** The request is limited even alone, so other requests of the account are not the cause. */
  noteUnthrottled(name: string | null): void {
    this.#account(name).throttle.clear();
  }

  /** Nobody uses the account for this number of milliseconds. */
  backOff(name: string, milliseconds: number): void {
    const account = this.#account(name);
    account.backOffUntil = Math.max(account.backOffUntil, monotonicNow() + milliseconds);
  }

  /**
   * Reserves an account for a request that is repeated after a 429. Otherwise, many requests at once would
   * use up the calls of a window, and the waiting one would be rejected again and again. A holder of the
   * account goes first, since the repeated request may have to wait for it.
   * @returns what ends the reservation
   */
  repeat(name: string): () => void {
    const account = this.#account(name);
    account.repeated++;
    return () => {
      account.repeated--;
      this.#changed();
    };
  }

  /**
   * Acts while no account sends anything else. A holder of an account goes first, since the act may have to
   * wait for it, and nobody may lock an account meanwhile. A caller that holds one itself waits for no other.
   */
  async alone<T>(act: () => Promise<T>): Promise<T> {
    const running = tasks.getStore();
    const mayAct = () =>
      this.#holdsAny(running) || [...this.#accounts.values()].every(({ holders }) => holders.length === 0);
    const task: Task = { awaits: new Set() };
    await this.#when(() => {
      if (this.#alone !== undefined || !mayAct()) return null;
      this.#alone = task;
      return task;
    });
    try {
      await this.idle();
      return await this.#join(task, tasks.run(task, act));
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

  /** The target is not fit for a run: nothing more is sent. */
  noteUnfit(reason: Reason): void {
    this.#unfit = reason;
    this.#changed();
  }

  /** The daily quota of API_KEY is used up: no more billable requests are sent. */
  noteQuotaUsedUp(): void {
    this.#quotaUsedUp = true;
    this.#changed();
  }

  /**
   * Acts on a quiet account. Its AI requests in flight are awaited first, and only this act may use the
   * account. Tasks that it awaits may lock it again, whoever started them: a measurement may need a reference
   * request that is measured as well and that another check has begun, and each would wait for the other. So
   * withLock('A', () => withLock('A', act)) acts at once, and so does withLock('A', start(make)) where `make`
   * waits for A in withLock('A', act).
   */
  async withLock<T>(name: string, act: () => Promise<T>): Promise<T> {
    const account = this.#account(name);
    const task: Task = { awaits: new Set() };
    const locked = async () => {
      await this.#when(() =>
        this.#maySpend(account, task) && !this.#isKeptOff(task) ? account.holders.push(task) : null,
      );
      try {
        await this.#when(() => account.inFlight === 0 || null);
        return await act();
      } finally {
        account.holders = account.holders.filter((holder) => holder !== task);
        this.#changed();
      }
    };
    return this.#join(task, tasks.run(task, locked));
  }

  /** Stops the run: whoever waits for permission gets the reason. */
  stop(): void {
    this.#stopped = true;
    this.#changed();
  }

  /** Resolves once nothing is in flight. */
  async idle(): Promise<void> {
    await this.#when(() => this.#inFlight === 0 || null);
  }

  #enter(name: string | null, use: Use): void {
    const account = this.#account(name);
    this.#inFlight++;
    account.throttle.enter(monotonicNow());
    if (use === 'free') return;
    this.spending.begin(name);
    account.inFlight++;
    this.#billableInFlight++;
    this.#aiRequests++;
  }

  /** Why nothing more, or no more billable request, may be sent; null if it may. */
  #rejection(use: Use): Permission | null {
    if (this.#stopped)
      return { go: false, verdict: 'inconclusive', reason: { kind: 'cut short', by: 'end of the run' } };
    if (this.#unfit) return { go: false, verdict: 'blocked', reason: this.#unfit };
    if (this.#gone) return { go: false, verdict: 'blocked', reason: { kind: 'target gone' } };
    if (use === 'free') return null;
    if (this.#quotaUsedUp) {
      const reason: Reason = { kind: 'account', variable: 'API_KEY', code: 'daily_quota_exceeded' };
      return { go: false, verdict: 'blocked', reason };
    }
    const spent = this.#aiRequests - this.#billableInFlight >= this.#maxAiRequests;
    const { byDefault = false } = this.#limits;
    const most = this.#maxAiRequests;
    const reason: Reason = { kind: 'over budget', most, ...(byDefault && { byDefault }) };
    return spent ? { go: false, verdict: 'not tested', reason } : null;
  }

  #account(name: string | null): AccountState {
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const opened: AccountState = {
      inFlight: 0,
      throttle: new Throttle(this.#limits.concurrency),
      backOffUntil: 0,
      repeated: 0,
      holders: [],
    };
    this.#accounts.set(name, opened);
    return opened;
  }

  #maySpend(account: AccountState, running: Task | undefined): boolean {
    return account.holders.length === 0 || holds(running, account);
  }

  /** Whether another request must be sent alone. */
  #isKeptOff(running: Task | undefined): boolean {
    return this.#alone !== undefined && !(running !== undefined && isAwaited(running, this.#alone));
  }

  /**
   * Whether another request holds this one up: one that is sent alone or retried, a lock, the last AI request
   * of the budget, or too many in flight.
   */
  #mustWait(account: AccountState, use: Use, isRetry: boolean, running: Task | undefined): boolean {
    if (this.#inFlight >= this.#limits.concurrency || account.throttle.isFull) return true;
    if (this.#isKeptOff(running)) return true;
    if (account.repeated > 0 && !isRetry && !holds(running, account)) return true;
    return use === 'billable' && !(this.#maySpend(account, running) && this.affordsAiRequest);
  }

  #holdsAny(running: Task | undefined): boolean {
    return [...this.#accounts.values()].some((account) => holds(running, account));
  }

  /** Awaits the result of a task, and records that it does. */
  async #join<T>(task: Task, value: Promise<T>): Promise<T> {
    const running = tasks.getStore();
    running?.awaits.add(task);
    this.#changed();
    try {
      return await value;
    } finally {
      running?.awaits.delete(task);
    }
  }

  /**
   * Returns what the act returns as soon as that is not null. After a change, those that wait try one after
   * another, so that each sees what the one before changed.
   */
  async #when<T>(act: () => T | null): Promise<T> {
    const made = act();
    if (made !== null) return made;
    const running = tasks.getStore();
    return new Promise((resolve) => {
      const tryToAct = () => {
        const made = act();
        if (made !== null) resolve(made);
        return made !== null;
      };
      this.#waiting.push({ running, tryToAct });
    });
  }

  /** Whoever holds an account goes first, since others wait for it. */
  #changed(): void {
    for (const isTurnOf of [(each: Waiting) => this.#holdsAny(each.running), () => true])
      for (const each of [...this.#waiting])
        if (isTurnOf(each) && each.tryToAct()) this.#waiting.splice(this.#waiting.indexOf(each), 1);
  }
}

function holds(running: Task | undefined, { holders }: AccountState): boolean {
  const holder = holders.at(-1);
  return holder !== undefined && running !== undefined && isAwaited(running, holder);
}

function isAwaited(task: Task, by: Task): boolean {
  return by === task || [...by.awaits].some((next) => isAwaited(task, next));
}
