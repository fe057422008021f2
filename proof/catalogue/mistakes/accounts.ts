import { accountOf, type KeyVariable, keyVariables, lastingStateOf, stateOf } from '../../../spec/accounts';
import type { Keys, Mistake, Table } from './mistake';

/** A variable has the key of another one, which is then unset. API_KEY's account has a second key on one server. */
const borrowed: Table = Object.fromEntries(
  keyVariables
    .filter((variable) => variable !== 'API_KEY')
    .flatMap((variable) => {
      const says = stateOf(variable)?.sometimes ? '' : `${variable} is not`;
      const having = (key: KeyVariable) => (right: Keys) => ({
        ...right,
        [key]: undefined,
        [variable]: right[key],
      });
      return [
        [
          `${variable} of the account under test`,
          { keys: having('OLD_API_KEY'), on: ['two-keys'], says },
        ] as const,
        [`${variable} of the second account`, { keys: having('OTHER_API_KEY'), says }] as const,
      ].slice(0, variable === 'OTHER_API_KEY' ? 1 : 2);
    }),
);

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
  ...borrowed,
  'OTHER_API_KEY that was reissued': {
    keys: (right) => ({ ...right, OLD_API_KEY: undefined, OTHER_API_KEY: right.OLD_API_KEY }),
    says: 'OTHER_API_KEY is rejected',
  },
  'a SERVICE that no model shows': service('umbrella'),
  'a SERVICE in capitals': service('Acme'),
  'the id of a model for SERVICE': service('acme-text-pro'),
};
