import { setTimeout as pause } from 'node:timers/promises';
import type { Unjudged } from '../../judge/data/evidence';
import type { Reason } from '../../judge/data/reason';
import type { Settings } from '../../settings/settings';
import { monotonicNow } from './clock';

/** Whether a request may use the AI, and cost credits. */
export type Use = 'free' | 'billable';

/** The milliseconds over which the requests of a minute are spread, so that delayed ones do not fall into the next. */
const PACED = 60_300;

/** How much a run may send, how much at once, and how fast. */
type Limits = Pick<Settings, 'concurrency'> & {
  maxAiRequests?: number;
  requestsPerMinute?: number | undefined;
  /** Nobody set the limit of AI requests. */
  byDefault?: boolean;
};

/** Holds up all other requests until it is released. */
export interface Hold {
  release(): void;
}

/**
 * Admits all requests of a run: at most so many in flight, the pace, and the budget of AI requests. A request that was
 * limited is repeated alone: what the others send may be the reason.
 */
export class Coordinator {
  readonly #limits: Limits;
  readonly #most: number;
  #aiRequests = 0;
  #atOnce: number;
  #inFlight = 0;
  #billableInFlight = 0;
  #turn = 0;
  /** The requests that are repeated alone, in their order. */
  readonly #holds: Hold[] = [];
  /** Why nothing more is sent. */
  #ended: Unjudged | undefined;
  #isQuotaUsedUp = false;
  #change = Promise.resolve();
  #tell = () => {};

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#atOnce = limits.concurrency;
    this.#most = limits.maxAiRequests ?? Number.POSITIVE_INFINITY;
    this.#changed();
  }

  /** The number of AI requests so far, including those in flight. */
  get aiRequests(): number {
    return this.#aiRequests;
  }

  /** Waits until a request may be sent, or returns why it may not; `hold` is that of the request itself. */
  async admit(use: Use, hold?: Hold): Promise<Unjudged | null> {
    for (let turn: number | undefined; ; ) {
      const why = this.#whyNot(use);
      if (why) return why;
      if (this.#mustWait(use, hold)) {
        turn = undefined;
        await this.#change;
        continue;
      }
      const now = monotonicNow();
      turn ??= this.#nextTurn(now);
      const delay = turn - now;
      if (delay <= 0) break;
      await pause(delay);
    }
    this.#inFlight++;
    if (use === 'billable') {
      this.#billableInFlight++;
      this.#aiRequests++;
    }
    return null;
  }

  /** Ends an admitted request: whether it used the AI. */
  complete(use: Use, aiRequest: boolean): void {
    this.#inFlight--;
    if (use === 'billable') {
      this.#billableInFlight--;
      if (!aiRequest) this.#aiRequests--;
    }
    this.#changed();
  }

  /**
   * Holds up all other requests for one that is repeated after a 429. Otherwise, they would use up the calls of a window,
   * and it would be rejected again and again. Afterwards, half as many are in flight.
   */
  holdUp(): Hold {
    this.#atOnce = Math.max(1, Math.floor(this.#atOnce / 2));
    const hold = {
      release: () => {
        this.#holds.splice(this.#holds.indexOf(hold), 1);
        this.#changed();
      },
    };
    this.#holds.push(hold);
    return hold;
  }

  /** The target is not fit for a run: nothing more is sent. */
  noteUnfit(reason: Reason): void {
    this.#ended ??= { verdict: 'blocked', reason };
    this.#changed();
  }

  /** The daily quota of API_KEY is used up: no more billable requests are sent. */
  noteQuotaUsedUp(): void {
    this.#isQuotaUsedUp = true;
    this.#changed();
  }

  /** Stops the run: whoever waits for permission gets the reason. */
  stop(): void {
    this.#ended = { verdict: 'inconclusive', reason: { kind: 'cut short' } };
    this.#changed();
  }

  /** Resolves once nothing is in flight. */
  async idle(): Promise<void> {
    while (this.#inFlight > 0) await this.#change;
  }

  /** Why nothing more, or no more billable request, may be sent. */
  #whyNot(use: Use): Unjudged | undefined {
    if (this.#ended) return this.#ended;
    if (use === 'free') return undefined;
    if (this.#isQuotaUsedUp)
      return {
        verdict: 'blocked',
        reason: { kind: 'account', variable: 'API_KEY', code: 'daily_quota_exceeded' },
      };
    const { byDefault = false } = this.#limits;
    const reason: Reason = { kind: 'over budget', most: this.#most, ...(byDefault && { byDefault }) };
    return this.#aiRequests - this.#billableInFlight >= this.#most
      ? { verdict: 'not tested', reason }
      : undefined;
  }

  /** Whether others hold this one up: a repeated request, the last AI request of the budget, or too many in flight. */
  #mustWait(use: Use, hold: Hold | undefined): boolean {
    const [first] = this.#holds;
    if (this.#inFlight >= (first ? 1 : this.#atOnce) || first !== hold) return true;
    return use === 'billable' && this.#aiRequests >= this.#most;
  }

  /** The time of the next request by the pace, which no other gets. */
  #nextTurn(now: number): number {
    const { requestsPerMinute } = this.#limits;
    if (requestsPerMinute === undefined) return now;
    const turn = Math.max(now, this.#turn);
    this.#turn = turn + PACED / requestsPerMinute;
    return turn;
  }

  /** All who wait look again, one after another in their order, so that each sees what the one before changed. */
  #changed(): void {
    this.#tell();
    this.#change = new Promise((resolve) => {
      this.#tell = resolve;
    });
  }
}
