import fc from 'fast-check';
import { mockKeys } from '../../../../mock/accounts';
import { asCode, whenRejected } from '../../../../mock/answers';
import { overrideChapter } from '../../../../mock/behaviour';
import { type Ask, otherThan, pause, reach, wasAccepted } from '../ask';
import { familiesOf, family, rowOf } from '../family';
import { anyTextUse, anyUse, oneOf, reads, rejections, uses, when } from '../scope';

const quotaKey = `Bearer ${mockKeys.QUOTA_API_KEY}`;
const limited = `Bearer ${mockKeys.RATE_LIMIT_API_KEY}`;
const answers = rejections('403 503 insufficient_credits 429:quota_exceeded 429:too_many_requests crash');

/** Sends a sixth call, which exceeds the mock's limit of five. */
async function exceeding(ask: Ask) {
  for (let sent = 1; sent < 6; sent++) await reach(ask, 'models', { authorization: limited });
  return reach(ask, 'models', { authorization: limited });
}

/** Whether an account that exceeded its limit is still rejected at an operation after the window. */
async function staysRejected(ask: Ask, at: Parameters<typeof reach>[1]) {
  await exceeding(ask);
  await pause(550);
  return !wasAccepted(await reach(ask, at, { authorization: limited }));
}

export const limitFamilies = familiesOf('limits', {
  'the daily limit is forgotten': family('limits.daily.exceeded', anyUse, (use) => ({
    phrase: `an account over its day is served ${use.noun}`,
    change: when(use.holds, { limits: { withinDay: () => true } }),
    shows: async (ask) => wasAccepted(await reach(ask, use.at, { authorization: quotaKey, ...use.sent })),
    share: use.share,
  })),
  'an operation tells the daily limit in its own way': family(
    'limits.daily.exceeded',
    fc.tuple(rowOf({ ...answers, 'with rate_limited': asCode('rate_limited') }), oneOf(uses)),
    ([[how, alter], scope]) => ({
      phrase: `an account over its day is refused ${how} ${scope.noun}`,
      change: whenRejected('daily_quota_exceeded', alter, scope.holds),
      shows: async (ask) =>
        otherThan(429, 'daily_quota_exceeded')(await reach(ask, scope.at, { authorization: quotaKey })),
    }),
  ),
  'too many calls are told in another way': family(
    'limits.rate.exceeded',
    rowOf({ ...answers, 'with daily_quota_exceeded': asCode('daily_quota_exceeded') }),
    ([how, alter]) => ({
      phrase: `too many calls are rejected ${how}`,
      change: whenRejected('rate_limited', alter),
      shows: async (ask) => otherThan(429, 'rate_limited')(await exceeding(ask)),
    }),
  ),
  'the limit of calls is higher than it is said to be': family(
    'limits.rate.exceeded',
    fc.integer({ min: 2, max: 20 }),
    (times) => ({
      phrase: `the limit of calls holds from ${times} times as many on`,
      change: overrideChapter('limits', (limits) => ({
        admits(account, now, call) {
          const { rateLimit } = account;
          if (rateLimit) account.rateLimit = { ...rateLimit, calls: 5 * times };
          return limits.admits(account, now, call);
        },
      })),
      shows: async (ask) => wasAccepted(await exceeding(ask)),
      share: null,
      leftAlone:
        5 * times < 24 ? 'the contract tells no number, and RATE_LIMIT_BURST a higher one' : undefined,
    }),
  ),
  'a limit of calls that was met holds on': family(
    'limits.rate.recovers',
    fc.integer({ min: 20, max: 2000 }),
    (times) => ({
      phrase: `who has called too often waits ${times} windows`,
      change: overrideChapter('limits', (limits) => ({
        admits(account, now, call) {
          const admitted = limits.admits(account, now, call);
          const { rateLimit } = account;
          if (!admitted && rateLimit) account.rateLimit = { ...rateLimit, seconds: 0.5 * times };
          return admitted;
        },
      })),
      shows: (ask) => staysRejected(ask, 'models'),
    }),
  ),
  'only one operation is free again once the window is over': family(
    'limits.rate.recovers',
    oneOf([...reads.slice(0, 2), 'text']),
    (scope) => ({
      phrase: `who has called too often is not served again ${scope.noun}`,
      change: overrideChapter('limits', (limits) => {
        const over = new Set<object>();
        return {
          admits(account, now, call) {
            const admitted = limits.admits(account, now, call);
            if (!admitted) over.add(account);
            return admitted && !(over.has(account) && scope.holds(call));
          },
        };
      }),
      shows: (ask) => staysRejected(ask, scope.at),
      share: null,
    }),
  ),
});

const notFailed = otherThan(502, 'upstream_error');
const flaky = `Bearer ${mockKeys.UPSTREAM_API_KEY}`;

const failures = rejections('500 503 502:bad_gateway crash invalid_request 200');

export const upstreamFamilies = familiesOf('upstream', {
  'a failure of AI processing is told in another way': family(
    'upstream.failure',
    rowOf(failures),
    ([how, alter]) => ({
      phrase: `a failure of AI processing is told ${how}`,
      change: whenRejected('upstream_error', alter),
      shows: async (ask) => notFailed(await reach(ask, 'text', { authorization: flaky })),
    }),
  ),
  'a failure of AI processing is told in another way at one kind of use': family(
    'upstream.failure',
    fc.tuple(rowOf(failures), anyTextUse),
    ([[how, alter], use]) => ({
      phrase: `a failure of AI processing is told ${how} ${use.noun}`,
      change: whenRejected('upstream_error', alter, use.holds),
      shows: async (ask) => notFailed(await reach(ask, use.at, { authorization: flaky, ...use.sent })),
      share: use.share,
    }),
  ),
});
