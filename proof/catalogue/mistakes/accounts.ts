import { accountOf, type KeyVariable, keyVariables, lastingStateOf, stateOf } from '../../../spec/accounts';
import type { Keys, Mistake, Table } from './mistake';

/** A variable that has the key of another variable, which is then unset. */
interface Mixed {
  /** The variable whose key it has. */
  key: KeyVariable;
  /** Text that the run must show; by default, that the account is not what the variable claims. */
  says?: string;
  /** Needs the server that has two valid keys of the account under test. */
  twice?: true;
}

const mixed: { [Variable in KeyVariable]?: Record<string, Mixed> } = {
  OTHER_API_KEY: {
    'of the account under test': { key: 'OLD_API_KEY', twice: true },
    'that was reissued': { key: 'OLD_API_KEY', says: 'OTHER_API_KEY is rejected' },
  },
  OLD_API_KEY: {
    'that is still valid': { key: 'OLD_API_KEY', twice: true },
    'of another account, still valid': { key: 'OTHER_API_KEY' },
  },
  NO_CREDITS_API_KEY: {
    'with credits': { key: 'OTHER_API_KEY' },
    'of the account under test': { key: 'OLD_API_KEY', twice: true },
    'without connected AI usage settings': { key: 'NO_BACKEND_API_KEY' },
  },
  NO_BACKEND_API_KEY: {
    'with connected settings': { key: 'OTHER_API_KEY' },
    'of the account under test': { key: 'OLD_API_KEY', twice: true },
    'out of credits': { key: 'NO_CREDITS_API_KEY' },
  },
  QUOTA_API_KEY: {
    'without connected AI usage settings': { key: 'NO_BACKEND_API_KEY' },
    'out of credits': { key: 'NO_CREDITS_API_KEY' },
    'of the account under test': { key: 'OLD_API_KEY', twice: true },
    'whose day has begun anew': { key: 'OTHER_API_KEY' },
  },
  RATE_LIMIT_API_KEY: { 'out of credits': { key: 'NO_CREDITS_API_KEY' } },
  UPSTREAM_API_KEY: {
    'out of credits': { key: 'NO_CREDITS_API_KEY' },
    'that never fails': { key: 'OTHER_API_KEY', says: '' },
  },
};

function mistakeOf(variable: KeyVariable, { key, says, twice }: Mixed): Mistake {
  return {
    keys: (right) => ({ ...right, [key]: undefined, [variable]: right[key] }),
    says: says ?? `${variable} is not`,
    ...(twice && { on: ['two-keys'] }),
  };
}

/** What a run says of an API_KEY in this state; nothing if it can be tested nevertheless. */
function saidOfOwner(variable: KeyVariable): Pick<Mistake, 'says' | 'stops'> {
  const state = lastingStateOf(variable);
  if (state === undefined) return { says: '' };
  return state.at === 'every request'
    ? { says: `API_KEY is rejected: ${state.remedy}`, stops: true }
    : { says: `API_KEY: ${state.remedy}` };
}

/** API_KEY has the key of each of these variables. */
const ofOwner: Table = Object.fromEntries(
  keyVariables.flatMap((key) =>
    stateOf(key) === undefined
      ? []
      : [
          [
            `API_KEY with ${accountOf(key).claim}`,
            {
              keys: ({ [key]: API_KEY, OTHER_API_KEY }: Keys) => ({ API_KEY, OTHER_API_KEY }),
              ...saidOfOwner(key),
            },
          ],
        ],
  ),
);

/** What a run says where each of two variables has the key of the other. */
function saidOfExchange(one: KeyVariable, other: KeyVariable): Pick<Mistake, 'says' | 'stops'> {
  if (one === 'API_KEY') return saidOfOwner(other);
  // A key of which every request is rejected is not recognised. One that is rejected only sometimes may be any key.
  const named = (['every request', 'AI requests'] as const).flatMap((at) =>
    [one, other].filter((each) => lastingStateOf(each)?.at === at),
  )[0];
  return { says: named ? `${named} is not` : '' };
}

const exchanges: Table = Object.fromEntries(
  keyVariables.flatMap((one, index) =>
    keyVariables.slice(index + 1).map((other) => [
      `${one} and ${other} exchanged`,
      {
        keys: (right: Keys) => ({ ...right, [one]: right[other], [other]: right[one] }),
        ...saidOfExchange(one, other),
      },
    ]),
  ),
);

const service = (SERVICE: string): Mistake => ({ env: { SERVICE }, stops: true, says: 'SERVICE' });

/** Mistakes in which an account is not what its variable claims. */
export const accountMistakes: Table = {
  ...ofOwner,
  ...exchanges,
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
