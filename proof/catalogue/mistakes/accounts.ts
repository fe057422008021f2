import type { KeyVariable } from '../../../spec/accounts';
import type { Keys, Mistake, Table } from './mistake';

/** A variable that has the key of another variable, which is then unset, or two variables with swapped keys. */
interface Mixed {
  /** The variable whose key it has. */
  key: KeyVariable;
  /** Text that the run must show; by default, that the account is not what the variable claims. */
  says?: string;
  /** Only the clause itself can show that the claim is wrong. */
  claims?: true;
  /** Needs the server that has two valid keys of the account under test. */
  twice?: true;
  exchanged?: true;
}

const mixed: { [Variable in KeyVariable]?: Record<string, Mixed> } = {
  OTHER_API_KEY: {
    'of the account under test': { key: 'OLD_API_KEY', twice: true },
    'that was reissued': { key: 'OLD_API_KEY', says: 'OTHER_API_KEY is rejected' },
  },
  OLD_API_KEY: {
    'that is still valid': { key: 'OLD_API_KEY', claims: true, twice: true },
    'of another account, still valid': { key: 'OTHER_API_KEY' },
  },
  NO_CREDITS_API_KEY: {
    'with credits': { key: 'OTHER_API_KEY' },
    'of the account under test': { key: 'OLD_API_KEY', twice: true },
    'without connected AI usage settings': { key: 'NO_BACKEND_API_KEY' },
    'and NO_BACKEND_API_KEY exchanged': { key: 'NO_BACKEND_API_KEY', exchanged: true },
  },
  NO_BACKEND_API_KEY: {
    'with connected settings': { key: 'OTHER_API_KEY', claims: true },
    'of the account under test': { key: 'OLD_API_KEY', twice: true },
    'out of credits': { key: 'NO_CREDITS_API_KEY' },
    'and UPSTREAM_API_KEY exchanged': { key: 'UPSTREAM_API_KEY', exchanged: true },
  },
  QUOTA_API_KEY: {
    'without connected AI usage settings': { key: 'NO_BACKEND_API_KEY' },
    'out of credits': { key: 'NO_CREDITS_API_KEY' },
    'of the account under test': { key: 'OLD_API_KEY', twice: true },
    'whose day has begun anew': { key: 'OTHER_API_KEY', claims: true },
    'and NO_CREDITS_API_KEY exchanged': { key: 'NO_CREDITS_API_KEY', exchanged: true },
    'and RATE_LIMIT_API_KEY exchanged': { key: 'RATE_LIMIT_API_KEY', exchanged: true },
  },
  RATE_LIMIT_API_KEY: { 'out of credits': { key: 'NO_CREDITS_API_KEY' } },
  UPSTREAM_API_KEY: {
    'out of credits': { key: 'NO_CREDITS_API_KEY' },
    'that never fails': { key: 'OTHER_API_KEY', says: '' },
  },
};

function mistakeOf(variable: KeyVariable, { key, says, claims, twice, exchanged }: Mixed): Mistake {
  return {
    keys: (right) => ({
      ...right,
      [key]: exchanged ? right[variable] : undefined,
      [variable]: right[key],
    }),
    says: says ?? (claims ? `First check that ${variable} is` : `${variable} is not`),
    ...(claims && { accuses: variable }),
    ...(twice && { on: ['two-keys'] }),
  };
}

/** API_KEY has the key of this variable. */
const tested = (key: KeyVariable, says: string): Mistake => ({
  keys: ({ [key]: API_KEY, OTHER_API_KEY }: Keys) => ({ API_KEY, OTHER_API_KEY }),
  says,
});

const service = (SERVICE: string): Mistake => ({ env: { SERVICE }, stops: true, says: 'SERVICE' });

/** Mistakes in which an account is not what its variable claims. */
export const accountMistakes: Table = {
  'API_KEY out of credits': tested('NO_CREDITS_API_KEY', 'API_KEY: top up'),
  'API_KEY without connected AI usage settings': tested(
    'NO_BACKEND_API_KEY',
    'API_KEY: connect its AI usage settings',
  ),
  'API_KEY whose day is used up': tested('QUOTA_API_KEY', 'API_KEY: wait for the daily reset'),
  'API_KEY that was reissued': {
    ...tested('OLD_API_KEY', 'API_KEY is rejected: copy it again'),
    stops: true,
  },
  'API_KEY of the account that meets its rate limit': tested('RATE_LIMIT_API_KEY', ''),
  'one key for two accounts': {
    keys: (right) => ({ ...right, OTHER_API_KEY: right.API_KEY }),
    says: 'API_KEY and OTHER_API_KEY hold the same key',
  },
  ...Object.fromEntries(
    Object.entries(mixed).flatMap(([variable, rows]) =>
      Object.entries(rows).map(([words, row]) => [
        `${variable} ${words}`,
        mistakeOf(variable as KeyVariable, row),
      ]),
    ),
  ),
  'a SERVICE that no model shows': service('umbrella'),
  'a SERVICE in capitals': service('Acme'),
  'the id of a model for SERVICE': service('acme-text-pro'),
};
