import type { Call } from '../../../mock/call';
import mockTarget from '../../targets/mock';
import type { Variant } from './variant';

export const limited: Variant = {
  phrase: 'a limit of twenty calls in half a second on every account',
  change: ({ limits }) => ({
    limits: {
      admits(account, now, call) {
        account.rateLimit ??= { calls: 20, seconds: 0.5 };
        return limits.admits(account, now, call);
      },
    },
  }),
  // The gaps between repeats outlast the window.
  target: { ...mockTarget, retryDelays: [0.5, 0.6, 0.7] },
};

export const chargedWhenDone: Variant = {
  phrase: 'credits charged when the work is done, a moment later for text',
  change: ({ credits }) => ({
    credits: {
      charge: (account, price, now, doneAt, call) =>
        credits.charge(account, price, Math.max(doneAt, now + 60), doneAt, call),
    },
  }),
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

/** Every nth call is disturbed, by turns in the one way and the other. */
export const noise = (nth: number): Variant => ({
  phrase: `one call in ${nth} answered 502 upstream_error or 429 rate_limited for no reason of its own`,
  change: ({ limits, upstream }) => {
    const failing = new WeakSet<Call>();
    let calls = 0;
    return {
      limits: {
        admits(account, now, call) {
          if (account.rateLimit) return limits.admits(account, now, call);
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
  target: { ...mockTarget, retryDelays: [0.02, 0.05, 0.1, 0.2] },
});

export const noisy = noise(15);
