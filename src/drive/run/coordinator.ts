import { setTimeout as pause } from 'node:timers/promises';
import type { Unjudged } from '../../judge/data/evidence';
import type { Reason } from '../../judge/data/reason';
import type { Span } from '../../judge/data/spans';
import type { Settings } from '../settings/settings';
import { monotonicNow } from './clock';
import { Outages } from './outages';
import { Spending } from './spending';

/** Whether a request may use the AI, and cost credits. */
export type Use = 'free' | 'billable';

/** A wait of at most this many milliseconds is not recorded. */
const SHORT = 20;

/** The milliseconds over which the requests of a minute are spread, so that delayed ones do not fall into the next. */
const PACED = 60_300;

/** The milliseconds between two requests of a limited account that are sent one by one: at first, and at most. */
const FIRST_GAP = 20;
const LONGEST_GAP = 160;

/** The result of asking for permission: granted, or the reason why not. */
export type Permission = { go: true; waits: Span[] } | ({ go: false } & Unjudged);

/** How much a run may send, how much at once, and how fast. */
type Limits = Pick<Settings, 'maxAiRequests' | 'concurrency' | 'requestsPerMinute'> & {
  /** Nobody set the limit of AI requests. */
  byDefault?: boolean;
};

/** What limits the requests of one account. Times are milliseconds since the epoch. */
interface Lane {
  inFlight: number;
  /** How many may be in flight, and how far apart they are. */
  most: number;
  gap: number;
  /** Nothing is sent before. */
  next: number;
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
 * account after a 429. An account that is limited again has half as many in flight, and one by one farther apart.
 */
export class Coordinator {
  readonly #limits: Limits;
  readonly #most: number;
  /** Requests without an account have a lane of their own, under null. */
  readonly #lanes = new Map<string | null, Lane>();
  #aiRequests = 0;
  #inFlight = 0;
  #billableInFlight = 0;
  #turn = 0;
  /** The target is reserved: only what reserved it is sent. */
  #isReserved = false;
  /** Why nothing more is sent: the target stopped answering, for now; or for good. */
  #isGone = false;
  #ended: Unjudged | undefined;
  #isQuotaUsedUp = false;
  #change = Promise.resolve();
  #tell = () => {};
  readonly spending = new Spending();
  readonly outages = new Outages();

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#most = limits.maxAiRequests ?? Number.POSITIVE_INFINITY;
    this.#changed();
  }

  /** The number of AI requests so far, including those in flight. */
  get aiRequests(): number {
    return this.#aiRequests;
  }

  /** Waits until a request may be sent. */
  async admit(name: string | null, use: Use, how: Admission = {}): Promise<Permission> {
    const waits: Span[] = [];
    const lane = this.#lane(name);
    let turn: number | undefined;
    for (;;) {
      const why = this.#whyNot(use);
      if (why) return { go: false, ...why };
      if (this.#mustWait(lane, use, how)) {
        turn = undefined;
        await this.#change;
        continue;
      }
      const now = monotonicNow();
      let delay = Math.max(lane.backOffUntil, lane.next) - now;
      if (delay > 0) turn = undefined;
      else {
        turn ??= this.#nextTurn(now);
        delay = turn - now;
      }
      if (delay <= 0) break;
      await pause(delay);
      if (delay > SHORT) waits.push({ from: now, to: monotonicNow() });
    }
    this.#inFlight++;
    lane.inFlight++;
    lane.next = monotonicNow() + lane.gap;
    if (use === 'billable') {
      this.spending.begin(name);
      this.#billableInFlight++;
      this.#aiRequests++;
    }
    return { go: true, waits };
  }

  /** Ends an admitted request: whether it used the AI, and whether there was a response. */
  complete(
    name: string | null,
    use: Use,
    { aiRequest, answered }: { aiRequest: boolean; answered: boolean },
  ): void {
    if (answered) this.#isGone = false;
    this.#inFlight--;
    this.#lane(name).inFlight--;
    if (use === 'billable') {
      this.#billableInFlight--;
      if (aiRequest) this.spending.noteUse(name);
      else this.#aiRequests--;
    }
    this.#changed();
  }

  /** A completed request of the account was limited again: those sent at the same time or before may be the cause. */
  noteThrottled(name: string | null): void {
    const lane = this.#lane(name);
    if (lane.inFlight > 0) lane.most = Math.max(1, Math.floor(Math.min(lane.most, lane.inFlight + 1) / 2));
    else lane.gap = Math.min(Math.max(2 * lane.gap, FIRST_GAP), LONGEST_GAP);
  }

  /** The request is limited even alone, so other requests of the account are not the cause. */
  noteUnthrottled(name: string | null): void {
    Object.assign(this.#lane(name), { most: this.#limits.concurrency, gap: 0, next: 0 });
  }

  /** Nobody uses the account for this number of milliseconds. */
  backOff(name: string, milliseconds: number): void {
    const lane = this.#lane(name);
    lane.backOffUntil = Math.max(lane.backOffUntil, monotonicNow() + milliseconds);
  }

  /**
   * Reserves an account for a request that is repeated after a 429. Otherwise, many requests at once would
   * use up the calls of a window, and the waiting one would be rejected again and again.
   * @returns what ends the reservation
   */
  repeat(name: string): () => void {
    const lane = this.#lane(name);
    lane.repeated++;
    return () => {
      lane.repeated--;
      this.#changed();
    };
  }

  /**
   * Reserves the target once nothing is in flight: until it is released, only requests that say so are sent.
   * @returns what releases it
   */
  async reserve(): Promise<() => void> {
    while (this.#isReserved) await this.#change;
    this.#isReserved = true;
    await this.idle();
    return () => {
      this.#isReserved = false;
      this.#changed();
    };
  }

  /** The target stopped answering: nothing more is sent until a request in flight is answered. */
  noteGone(): void {
    this.#isGone = true;
    this.#changed();
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
    this.#ended = { verdict: 'inconclusive', reason: { kind: 'cut short', by: 'end of the run' } };
    this.#changed();
  }

  /** Resolves once nothing is in flight. */
  async idle(): Promise<void> {
    while (this.#inFlight > 0) await this.#change;
  }

  /** Why nothing more, or no more billable request, may be sent. */
  #whyNot(use: Use): Unjudged | undefined {
    if (this.#ended) return this.#ended;
    if (this.#isGone) return { verdict: 'blocked', reason: { kind: 'target gone' } };
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

  /** Whether others hold this one up: what is reserved or retried, the last AI request of the budget, or too many in flight. */
  #mustWait(lane: Lane, use: Use, { isRetry, isReserved }: Admission): boolean {
    if (this.#inFlight >= this.#limits.concurrency || lane.inFlight >= lane.most) return true;
    if (this.#isReserved && !isReserved) return true;
    if (lane.repeated > 0 && !isRetry && !isReserved) return true;
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

  #lane(name: string | null): Lane {
    const known = this.#lanes.get(name);
    if (known !== undefined) return known;
    const opened: Lane = {
      inFlight: 0,
      most: this.#limits.concurrency,
      gap: 0,
      next: 0,
      backOffUntil: 0,
      repeated: 0,
    };
    this.#lanes.set(name, opened);
    return opened;
  }

  /** All who wait look again, one after another in their order, so that each sees what the one before changed. */
  #changed(): void {
    this.#tell();
    this.#change = new Promise((resolve) => {
      this.#tell = resolve;
    });
  }
}
