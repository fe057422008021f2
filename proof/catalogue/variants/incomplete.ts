import { mockKeys } from '../../../mock/accounts';
import mockTarget from '../../../tests/targets/mock';
import { lacks } from '../drawn/targets';
import type { Variant } from './variant';

const { API_KEY, RATE_LIMIT_API_KEY: _, ...others } = mockKeys;

const without = (what: string, lack: Variant['lack'] & object): Variant => ({
  phrase: `incomplete settings, without ${what}`,
  change: [],
  lack,
});

/** What compares balances. */
const charges = /^(models\.price|credits\.use|credits\.rejected|workflows\.rejected)|spends credits/;

/** Correct servers with incomplete settings or an incomplete target file. */
export const incomplete: Readonly<Record<string, Variant>> = {
  'one-account': without('OTHER_API_KEY', {
    ...lacks['there is one account'],
    untested: /second account|another account's (?!.*any 4xx if)|FOREIGN_/,
  }),
  'credits-unread': {
    ...without('a pointer to the credits, which are one of two numbers', {
      ...lacks['credits are not read'],
      untested: charges,
    }),
    change: { credits: { present: (remaining) => ({ remaining, granted: 1_000_000 }) } },
  },
  'charges-unsettled': {
    ...without('credits.settlesWithin, on a server that charges rejected workflows half a second later', {
      target: { ...mockTarget, credits: { at: '/credits/remaining', resolution: 1 } },
      untested: charges,
    }),
    change: {
      credits: {
        whenRejected(account, { rejection, now }) {
          if (rejection?.code === 'invalid_workflow') account.charges.push({ credits: 2, at: now + 500 });
        },
      },
    },
  },
  'runs-unread': without('the lookup of runs', {
    ...lacks['runs are not looked up'],
    untested: /run lookup|account's run with|two mistakes at once/,
  }),
  'api-key-alone': without('any account but API_KEY', {
    keys: { API_KEY },
    untested:
      /second account|another account's|FOREIGN_|a revoked key|AI usage settings|too few|daily usage|429|exceeds|fail/,
  }),
  // The reads of a burst exceed the rate limit on a fast machine only.
  'empty-target': without('anything in the target file, and without RATE_LIMIT_API_KEY', {
    target: {},
    keys: { API_KEY, ...others },
    untested:
      /^(?!.*(\/v1\/(models|credits)(?!.*spends)|each operation with|a few operations|job_id} rejects (an unknown ID with 401|the name|an ID of|.*control)|\.routes|www))/,
  }),
};
