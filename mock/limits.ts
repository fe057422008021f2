import type { Account } from './accounts';
import type { Call, Check } from './call';

/** Rate limit and daily quota: contract 8. */
export const limits = {
  /**
   * Counts a call and returns whether it is within the rate limit. Keeps limits.rate.exceeded,
   * limits.rate.recovers.
   */
  admits(account: Account, now: number, _call: Call): boolean {
    const { rateLimit, window } = account;
    if (!rateLimit) return true;
    // The window begins anew with each accepted call, so that a burst meets the limit on a busy machine, too.
    if (now - window.began >= rateLimit.seconds * 1000) window.calls = 0;
    window.calls += 1;
    const isWithin = window.calls <= rateLimit.calls;
    if (isWithin) window.began = now;
    return isWithin;
  },
  /** Keeps limits.daily.exceeded. */
  withinDay: (account: Account, _call: Call) => !account.dayUsedUp,
};

export const admit: Check = (call, { behaviour: { limits } }) =>
  limits.admits(call.account, call.now, call) ? undefined : { code: 'rate_limited', about: '' };

export const requireDay: Check = (call, { behaviour: { limits } }) =>
  limits.withinDay(call.account, call) ? undefined : { code: 'daily_quota_exceeded', about: '' };
