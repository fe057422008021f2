import type { Account } from './accounts';
import type { Call, Check } from './call';

/** Whether AI processing works: contract 7, `upstream_error`. */
export interface Upstream {
  /** Whether this attempt fails (attempts are counted from 1 for each account). */
  fails(account: Account, attempt: number, call: Call): boolean;
}

export const upstream: Upstream = {
  fails(account, attempt) {
    return account.flaky && attempt % 3 !== 0;
  },
};

export const processByAi: Check = (call, { behaviour: { upstream } }) => {
  call.account.attempts += 1;
  return upstream.fails(call.account, call.account.attempts, call)
    ? { code: 'upstream_error', about: '' }
    : undefined;
};
