import type { Mistake } from './mistake';

/** Accounts that are not what their variables say. */
export const accountMistakes: Record<string, Omit<Mistake, 'part'>> = {
  'API_KEY out of credits': {
    often: true,
    keys: (k) => ({ API_KEY: k.NO_CREDITS_API_KEY, OTHER_API_KEY: k.OTHER_API_KEY }),
    says: 'API_KEY: top up',
  },
  'API_KEY without connected AI usage settings': {
    keys: (k) => ({ API_KEY: k.NO_BACKEND_API_KEY, OTHER_API_KEY: k.OTHER_API_KEY }),
    says: 'API_KEY: connect its AI usage settings',
  },
  'API_KEY whose day is used up': {
    keys: (k) => ({ API_KEY: k.QUOTA_API_KEY, OTHER_API_KEY: k.OTHER_API_KEY }),
    says: 'API_KEY: wait for the daily reset',
  },
  'API_KEY that was reissued': {
    keys: (k) => ({ API_KEY: k.OLD_API_KEY }),
    stops: true,
    says: 'API_KEY is refused by every known endpoint',
  },
  'API_KEY of the account that meets its rate limit': {
    keys: (k) => ({ API_KEY: k.RATE_LIMIT_API_KEY }),
    says: '',
  },
  'OTHER_API_KEY of the account under test': {
    on: ['two-keys'],
    keys: ({ OLD_API_KEY, ...k }) => ({ ...k, OTHER_API_KEY: OLD_API_KEY }),
    says: 'OTHER_API_KEY is not a second account',
  },
  'OTHER_API_KEY that was reissued': {
    keys: ({ OLD_API_KEY, ...k }) => ({ ...k, OTHER_API_KEY: OLD_API_KEY }),
    says: 'OTHER_API_KEY is refused',
  },
  'one key for two accounts': {
    keys: (k) => ({ ...k, OTHER_API_KEY: k.API_KEY }),
    says: 'API_KEY and OTHER_API_KEY hold the same key',
  },
  'OLD_API_KEY that is still valid': {
    on: ['two-keys'],
    keys: (k) => k,
    says: 'OLD_API_KEY claims',
    accuses: 'OLD_API_KEY',
  },
  'OLD_API_KEY of another account, still valid': {
    keys: ({ OTHER_API_KEY, ...k }) => ({ ...k, OLD_API_KEY: OTHER_API_KEY }),
    says: 'OLD_API_KEY claims',
    accuses: 'OLD_API_KEY',
  },
  'NO_CREDITS_API_KEY with credits': {
    keys: ({ OTHER_API_KEY, ...k }) => ({ ...k, NO_CREDITS_API_KEY: OTHER_API_KEY }),
    says: 'NO_CREDITS_API_KEY is not',
  },
  'NO_CREDITS_API_KEY of the account under test': {
    on: ['two-keys'],
    keys: ({ OLD_API_KEY, ...k }) => ({ ...k, NO_CREDITS_API_KEY: OLD_API_KEY }),
    says: 'NO_CREDITS_API_KEY is not',
  },
  'NO_CREDITS_API_KEY without connected AI usage settings': {
    keys: ({ NO_BACKEND_API_KEY, ...k }) => ({ ...k, NO_CREDITS_API_KEY: NO_BACKEND_API_KEY }),
    says: 'NO_CREDITS_API_KEY is not',
  },
  'NO_BACKEND_API_KEY with connected settings': {
    keys: ({ OTHER_API_KEY, ...k }) => ({ ...k, NO_BACKEND_API_KEY: OTHER_API_KEY }),
    says: 'NO_BACKEND_API_KEY claims',
    accuses: 'NO_BACKEND_API_KEY',
  },
  'NO_BACKEND_API_KEY of the account under test': {
    on: ['two-keys'],
    keys: ({ OLD_API_KEY, ...k }) => ({ ...k, NO_BACKEND_API_KEY: OLD_API_KEY }),
    says: 'NO_BACKEND_API_KEY is not',
  },
  'NO_BACKEND_API_KEY out of credits': {
    keys: ({ NO_CREDITS_API_KEY, ...k }) => ({ ...k, NO_BACKEND_API_KEY: NO_CREDITS_API_KEY }),
    says: 'NO_BACKEND_API_KEY is not',
  },
  'QUOTA_API_KEY without connected AI usage settings': {
    keys: ({ NO_BACKEND_API_KEY, ...k }) => ({ ...k, QUOTA_API_KEY: NO_BACKEND_API_KEY }),
    says: 'QUOTA_API_KEY is not',
  },
  'QUOTA_API_KEY out of credits': {
    keys: ({ NO_CREDITS_API_KEY, ...k }) => ({ ...k, QUOTA_API_KEY: NO_CREDITS_API_KEY }),
    says: 'QUOTA_API_KEY is not',
  },
  'QUOTA_API_KEY of the account under test': {
    on: ['two-keys'],
    keys: ({ OLD_API_KEY, ...k }) => ({ ...k, QUOTA_API_KEY: OLD_API_KEY }),
    says: 'QUOTA_API_KEY is not',
  },
  'QUOTA_API_KEY whose day has begun anew': {
    keys: ({ OTHER_API_KEY, ...k }) => ({ ...k, QUOTA_API_KEY: OTHER_API_KEY }),
    says: 'QUOTA_API_KEY claims',
    accuses: 'QUOTA_API_KEY',
  },
  'NO_CREDITS_API_KEY and NO_BACKEND_API_KEY exchanged': {
    keys: (k) => ({
      ...k,
      NO_CREDITS_API_KEY: k.NO_BACKEND_API_KEY,
      NO_BACKEND_API_KEY: k.NO_CREDITS_API_KEY,
    }),
    says: 'NO_CREDITS_API_KEY is not',
  },
  'QUOTA_API_KEY and NO_CREDITS_API_KEY exchanged': {
    keys: (k) => ({ ...k, NO_CREDITS_API_KEY: k.QUOTA_API_KEY, QUOTA_API_KEY: k.NO_CREDITS_API_KEY }),
    says: 'QUOTA_API_KEY is not',
  },
  'RATE_LIMIT_API_KEY out of credits': {
    keys: ({ NO_CREDITS_API_KEY, ...k }) => ({ ...k, RATE_LIMIT_API_KEY: NO_CREDITS_API_KEY }),
    says: 'RATE_LIMIT_API_KEY is not',
  },
  'UPSTREAM_API_KEY out of credits': {
    keys: ({ NO_CREDITS_API_KEY, ...k }) => ({ ...k, UPSTREAM_API_KEY: NO_CREDITS_API_KEY }),
    says: 'UPSTREAM_API_KEY is not',
  },
  'UPSTREAM_API_KEY that never fails': {
    keys: ({ OTHER_API_KEY, ...k }) => ({ ...k, UPSTREAM_API_KEY: OTHER_API_KEY }),
    says: '',
  },
  'a SERVICE that no model shows': { env: { SERVICE: 'umbrella' }, stops: true, says: 'SERVICE' },
  'a SERVICE in capitals': { env: { SERVICE: 'Acme' }, stops: true, says: 'SERVICE' },
  'the id of a model for SERVICE': { env: { SERVICE: 'acme-text-pro' }, stops: true, says: 'SERVICE' },
};
