import type { Account } from './accounts';
import type { Call, Check } from './call';

/** Failures of AI processing: contract 7, `upstream_error`. */
export const upstream = {
  /** Whether this attempt fails. Attempts at one request count from 1. Keeps upstream.failure. */
  fails: (account: Account, attempt: number, _call: Call) => account.flaky && (attempt - 1) % 4 < 2,
};

export const processByAi: Check = (call, { behaviour: { upstream } }) => {
  const { account, operation, body } = call;
  const request = `${operation} ${body}`;
  const attempt = (account.attempts.get(request) ?? 0) + 1;
  account.attempts.set(request, attempt);
  return upstream.fails(account, attempt, call) ? { code: 'upstream_error', about: '' } : undefined;
};
