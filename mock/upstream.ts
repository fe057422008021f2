import type { Account } from './accounts';
import type { Call, Check } from './call';

/** Failures of AI processing: contract 7, `upstream_error`. */
export interface Upstream {
  /** Whether this attempt fails. Attempts count from 1 by account and operation. Keeps upstream.failure. */
  fails(account: Account, attempt: number, call: Call): boolean;
}

export const upstream: Upstream = {
  fails(account, attempt) {
    return account.flaky && attempt % 3 !== 0;
  },
};

export const processByAi: Check = (call, { behaviour: { upstream } }) => {
  const { account, operation } = call;
  const attempt = (account.attempts.get(operation) ?? 0) + 1;
  account.attempts.set(operation, attempt);
  return upstream.fails(account, attempt, call) ? { code: 'upstream_error', about: '' } : undefined;
};
