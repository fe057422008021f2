import fc from 'fast-check';
import { mockKeys } from '../../../../mock/accounts';
import { type Alter, whenAccepted as altered, asEmpty, asJson, whenRejected } from '../../../../mock/answers';
import type { Call } from '../../../../mock/call';
import { costOf, otherThan, type Reply, reach, wasAccepted } from '../ask';
import { familiesOf, family, rowOf } from '../family';
import { accepts, anyAccept, anyUse, oneOf, rejections, uses, when } from '../scope';

const authorization = `Bearer ${mockKeys.NO_CREDITS_API_KEY}`;

const answers = rejections(
  '403 429 crash 402:payment_required no_backend_account daily_quota_exceeded invalid_api_key',
);

const readings: Readonly<Record<string, Alter>> = {
  'an empty object': asJson({}),
  null: asJson(null),
  'an empty body': asEmpty(),
  'an amount that is null': asJson({ credits: { remaining: null } }),
  'an amount that is a list': asJson({ credits: { remaining: [] } }),
  'an amount in words': asJson({ credits: { remaining: 'enough' } }),
  'the amount in another place': asJson({ credits: 100 }),
};

const unreadable = rejections('insufficient_credits no_backend_account invalid_api_key crash');

const isBroke = ({ account, operation }: Call) => operation === 'credits' && account.name === 'no credits';
const plain = ({ account, operation }: Call) => operation === 'credits' && account.name === 'owner';

const showsNoAmount = ({ body }: Reply) =>
  typeof (body as { credits?: { remaining?: unknown } } | null | undefined)?.credits?.remaining !== 'number';

export const creditFamilies = familiesOf('credits', {
  '402 is forgotten': family('credits.insufficient', anyUse, (use) => ({
    phrase: `an account with too few credits is served ${use.noun}`,
    change: when(use.holds, { credits: { enough: () => true } }),
    shows: async (ask) => wasAccepted(await reach(ask, use.at, { authorization, ...use.sent })),
    share: use.share,
  })),
  'an operation tells too few credits in its own way': family(
    'credits.insufficient',
    fc.tuple(rowOf(answers), oneOf(uses)),
    ([[how, alter], scope]) => ({
      phrase: `an account with too few credits is refused ${how} ${scope.noun}`,
      change: whenRejected('insufficient_credits', alter, scope.holds),
      shows: async (ask) =>
        otherThan(402, 'insufficient_credits')(await reach(ask, scope.at, { authorization })),
    }),
  ),
  'a kind of use costs nothing': family('credits.use.deducted', anyUse, (use) => ({
    phrase: `credits stay as they are ${use.noun}`,
    change: when(use.holds, { credits: { charge() {} } }),
    shows: async (ask) => (await costOf(ask, () => reach(ask, use.at, use.sent))) === 0,
    share: use.share,
  })),
  'a kind of use adds credits': family('credits.use.deducted', anyUse, (use) => ({
    phrase: `credits rise ${use.noun}`,
    change: when(use.holds, {
      credits: { charge: ({ charges }, price, now) => void charges.push({ credits: -price, at: now }) },
    }),
    shows: async (ask) => (await costOf(ask, () => reach(ask, use.at, use.sent))) < 0,
    share: use.share,
  })),
  'the reading of credits shows no amount': family('credits.read', rowOf(readings), ([how, alter]) => ({
    phrase: `the credits are read as ${how}`,
    change: altered('credits', alter, plain),
    shows: async (ask) => showsNoAmount(await ask({ path: '/v1/credits' })),
  })),
  'the reading of credits shows no amount to who asks for another media type': family(
    'credits.read',
    fc.tuple(rowOf(readings), anyAccept),
    ([[how, alter], accept]) => ({
      phrase: `the credits are read as ${how} ${accept.noun}`,
      change: altered('credits', alter, accept.holds),
      shows: async (ask) => showsNoAmount(await ask({ path: '/v1/credits', ...accept.sent })),
      share: 1 / accepts.length,
      leftAlone: accept.leftAlone,
    }),
  ),
  'who has too few credits cannot read them': family(
    'credits.read.exhausted',
    rowOf(unreadable),
    ([how, alter]) => ({
      phrase: `the reading of too few credits is refused ${how}`,
      change: altered(
        'credits',
        (answer, call) => alter({ ...answer, body: { error: { message: '', type: 'acme_error' } } }, call),
        isBroke,
      ),
      shows: async (ask) => !wasAccepted(await ask({ path: '/v1/credits', authorization })),
    }),
  ),
});
