import type { ErrorCode } from './error-code';

interface Account {
  /** What a user claims about the account by setting the variable. */
  claim: string;
  /** The sender with its key, as checks name it; none for API_KEY. */
  role?: string;
  /** The code with which each AI request of the account is rejected (contract, part 7). */
  always?: ErrorCode;
  /** The code with which AI requests are rejected under load, or sometimes. */
  sometimes?: ErrorCode;
}

/** The accounts of a target, by the variable with the key. */
export const accounts = {
  API_KEY: { claim: 'the account under test' },
  OTHER_API_KEY: { claim: 'the key of a second account', role: 'other account' },
  OLD_API_KEY: { claim: 'a key that was revoked by reissuing it', role: 'old key' },
  NO_CREDITS_API_KEY: {
    claim: 'the key of an account with too few credits',
    role: 'no credits',
    always: 'insufficient_credits',
  },
  NO_BACKEND_API_KEY: {
    claim: 'the key of an account whose AI usage settings are not connected',
    role: 'not connected',
    always: 'no_backend_account',
  },
  QUOTA_API_KEY: {
    claim: 'the key of an account whose daily quota is used up',
    role: 'over quota',
    always: 'daily_quota_exceeded',
  },
  RATE_LIMIT_API_KEY: {
    claim: 'the key of an account that may be sent over its rate limit',
    role: 'rate limited',
    sometimes: 'rate_limited',
  },
  UPSTREAM_API_KEY: {
    claim: 'the key of an account whose AI processing fails now and then',
    role: 'upstream failing',
    sometimes: 'upstream_error',
  },
} as const satisfies Record<string, Account>;

export type KeyVariable = keyof typeof accounts;

export const keyVariables = Object.keys(accounts) as KeyVariable[];

export function isKeyVariable(name: string): name is KeyVariable {
  return name in accounts;
}

/** The account of a variable, with the fields that not every account has. */
export function accountOf(variable: KeyVariable): Account {
  return accounts[variable];
}

/** The codes that show the state of an account, whichever AI request it sends (contract, part 7). */
export const stateCodes: readonly ErrorCode[] = keyVariables.flatMap(
  (variable) => accountOf(variable).always ?? [],
);

export type AccountRole = Extract<(typeof accounts)[KeyVariable], { role: string }>['role'];

/** The variable of each role. */
export const variableOf = Object.fromEntries(
  keyVariables.flatMap((variable) => {
    const { role } = accountOf(variable);
    return role === undefined ? [] : [[role, variable]];
  }),
) as Record<AccountRole, KeyVariable>;

/** The claim of each variable: about the account of a key, or about the owner of an ID. */
export const claims = {
  ...(Object.fromEntries(keyVariables.map((name) => [name, accounts[name].claim])) as Record<
    KeyVariable,
    string
  >),
  RATE_LIMIT_API_KEY:
    'the key of an account with a rate limit, and that RATE_LIMIT_BURST, if set, exceeds it',
  FOREIGN_JOB_ID: 'the job of another account',
  FOREIGN_RUN_ID: 'the run of another account',
};

export type Claim = keyof typeof claims;
