import { setTimeout as pause } from 'node:timers/promises';
import type { Reason } from '../../judge/data/reason';
import type { Span } from '../../judge/data/spans';
import type { Settings } from '../settings/settings';
import { monotonicNow } from './clock';
import { Outages } from './outages';
import { Pace } from './pace';
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

/** A caller that waits for a change. Returns whether it could act. */
type Waiting = () => boolean;

interface AccountState {
  throttle: Throttle;
  /** Nothing is sent before; milliseconds since the epoch. */
  backOffUntil: number;
  /** Requests that were limited and will be retried. Nothing else is sent meanwhile. */
  repeated: number;
}

/** How a request is admitted: a retry before all others of its account, and what reserved the target before all. */
interface Admission {
  isRetry?: boolean;
  isReserved?: boolean;
}

/**
 * Admits all requests of a run: at most so many in flight, the pace, the budget of AI requests, and the back-off of an
 * account after a 429.
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
  /** The target is reserved: only what reserved it is sent. */
  #isReserved = false;
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

  /**
   * Waits until a request may be sent: for the budget, what its account waits for after a 429, those in flight, and
   * the pace.
   */
  async admit(name: string | null, use: Use, how: Admission = {}): Promise<Permission> {
    const waits: Span[] = [];
    const account = this.#account(name);
    let turn: number | undefined;
    /** @returns the decision, or the number of milliseconds until it can be made; null: not before a change */
    const decide = (): Permission | number | null => {
      const rejection = this.#rejection(use);
      if (rejection !== null) return rejection;
      if (this.#mustWait(account, use, how)) {
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
      await pause(decision);
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
    this.#account(name).throttle.leave();
    if (use === 'billable') {
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
   * use up the calls of a window, and the waiting one would be rejected again and again.
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
   * Reserves the target once nothing is in flight: until it is released, only requests that say so are sent.
   * @returns what releases it
   */
  async reserve(): Promise<() => void> {
    await this.#when(() => {
      if (this.#isReserved) return null;
      this.#isReserved = true;
      return true;
    });
    await this.idle();
    return () => {
      this.#isReserved = false;
      this.#changed();
    };
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
      throttle: new Throttle(this.#limits.concurrency),
      backOffUntil: 0,
      repeated: 0,
    };
    this.#accounts.set(name, opened);
    return opened;
  }

  /** Whether others hold this one up: what is reserved or retried, the last AI request of the budget, or too many in flight. */
  #mustWait(account: AccountState, use: Use, { isRetry, isReserved }: Admission): boolean {
    if (this.#inFlight >= this.#limits.concurrency || account.throttle.isFull) return true;
    if (this.#isReserved && !isReserved) return true;
    if (account.repeated > 0 && !isRetry && !isReserved) return true;
    return use === 'billable' && !this.affordsAiRequest;
  }

  /**
   * Returns what the act returns as soon as that is not null. After a change, those that wait try one after
   * another, so that each sees what the one before changed.
   */
  async #when<T>(act: () => T | null): Promise<T> {
    const made = act();
    if (made !== null) return made;
    return new Promise((resolve) => {
      this.#waiting.push(() => {
        const made = act();
        if (made !== null) resolve(made);
        return made !== null;
      });
    });
  }

  #changed(): void {
    for (const tryToAct of [...this.#waiting])
      if (tryToAct()) this.#waiting.splice(this.#waiting.indexOf(tryToAct), 1);
  }
}
