import type { ErrorCode } from '../../spec/error-code';

/** The variables that hold a key, and what the holder of each claims about its account. */
export const keyVariables = {
  API_KEY: 'the account under test',
  OTHER_API_KEY: 'a second account',
  OLD_API_KEY: 'a key made unusable by a reissue',
  NO_CREDITS_API_KEY: 'an account with too few credits',
  NO_BACKEND_API_KEY: 'an account whose AI usage settings are not connected',
  QUOTA_API_KEY: 'an account whose usage of the day is used up',
  RATE_LIMIT_API_KEY: 'an account that may be driven into its rate limit',
  UPSTREAM_API_KEY: 'an account whose AI processing fails now and then',
} as const;

export type KeyVariable = keyof typeof keyVariables;

/** Each key beside API_KEY that a check sends as it is, by its role; with the code that its account is there to meet. */
export const accountRoles = {
  'old key': { variable: 'OLD_API_KEY' },
  'other account': { variable: 'OTHER_API_KEY' },
  'no credits': { variable: 'NO_CREDITS_API_KEY' },
  'not connected': { variable: 'NO_BACKEND_API_KEY' },
  'over quota': { variable: 'QUOTA_API_KEY', code: 'daily_quota_exceeded' },
  'rate limited': { variable: 'RATE_LIMIT_API_KEY', code: 'rate_limited' },
  'upstream failing': { variable: 'UPSTREAM_API_KEY', code: 'upstream_error' },
} as const satisfies Record<string, { variable: KeyVariable; code?: ErrorCode }>;

export type AccountRole = keyof typeof accountRoles;

/** What each variable claims that may be what is wrong: a key of its account, an id of its owner. */
export const claims = {
  ...keyVariables,
  RATE_LIMIT_API_KEY: 'an account that has a rate limit, and whether RATE_LIMIT_BURST, if set, exceeds it',
  FOREIGN_JOB_ID: 'the job of another account',
  FOREIGN_RUN_ID: 'the run of another account',
} as const;

export type Claim = keyof typeof claims;
