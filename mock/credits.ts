import type { Account } from './accounts';
import type { Call, Check, Serve } from './call';

/** Credits and charges: contract 1 and 8. */
export interface Credits {
  remaining(account: Account, now: number): number;
  /** Keeps credits.insufficient. */
  enough(remaining: number, price: number, call: Call): boolean;
  /**
   * Charges the price of a request that was accepted at `now` and whose work is done at `doneAt`. Keeps
   * credits.use.deducted.
   */
  charge(account: Account, price: number, now: number, doneAt: number, call: Call): void;
  /** Runs for every rejected call. Keeps workflows.rejected.free. */
  whenRejected(account: Account, call: Call): void;
  /** Keeps credits.read, credits.read.exhausted. */
  present(remaining: number, call: Call): unknown;
}

export const credits: Credits = {
  remaining(account, now) {
    return account.charges
      .filter(({ at }) => at <= now)
      .reduce((left, charge) => left - charge.credits, account.granted);
  },
  enough(remaining, price) {
    return remaining >= price;
  },
  charge(account, price, now) {
    account.charges.push({ credits: price, at: now });
  },
  whenRejected() {},
  present(remaining) {
    return { credits: { remaining } };
  },
};

export const requireCredits: Check = (call, { behaviour: { credits } }) => {
  const remaining = credits.remaining(call.account, call.now);
  return credits.enough(remaining, call.price, call)
    ? undefined
    : { code: 'insufficient_credits', about: `${remaining} of ${call.price}` };
};

export const readCredits: Serve = (call, { behaviour: { credits } }) =>
  credits.present(credits.remaining(call.account, call.now), call);
