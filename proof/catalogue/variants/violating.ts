import {
  alterResponses,
  asCode,
  asText,
  asUnlisted,
  nthCall,
  whenAccepted,
  whenRejected,
  withHeaders,
} from '../../../mock/answers';
import { type Change, overrideChapter } from '../../../mock/behaviour';
import { passing } from '../../../mock/defect';
import { charging } from '../../../mock/defects/credits';
import { afterwards } from '../../../mock/defects/limits';
import { accepting } from '../../../mock/defects/text';
import { placeOf, rejecting } from '../../../mock/defects/workflows';
import { requireDay } from '../../../mock/limits';
import type { ClauseId } from '../../../spec/ledger';
import { challenged, gatewayObjects } from './networks';
import { chargedWhenDone, late, realTime, rounded, unsettled } from './pace';
import { readByFunctions } from './read-by-functions';
import { bare } from './shapes';
import { paged, planned } from './unsaid';
import type { Variant } from './variant';

/** A violation that resembles a legal variant, and the clause whose checks must still find it. */
interface ViolatingVariant extends Omit<Variant, 'phrase'> {
  beside: Variant;
  clause: ClauseId;
}

const never = charging(() => 0);
const atProsPrice = charging((price, { model }) => (model.endsWith('-mini') ? 5 : price));

/** Omits the nano model. On a server with pages, it is on none of them. */
const withoutNano: Change = overrideChapter('models', (models) => ({
  offered: (word) => models.offered(word).filter(({ id }) => !id.endsWith('-nano')),
}));

const forEver = afterwards((_, { operation }) => operation !== 'text');

export const violations: Readonly<Record<string, ViolatingVariant>> = {
  'only the block right before can be read': {
    beside: bare,
    clause: 'workflows.chain.accepted',
    change: rejecting(({ block, position }, blocks) => placeOf(block, blocks) < position - 1),
  },
  'never charged, although settling and resolution are told': {
    beside: chargedWhenDone,
    clause: 'credits.use.deducted',
    change: never,
  },
  'messages never charged, with messages of the target file': {
    beside: chargedWhenDone,
    clause: 'credits.use.deducted',
    change: charging((price, { fields }) => (fields.messages ? 0 : price)),
    target: (given) => ({ ...given, messages: [{ role: 'user', content: 'Reply with the word ok.' }] }),
    depth: 3,
  },
  'never charged, rounded': { beside: rounded, clause: 'credits.use.deducted', change: never },
  "mini at pro's price prices are fixed": {
    beside: chargedWhenDone,
    clause: 'models.price.tiers',
    change: atProsPrice,
  },
  'mini always dearer prices depend on chance': {
    // If reads were cached as well, the violation could not be seen.
    beside: { ...unsettled, phrase: 'prices that depend on chance', change: {} },
    clause: 'models.price.tiers',
    change: {
      credits: {
        charge(account, price, now, _, { model }) {
          const dear = model.endsWith('-mini') ? 400 : 0;
          account.charges.push({ credits: dear + price * (0.5 + 2 * Math.random()), at: now });
        },
      },
    },
    env: { MAX_AI_REQUESTS: '60' },
  },
  'charged for a refused workflow a minute late': {
    beside: chargedWhenDone,
    clause: 'workflows.rejected.free',
    change: {
      credits: {
        whenRejected(account, { rejection, now }) {
          // The delay is within the time that the mock's target file gives for charges.
          if (rejection?.code === 'invalid_workflow') account.charges.push({ credits: 3, at: now + 250 });
        },
      },
    },
  },
  'text on a used-up day that is served': {
    beside: unsettled,
    clause: 'limits.daily.exceeded',
    change: passing(requireDay, ({ operation }) => operation === 'text'),
  },
  'never recovering from the rate limit': { beside: late, clause: 'limits.rate.recovers', change: forEver },
  'no rate limit, whatever is asked': {
    beside: late,
    clause: 'limits.rate.exceeded',
    change: { limits: { admits: () => true } },
  },
  'a job that is never found': {
    beside: late,
    clause: 'jobs.lookup.own',
    change: { jobs: { find: () => undefined } },
  },
  'a job without a result, although its time is told': {
    beside: late,
    clause: 'jobs.lookup.result',
    change: {},
    target: (given) => ({ ...given, patience: { job: 0.5 } }),
  },
  'a 303 that leads nowhere': {
    beside: readByFunctions,
    clause: 'jobs.submit.id',
    change: whenAccepted('submit', withHeaders({ location: '' })),
    verified: true,
  },
  'credits as words without a number': {
    beside: readByFunctions,
    clause: 'credits.read',
    change: { credits: { present: () => ({ balance: 'plenty of credits' }) } },
    verified: true,
  },
  'the nano model on no page': { beside: readByFunctions, clause: 'models.list.tiers', change: withoutNano },
  "another account's run, with its ticket": {
    beside: readByFunctions,
    clause: 'runs.lookup.foreign',
    change: { runs: { belongs: () => true } },
  },
  'a listed model that is not found': {
    beside: planned,
    clause: 'models.use.listed',
    change: whenAccepted('text', asCode('model_not_found'), ({ model }) => model.endsWith('-mini')),
  },
  'an unknown id of the right form called malformed': {
    beside: planned,
    clause: 'jobs.lookup.unknown',
    change: whenRejected('not_found', asCode('invalid_request')),
  },
  'models missing on the last page': {
    beside: paged,
    clause: 'models.list.tiers',
    change: {},
    target: (given) => ({ ...given, models: { list: '/data', next: () => undefined } }),
  },
  'an unlisted model called malformed a submission has messages': {
    beside: chargedWhenDone,
    clause: 'models.use.unlisted',
    change: whenRejected(
      'model_not_found',
      asCode('invalid_request'),
      ({ operation, fields }) => operation === 'submit' && fields.messages !== undefined,
    ),
  },
  'a text request that carries nothing but its envelope is served': {
    beside: chargedWhenDone,
    clause: 'text.requires.input-lenient',
    change: accepting((fields) => Object.keys(fields).join() === 'version'),
    target: (given) => ({
      ...given,
      text: (fields) => ({ method: 'POST', path: '/v1/text', body: { version: 1, ...fields } }),
    }),
  },
  'every limited request gets a code of its own, with the type of the service': {
    beside: gatewayObjects,
    clause: 'limits.rate.exceeded',
    change: whenRejected('rate_limited', asUnlisted('too_many_requests', 429)),
  },
  // A page in place of the text would be what the firewall sends, and nobody could say whose it is.
  'wrong keys are rejected with 403 and plain text, each time': {
    beside: challenged,
    clause: 'auth.key.wrong',
    change: whenRejected('invalid_api_key', asText('Forbidden', 403)),
  },
  'every second reading of the credits calls the valid key invalid': {
    beside: challenged,
    clause: 'auth.key.valid',
    change: whenAccepted('credits', asCode('invalid_api_key'), nthCall(2)),
  },
  'never charged, and no cache says that it responded': {
    beside: { ...chargedWhenDone, change: alterResponses(withHeaders({ 'x-cache': 'MISS' })) },
    clause: 'credits.use.deducted',
    change: never,
  },
  'never recovering within a real minute': {
    beside: realTime,
    clause: 'limits.rate.recovers',
    change: forEver,
  },
};
