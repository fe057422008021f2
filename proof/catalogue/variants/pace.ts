import type { Account } from '../../../mock/accounts';
import { whenRejected, withHeaders } from '../../../mock/answers';
import { type Behaviour, type Change, overrideChapter } from '../../../mock/behaviour';
import type { Call } from '../../../mock/call';
import type { Variant } from './variant';

/** Limits every account: to twenty calls in so many seconds if it had no limit. */
const twentyIn = (seconds: number): Change =>
  overrideChapter('limits', (limits) => ({
    admits(account, now, call) {
      account.rateLimit ??= { calls: 20, seconds };
      return limits.admits(account, now, call);
    },
  }));

export const limited: Variant = {
  phrase: 'a limit of twenty calls in half a second on every account',
  change: twentyIn(0.5),
  // The delays between retries are longer than the window.
  target: (given) => ({ ...given, retryDelays: [0.5, 0.6, 0.7] }),
};

export const crowded: Variant = {
  phrase: 'two calls of an account at once, and not a third',
  change: ({ limits }) => {
    const begun = new WeakMap<Account, number[]>();
    return {
      service: { delay: () => 15 },
      limits: {
        admits(account, now, call) {
          const others = (begun.get(account) ?? []).filter((at) => now - at < 12);
          if (others.length >= 2 && account.rateLimit === undefined) return false;
          begun.set(account, [...others, now]);
          return limits.admits(account, now, call);
        },
      },
    };
  },
  target: (given) => ({ ...given, retryDelays: [0.05, 0.1, 0.2] }),
};

/** Charges at another time than that of the call. */
const chargedAt = (at: (now: number, doneAt: number) => number): Change =>
  overrideChapter('credits', (credits) => ({
    charge: (account, price, now, doneAt, call) =>
      credits.charge(account, price, at(now, doneAt), doneAt, call),
  }));

export const chargedWhenDone: Variant = {
  phrase: 'credits charged when the work is done, a moment later for text',
  change: chargedAt((now, doneAt) => Math.max(doneAt, now + 60)),
};

export const overdue: Variant = {
  phrase: 'charges that come later than the target file says',
  change: chargedAt((now) => now + 1200),
  mayBeUntested: /^(credits|models\.price|workflows\.rejected\.free)/,
};

export const slow: Variant = {
  phrase: 'answers after 150 ms, jobs and runs that take 2 s',
  change: {
    service: { delay: () => 150 },
    jobs: { milliseconds: 2000 },
    runs: { milliseconds: 2000 },
  },
};

const usesAi = ({ operation }: Call) =>
  operation === 'text' || operation === 'submit' || operation === 'workflow';

/** Disturbs every nth call, alternately in one of two ways. */
export const noise = (nth: number): Variant => ({
  phrase: `one call in ${nth} answered 502 upstream_error or 429 rate_limited for no reason of its own`,
  change: ({ limits, upstream }) => {
    const failing = new WeakSet<Call>();
    let calls = 0;
    return {
      limits: {
        admits(account, now, call) {
          // Accounts with such errors of their own get no more of them: all advised retries might fail.
          if (account.rateLimit || account.flaky) return limits.admits(account, now, call);
          calls += 1;
          if (calls % nth !== 0) return true;
          if (calls % (2 * nth) === 0 || !usesAi(call)) return false;
          failing.add(call);
          return true;
        },
      },
      upstream: {
        fails: (account, attempt, call) => failing.has(call) || upstream.fails(account, attempt, call),
      },
    };
  },
  target: (given) => ({ ...given, retryDelays: [0.02, 0.05, 0.1, 0.2] }),
});

export const noisy = noise(15);

/** The balance that an account shows, and until when. */
const held = () => new WeakMap<Account, { until: number; remaining: number }>();

export const unsettled: Variant = {
  phrase:
    'a flat hold settled later at a price that depends on chance, credits rounded and cached, the daily limit met before the rate limit',
  change: ({ credits, limits }) => {
    const kept = held();
    let texts = 0;
    return {
      credits: {
        charge(account, price, now, doneAt) {
          account.charges.push({ credits: 20, at: now });
          account.charges.push({ credits: price * (0.5 + 2 * Math.random()) - 20, at: doneAt + 300 });
        },
        remaining(account, now) {
          const known = kept.get(account);
          if (known && now < known.until) return known.remaining;
          const remaining = Math.max(0, credits.remaining(account, now));
          kept.set(account, { until: now + 150, remaining });
          return remaining;
        },
        present: (remaining) => ({ credits: { remaining: Math.round(remaining / 5) * 5 } }),
      },
      limits: {
        admits: () => true,
        withinDay(account, call) {
          if (account.rateLimit === undefined) return limits.withinDay(account, call);
          texts += 1;
          return texts <= 3;
        },
      },
    };
  },
  // The target file does not give the resolution of charges.
  target: (given) => ({ ...given, credits: { at: '/credits/remaining', settlesWithin: 0.8 } }),
  mayBeUntested:
    /^(credits|models\.price|workflows\.rejected|limits\.rate|unspecified\.headers\.retry-after)/,
};

export const rounded: Variant = {
  phrase: 'prices with decimals, credits rounded to whole numbers, charged a moment late',
  change: [
    ({ models }) => ({
      models: {
        offered: (word) => models.offered(word).map((model) => ({ ...model, price: 1.3 * model.price })),
      },
      credits: { present: (remaining) => ({ credits: { remaining: Math.round(remaining) } }) },
    }),
    chargedAt((now) => now + 100),
  ],
};

export const quotaReset: Variant = {
  phrase: 'a daily quota that is reset after its first rejection',
  change: overrideChapter('limits', (limits) => {
    let rejected = 0;
    return { withinDay: (account, call) => limits.withinDay(account, call) || ++rejected > 1 };
  }),
  mayBeUntested: /^limits\.daily/,
};

/** Accounts with a rate limit get this one, and only for text requests. */
const limitedTexts = (calls: number, seconds: number): Change =>
  overrideChapter('limits', (limits) => ({
    admits(account, now, call) {
      if (account.rateLimit === undefined) return true;
      account.rateLimit = { calls, seconds };
      return call.operation !== 'text' || limits.admits(account, now, call);
    },
  }));

export const realTime: Variant = {
  phrase:
    'nine text requests a minute, a Retry-After shorter than that, charges three seconds late, in real time; a target file that tells a shorter window',
  change: [
    limitedTexts(9, 60),
    chargedAt((now) => now + 3000),
    whenRejected('rate_limited', withHeaders({ 'retry-after': '1' })),
  ],
  target: (given) => ({
    ...given,
    patience: { window: 3 },
    credits: { at: '/credits/remaining', resolution: 1, settlesWithin: 4 },
  }),
  realTime: /^(limits\.rate|credits\.use|models\.price|workflows\.rejected)/,
};

export const late: Variant = {
  phrase:
    'jobs that take longer than TIMEOUT_MS and are found a moment late, a limit on text alone at another count, a Retry-After shorter than the window',
  change: [
    ({ jobs, runs }) => ({
      jobs: { milliseconds: 60_000, find: lateBy(60_000 - 150, jobs.find) },
      runs: { milliseconds: 60_000, find: lateBy(60_000 - 150, runs.find) },
    }),
    limitedTexts(9, 1.6),
    whenRejected('rate_limited', withHeaders({ 'retry-after': '1' })),
  ],
  target: (given) => ({ ...given, patience: { window: 3 } }),
  env: { TIMEOUT_MS: '1500' },
  verified: true,
  mayBeUntested: /^jobs\.lookup\.result/,
};

type Find = Behaviour['jobs']['find'];

/** Finds work only when at most so many milliseconds are left until it is done. */
function lateBy(left: number, find: Find): Find {
  return (id, all) => {
    const work = find(id, all);
    return work && work.doneAt - performance.now() <= left ? work : undefined;
  };
}
