import type { ErrorCode } from './error-code';

/** What the requests of an account are rejected with (contract, part 7). */
export interface State {
  code: ErrorCode;
  at: 'every request' | 'AI requests' | 'reads';
  /** It is met under load, or now and then. */
  sometimes?: true;
  /** It is that of the key, which no account has any more, and never ends. */
  ofKey?: true;
  /** What its user does about it if API_KEY is in this state. */
  remedy?: string;
}

interface Account {
  /** What a user claims about the account by setting the variable. */
  claim: string;
  /** The sender with its key, as checks name it; none for API_KEY. */
  role?: string;
  /** What the claim says about its requests. */
  state?: State;
}

/** The accounts of a target, by the variable with the key. */
export const accounts = {
  API_KEY: { claim: 'the account under test' },
  OTHER_API_KEY: { claim: 'the key of a second account', role: 'other account' },
  OLD_API_KEY: {
    claim: 'a key that was revoked by reissuing it',
    role: 'old key',
    state: {
      code: 'invalid_api_key',
      at: 'every request',
      ofKey: true,
      remedy: 'copy it again, or reissue it',
    },
  },
  NO_CREDITS_API_KEY: {
    claim: 'the key of an account with too few credits',
    role: 'no credits',
    state: {
      code: 'insufficient_credits',
      at: 'AI requests',
      remedy: 'top up, or look at its plan: too few credits for this',
    },
  },
  NO_BACKEND_API_KEY: {
    claim: 'the key of an account whose AI usage settings are not connected',
    role: 'not connected',
    state: { code: 'no_backend_account', at: 'AI requests', remedy: 'connect its AI usage settings' },
  },
  QUOTA_API_KEY: {
    claim: 'the key of an account whose daily quota is used up',
    role: 'over quota',
    state: {
      code: 'daily_quota_exceeded',
      at: 'AI requests',
      remedy: "wait for the daily reset, since the day's usage is used up",
    },
  },
  RATE_LIMIT_API_KEY: {
    claim: 'the key of an account that may be sent over its rate limit',
    role: 'rate limited',
    state: { code: 'rate_limited', at: 'every request', sometimes: true },
  },
  UPSTREAM_API_KEY: {
    claim: 'the key of an account whose AI processing fails now and then',
    role: 'upstream failing',
    state: { code: 'upstream_error', at: 'AI requests', sometimes: true },
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

/** The state that a variable claims, in which the account is now and then or always. */
export const stateOf = (variable: KeyVariable) => accountOf(variable).state;

/** The state in which an account is all the time, whichever of these requests it sends. */
export function lastingStateOf(variable: KeyVariable): State | undefined {
  const state = stateOf(variable);
  return state?.sometimes ? undefined : state;
}

/** The states of accounts, those of keys left out. */
export const accountStates = keyVariables.flatMap((variable) => {
  const state = stateOf(variable);
  return state === undefined || state.ofKey ? [] : [state];
});

export type AccountRole = Extract<(typeof accounts)[KeyVariable], { role: string }>['role'];

/** The variable of each role. */
export const variableOf = Object.fromEntries(
  keyVariables.flatMap((variable) => {
    const { role } = accountOf(variable);
    return role === undefined ? [] : [[role, variable]];
  }),
) as Record<AccountRole, KeyVariable>;

/** The senders whose account has a lasting state of AI requests: it can read and look up. */
export const rolesWithoutAi = (Object.keys(variableOf) as AccountRole[]).filter(
  (role) => lastingStateOf(variableOf[role])?.at === 'AI requests',
);

export const isAccountRole = (role: unknown): role is AccountRole => Object.hasOwn(variableOf, `${role}`);

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
