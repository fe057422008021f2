import type { Account } from './accounts';
import type { Call, Check, Serve } from './call';

/** Credits and charges: contract 1 and 8. */
export const credits = {
  remaining: (account: Account, now: number) =>
    account.charges
      .filter(({ at }) => at <= now)
      .reduce((left, charge) => left - charge.credits, account.granted),
  /** Keeps credits.insufficient. */
  enough: (remaining: number, price: number, _call: Call) => remaining >= price,
  /**
   * Charges the price of a request that was accepted at `now` and whose work is done at `doneAt`. Keeps
   * credits.use.deducted.
   */
  charge(account: Account, price: number, now: number, _doneAt: number, _call: Call): void {
    account.charges.push({ credits: price, at: now });
  },
  /** Runs for every rejected call. Keeps workflows.rejected.free. */
  whenRejected(_account: Account, _call: Call): void {},
  /** Keeps credits.read, credits.read.exhausted. */
  present: (remaining: number, _call: Call): unknown => ({ credits: { remaining } }),
};

export const requireCredits: Check = (call, { behaviour: { credits } }) => {
  const remaining = credits.remaining(call.account, call.now);
  return credits.enough(remaining, call.price, call)
    ? undefined
    : { code: 'insufficient_credits', about: `${remaining} of ${call.price}` };
};

export const readCredits: Serve = (call, { behaviour: { credits } }) =>
  credits.present(credits.remaining(call.account, call.now), call);
