/** How an account of the mock is made: the name by which it is known, its state, and whether its key is valid. */
interface Row {
  key: string;
  name: string;
  state?: Partial<Account>;
  /** A newer key has replaced it. */
  replaced?: true;
}

/** The accounts of the mock, by the environment variable that the suite reads each key from. The keys are fake. */
const rows = {
  API_KEY: { key: 'Owner0FakeKey0a1B2c3D4e5F6g7H8i9J0k1L', name: 'owner' },
  OTHER_API_KEY: { key: 'Stranger0FakeKey0m2N3o4P5q6R7s8T9u0V', name: 'other account' },
  OLD_API_KEY: { key: 'Reissued0FakeKey0w3X4y5Z6a7B8c9D0e1F', name: 'owner', replaced: true },
  NO_CREDITS_API_KEY: {
    key: 'Broke0FakeKey0g4H5i6J7k8L9m0N1o2P3q4',
    name: 'no credits',
    state: { granted: 0.5 },
  },
  NO_BACKEND_API_KEY: {
    key: 'Unlinked0FakeKey0r5S6t7U8v9W0x1Y2z3A',
    name: 'not connected',
    state: { connected: false },
  },
  QUOTA_API_KEY: {
    key: 'Capped0FakeKey0b6C7d8E9f0G1h2I3j4K5l',
    name: 'over quota',
    state: { dayUsedUp: true },
  },
  RATE_LIMIT_API_KEY: {
    key: 'Limited0FakeKey0m7N8o9P0q1R2s3T4u5V6',
    name: 'limited',
    state: { rateLimit: { calls: 5, seconds: 0.5 } },
  },
  UPSTREAM_API_KEY: { key: 'Flaky0FakeKey0w8X9y0Z1a2B3c4D5e6F7g8', name: 'flaky', state: { flaky: true } },
} as const satisfies Record<string, Row>;

export type KeyVariable = keyof typeof rows;

const variables = Object.keys(rows) as KeyVariable[];

const each = <Field extends 'key' | 'name'>(field: Field) =>
  Object.fromEntries(variables.map((variable) => [variable, rows[variable][field]])) as {
    [Variable in KeyVariable]: (typeof rows)[Variable][Field];
  };

export const mockKeys = each('key');
export const accountNames = each('name');

/** The number of calls allowed in a window of so many seconds. */
interface RateLimit {
  calls: number;
  seconds: number;
}

export interface Account {
  name: string;
  /** Credits at the start. The balance is this minus all charges so far. */
  granted: number;
  /** All charges. Each takes effect at `at` (milliseconds of the mock's clock). */
  charges: { credits: number; at: number }[];
  /** Whether the AI usage settings are connected. */
  connected: boolean;
  /** Whether the daily quota is used up. */
  dayUsedUp: boolean;
  rateLimit: RateLimit | undefined;
  /** When the current window of the rate limit began, and the calls in a row that were counted. */
  window: { began: number; calls: number };
  /** Whether AI processing fails for this account from time to time. */
  flaky: boolean;
  /** The number of attempts at AI processing so far, by operation and body. */
  attempts: Map<string, number>;
}

/** A key that the dashboard issued. */
export interface IssuedKey {
  key: string;
  /** False if a newer key has replaced it. */
  active: boolean;
  account: Account;
}

function open(name: string, state: Partial<Account> = {}): Account {
  return {
    name,
    granted: 1_000_000,
    charges: [],
    connected: true,
    dayUsedUp: false,
    rateLimit: undefined,
    window: { began: Number.NEGATIVE_INFINITY, calls: 0 },
    flaky: false,
    attempts: new Map(),
    ...state,
  };
}

/** Creates the account of each name, with its keys. */
export function openAccounts(): IssuedKey[] {
  const accounts = new Map<string, Account>();
  return variables.map((variable) => {
    const { key, name, state, replaced }: Row = rows[variable];
    const account = accounts.get(name) ?? open(name, state);
    accounts.set(name, account);
    return { key, active: !replaced, account };
  });
}
