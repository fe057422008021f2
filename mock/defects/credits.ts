import type { Account } from '../accounts';
import {
  asCode,
  asCrash,
  asEmpty,
  asJson,
  nthCall,
  type Picker,
  whenAccepted,
  whenRejected,
  withBody,
  withStatus,
} from '../answers';
import { type Change, overrideChapter } from '../behaviour';
import type { Call } from '../call';
import { credits, requireCredits } from '../credits';
import { acceptedWhere, breaking, changes, type Defect, passing, rejectedWhere } from '../defect';

/** Presents the remaining credits with `present`. */
const presented = (present: (remaining: number) => unknown): Change => ({
  credits: { present: (remaining) => ({ credits: present(remaining) }) },
});

/** Charges the price that `price` returns. */
export const charging = (price: (price: number, call: Call) => number): Change =>
  overrideChapter('credits', (ledger) => ({
    charge: (account, due, now, doneAt, call) => ledger.charge(account, price(due, call), now, doneAt, call),
  }));

const ofSecond = ({ account }: Call) => account.name === 'other account';
const withoutCredits = ({ account }: Call) => account.name === 'no credits';

const chargingRejections = (code: string): Change => ({
  credits: {
    whenRejected(account: Account, call) {
      if (call.rejection?.code === code) account.charges.push({ credits: call.price || 1, at: call.now });
    },
  },
});

export const creditDefects: readonly Defect[] = [
  ...breaking('credits.read', {
    'the remaining credits are a word': presented(() => ({ remaining: 'plenty' })),
    'the remaining credits are null': presented(() => ({ remaining: null })),
    'the remaining credits are true': presented(() => ({ remaining: true })),
    'the remaining credits have a unit': presented((remaining) => ({ remaining: `${remaining} credits` })),
    'the remaining credits have commas': presented((remaining) => ({
      remaining: remaining.toLocaleString('en'),
    })),
    'the remaining credits are missing': presented(() => ({ plan: 'basic' })),
    'the remaining credits are an empty list': presented(() => ({ remaining: [] })),
    'the remaining credits are empty': presented(() => ({ remaining: '' })),
    'the credits are an empty object': { credits: { present: () => ({}) } },
    'the credits are null': { credits: { present: () => null } },
    'every second reading of the credits shows none': whenAccepted('credits', asJson({}), nthCall(2)),
    'every third reading of the credits shows none': whenAccepted('credits', asJson({}), nthCall(3)),
    'the credits are not found': whenAccepted('credits', asCode('not_found')),
    'the credits crash the server': whenAccepted('credits', asCrash),
    'a second account reads the credits of the first': overrideChapter('credits', (ledger) => {
      let owner: Account | undefined;
      return {
        present(remaining, call) {
          if (call.account.name === 'owner') owner = call.account;
          const shown = owner && ofSecond(call) ? ledger.remaining(owner, call.now) : remaining;
          return ledger.present(shown, call);
        },
      };
    }),
  }),
  ...breaking('credits.read.exhausted', {
    ...acceptedWhere('credits', withoutCredits, {
      'whoever has too few credits cannot read them': asCode('insufficient_credits'),
      'whoever has too few credits is forbidden to read them': withStatus(403),
      'whoever has too few credits has none to find': asCode('not_found'),
      'too few credits are read as null': withBody(() => ({ credits: { remaining: null } })),
      'too few credits are read as nothing': asEmpty(204),
      'too few credits crash their reading': asCrash,
    }),
    'everybody reads the credits of whoever reads them first': overrideChapter('credits', (ledger) => {
      let first: Account | undefined;
      return {
        present(_, call) {
          first ??= call.account;
          return ledger.present(ledger.remaining(first, call.now), call);
        },
      };
    }),
  }),
  ...breaking('credits.use.deducted', {
    'an AI request leaves the credits as they are': charging(() => 0),
    'an AI request raises the credits': charging((price) => -price),
    'only jobs and workflows are charged': charging((price, { operation }) =>
      operation === 'text' ? 0 : price,
    ),
    'text of a second account is charged nothing': charging((price, call) => (ofSecond(call) ? 0 : price)),
    'only the pro model is charged': charging((price, { model }) => (model.endsWith('-pro') ? price : 0)),
    'an AI request is charged to another account': overrideChapter('credits', (credits) => {
      const nobody: Account['charges'] = [];
      return {
        charge: (account, ...rest) => credits.charge({ ...account, charges: nobody }, ...rest),
      };
    }),
    'a long prompt is charged nothing': charging((price, { fields }) =>
      `${fields.prompt}`.length > 20_000 ? 0 : price,
    ),
    'messages with one of the system are charged nothing': charging((price, { fields }) =>
      JSON.stringify(fields.messages ?? '').includes('"system"') ? 0 : price,
    ),
    'text alone is charged': charging((price, { operation }) => (operation === 'text' ? price : 0)),
    'workflows are charged nothing': charging((price, { operation }) =>
      operation === 'workflow' ? 0 : price,
    ),
    'the credits are read from a cache': overrideChapter('credits', (credits) => {
      const cache = new WeakMap<Account, number>();
      return {
        remaining(account, now) {
          const cached = cache.get(account) ?? credits.remaining(account, now);
          cache.set(account, cached);
          return cached;
        },
      };
    }),
    'an AI request is charged once and given back': overrideChapter('credits', (credits) => ({
      charge(account, price, now, doneAt, call) {
        credits.charge(account, price, now, doneAt, call);
        credits.charge(account, -price, now, doneAt, call);
      },
    })),
    'the credits used are shown instead of those left': overrideChapter('credits', (credits) => ({
      present: (remaining, call) => credits.present(call.account.granted - remaining, call),
    })),
  }),
  ...breaking('credits.insufficient', {
    ...changes((picker: Picker) => passing(requireCredits, picker), {
      'an account with too few credits is served': () => true,
      'an account is served until nothing is left': ({ account, now }) => credits.remaining(account, now) > 0,
      'an account may overdraw a little': ({ account, now, price }) =>
        credits.remaining(account, now) - price >= -10,
      'text of an account with too few credits is served': ({ operation }) => operation === 'text',
      'every second call with too few credits is served': nthCall(2),
    }),
    ...rejectedWhere('insufficient_credits', nthCall(2), {
      'too few credits are now and then called daily_quota_exceeded': asCode('daily_quota_exceeded'),
      'too few credits are now and then called no_backend_account': asCode('no_backend_account'),
    }),
    'too few credits are called rate_limited': whenRejected('insufficient_credits', asCode('rate_limited')),
    'too few credits are called invalid_api_key': whenRejected(
      'insufficient_credits',
      asCode('invalid_api_key'),
    ),
    'too few credits are called invalid_request': whenRejected(
      'insufficient_credits',
      asCode('invalid_request'),
    ),
    'too few credits crash the server': whenRejected('insufficient_credits', asCrash),
  }),
  ...breaking('credits.rejected.free', {
    'a malformed request is charged': chargingRejections('invalid_request'),
    'a request for an unlisted model is charged': chargingRejections('model_not_found'),
    'the lookup of an unknown job is charged': chargingRejections('not_found'),
  }),
];
