import fc from 'fast-check';
import { mockKeys } from '../../../../mock/accounts';
import {
  type Alter,
  served as altered,
  asCode,
  asCrash,
  asEmpty,
  asJson,
  asUnlisted,
  refused,
  where,
  withStatus,
} from '../../../../mock/answers';
import { type Ask, type Heard, reach, served } from '../ask';
import { type Family, familyOf } from '../family';
import { accepts, anyUse, oneOf, type Use, uses, when } from '../scope';

const family = familyOf('credits');
const broke = `Bearer ${mockKeys.NO_CREDITS_API_KEY}`;

const send = (ask: Ask, use: Use, authorization?: string) =>
  reach(ask, use.at, {
    ...(authorization && { authorization }),
    ...(use.body !== undefined && { body: use.body }),
  });

const left = async (ask: Ask) =>
  ((await ask({ path: '/v1/credits' })).body as { credits: { remaining: number } }).credits.remaining;

const answers: Readonly<Record<string, Alter>> = {
  'with the status 403': withStatus(403),
  'with the status 429': withStatus(429),
  'with an internal error': asCrash,
  'with the code payment_required': asUnlisted('payment_required', 402),
  'with no_backend_account': asCode('no_backend_account'),
  'with daily_quota_exceeded': asCode('daily_quota_exceeded'),
  'with invalid_api_key': asCode('invalid_api_key'),
};

const unlike = ({ status, error }: Heard) => status !== 402 || error.code !== 'insufficient_credits';

const readings: Readonly<Record<string, Alter>> = {
  'an empty object': asJson({}),
  null: asJson(null),
  'an empty body': asEmpty(),
  'an amount that is null': asJson({ credits: { remaining: null } }),
  'an amount that is a list': asJson({ credits: { remaining: [] } }),
  'an amount in words': asJson({ credits: { remaining: 'enough' } }),
  'the amount in another place': asJson({ credits: 100 }),
};

const refusals: Readonly<Record<string, Alter>> = {
  'with insufficient_credits': asCode('insufficient_credits'),
  'with no_backend_account': asCode('no_backend_account'),
  'with invalid_api_key': asCode('invalid_api_key'),
  'with an internal error': asCrash,
};

const isBroke = where(({ account, operation }) => operation === 'credits' && account.name === 'broke');
const plain = where(({ account, operation }) => operation === 'credits' && account.name === 'owner');

export const creditFamilies: readonly Family[] = [
  family('402 is forgotten', 'credits.insufficient', anyUse, (use) => ({
    phrase: `an account with too few credits is served ${use.noun}`,
    change: when(use.holds, { credits: { enough: () => true } }),
    shows: async (ask) => served(await send(ask, use, broke)),
    share: use.share,
  })),
  family(
    'an operation tells too few credits in its own way',
    'credits.insufficient',
    fc.tuple(fc.constantFrom(...Object.keys(answers)), oneOf(uses)),
    ([how, scope]) => ({
      phrase: `an account with too few credits is refused ${how} ${scope.noun}`,
      change: refused('insufficient_credits', answers[how] ?? asCrash, where(scope.holds)),
      shows: async (ask) => unlike(await reach(ask, scope.at, { authorization: broke })),
      share: 1,
    }),
  ),
  family('a kind of use costs nothing', 'credits.use.deducted', anyUse, (use) => ({
    phrase: `credits stay as they are ${use.noun}`,
    change: when(use.holds, { credits: { charge() {} } }),
    async shows(ask) {
      const before = await left(ask);
      await send(ask, use);
      return (await left(ask)) === before;
    },
    share: use.share,
  })),
  family('a kind of use adds credits', 'credits.use.deducted', anyUse, (use) => ({
    phrase: `credits rise ${use.noun}`,
    change: when(use.holds, {
      credits: { charge: ({ charges }, price, now) => void charges.push({ credits: -price, at: now }) },
    }),
    async shows(ask) {
      const before = await left(ask);
      await send(ask, use);
      return (await left(ask)) > before;
    },
    share: use.share,
  })),
  family(
    'the reading of credits shows no amount',
    'credits.read',
    fc.constantFrom(...Object.keys(readings)),
    (how) => ({
      phrase: `the credits are read as ${how}`,
      change: altered('credits', readings[how] ?? asJson(null), plain),
      shows: async (ask) => {
        const { body } = await ask({ path: '/v1/credits' });
        return (
          typeof (body as { credits?: { remaining?: unknown } } | null | undefined)?.credits?.remaining !==
          'number'
        );
      },
      share: 1,
    }),
  ),
  family(
    'the reading of credits shows no amount to who asks for another media type',
    'credits.read',
    fc.tuple(fc.constantFrom(...Object.keys(readings)), fc.constantFrom(...accepts)),
    ([how, accept]) => ({
      phrase: `the credits are read as ${how} where Accept is ${accept ?? 'absent'}`,
      change: altered(
        'credits',
        readings[how] ?? asJson(null),
        where(({ headers, operation }) => operation === 'credits' && headers.accept === accept),
      ),
      shows: async (ask) => {
        const { body } = await ask({
          path: '/v1/credits',
          ...(accept !== undefined && { headers: { accept } }),
        });
        return (
          typeof (body as { credits?: { remaining?: unknown } } | null | undefined)?.credits?.remaining !==
          'number'
        );
      },
      share: 1 / accepts.length,
    }),
  ),
  family(
    'who has too few credits cannot read them',
    'credits.read.exhausted',
    fc.constantFrom(...Object.keys(refusals)),
    (how) => ({
      phrase: `the reading of too few credits is refused ${how}`,
      change: altered(
        'credits',
        (answer, call) =>
          refusals[how]?.({ ...answer, body: { error: { message: '', type: 'acme_error' } } }, call) ??
          answer,
        isBroke,
      ),
      shows: async (ask) => !served(await ask({ path: '/v1/credits', authorization: broke })),
      share: 1,
    }),
  ),
];
