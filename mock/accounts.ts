/** The mock's fake keys, by the environment variable that the suite reads each from. */
export const mockKeys = {
  API_KEY: 'Owner0FakeKey0a1B2c3D4e5F6g7H8i9J0k1L',
  OTHER_API_KEY: 'Stranger0FakeKey0m2N3o4P5q6R7s8T9u0V',
  OLD_API_KEY: 'Reissued0FakeKey0w3X4y5Z6a7B8c9D0e1F',
  NO_CREDITS_API_KEY: 'Broke0FakeKey0g4H5i6J7k8L9m0N1o2P3q4',
  NO_BACKEND_API_KEY: 'Unlinked0FakeKey0r5S6t7U8v9W0x1Y2z3A',
  QUOTA_API_KEY: 'Capped0FakeKey0b6C7d8E9f0G1h2I3j4K5l',
  RATE_LIMIT_API_KEY: 'Limited0FakeKey0m7N8o9P0q1R2s3T4u5V6',
  UPSTREAM_API_KEY: 'Flaky0FakeKey0w8X9y0Z1a2B3c4D5e6F7g8',
} as const;

export type KeyVariable = keyof typeof mockKeys;

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
  /** When the current window of the rate limit began, and the calls counted in it. */
  window: { began: number; calls: number };
  /** Whether AI processing fails for this account from time to time. */
  flaky: boolean;
  /** The number of attempts at AI processing so far, by operation. */
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

/** Creates one account for each state that the contract distinguishes, with the keys of `mockKeys`. */
export function openAccounts(): IssuedKey[] {
  const owner = open('owner');
  const accounts: Record<KeyVariable, Account> = {
    API_KEY: owner,
    OTHER_API_KEY: open('other account'),
    OLD_API_KEY: owner,
    NO_CREDITS_API_KEY: open('no credits', { granted: 0.5 }),
    NO_BACKEND_API_KEY: open('not connected', { connected: false }),
    QUOTA_API_KEY: open('over quota', { dayUsedUp: true }),
    RATE_LIMIT_API_KEY: open('limited', { rateLimit: { calls: 5, seconds: 0.5 } }),
    UPSTREAM_API_KEY: open('flaky', { flaky: true }),
  };
  return (Object.keys(mockKeys) as KeyVariable[]).map((variable) => ({
    key: mockKeys[variable],
    active: variable !== 'OLD_API_KEY',
    account: accounts[variable],
  }));
}
