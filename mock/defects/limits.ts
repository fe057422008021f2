import {
  type Alter,
  asCode,
  asCrash,
  asJson,
  asUnlisted,
  nthCall,
  type Picker,
  whenRejected,
  withStatus,
} from '../answers';
import { type Change, overrideChapter } from '../behaviour';
import type { Call } from '../call';
import { breaking, changes, type Defect, passing, rejectedAs, rejectedWhere } from '../defect';
import { admit, requireDay } from '../limits';

/** Once the rate limit was exceeded, `admitted` decides about later calls by the time since then. */
export const afterwards = (admitted: (milliseconds: number, call: Call) => boolean): Change =>
  overrideChapter('limits', (limits) => {
    let metAt = Number.POSITIVE_INFINITY;
    return {
      admits(account, now, call) {
        if (account.rateLimit && now >= metAt) return admitted(now - metAt, call);
        const admits = limits.admits(account, now, call);
        if (!admits) metAt = now;
        return admits;
      },
    };
  });

/** Once the rate limit was exceeded, rejects all calls; after its window, `alter` applies to the response. */
const thenRejected = (alter: Alter): Change => [
  afterwards(() => false),
  whenRejected('rate_limited', alter, {
    anew() {
      let metAt = Number.POSITIVE_INFINITY;
      return ({ now }) => {
        metAt = Math.min(metAt, now);
        return now - metAt > 450;
      };
    },
  }),
];

export const limitDefects: readonly Defect[] = [
  ...breaking('limits.rate.exceeded', {
    'there is no limit': { limits: { admits: () => true } },
    'the limit is ten times as high': passing(
      admit,
      ({ account }) => account.window.calls <= 10 * (account.rateLimit?.calls ?? 0),
    ),
    ...rejectedAs('rate_limited', {
      'too many calls are called insufficient_credits': asCode('insufficient_credits'),
      'too many calls are called upstream_error': asCode('upstream_error'),
      'too many calls are called daily_quota_exceeded': asCode('daily_quota_exceeded'),
      'too many calls are called invalid_api_key': asCode('invalid_api_key'),
      'too many calls are forbidden': asUnlisted('forbidden', 403),
      'too many calls have the status 503': withStatus(503),
      'too many calls crash the server': asCrash,
      'too many calls are answered with an empty success': asJson({}, 200),
    }),
  }),
  ...breaking('limits.rate.recovers', {
    'the limit lasts for ever': afterwards(() => false),
    'the limit lasts ten windows': afterwards((milliseconds) => milliseconds > 5000),
    'whoever meets the limit never reads the credits again': afterwards(
      (milliseconds, { operation }) => milliseconds > 500 && operation !== 'credits',
    ),
    'whoever meets the limit never submits a workflow again': afterwards(
      (milliseconds, { operation }) => milliseconds > 500 && operation !== 'workflow',
    ),
    'whoever meets the limit never sends messages again': afterwards(
      (milliseconds, { body }) => milliseconds > 500 && !body.includes('"messages"'),
    ),
    'whoever meets the limit loses the key': thenRejected(asCode('invalid_api_key')),
    'whoever meets the limit has used up the day': thenRejected(asCode('daily_quota_exceeded')),
    'whoever meets the limit is forbidden': thenRejected(asUnlisted('forbidden', 403)),
  }),
  ...breaking('limits.daily.exceeded', {
    ...changes((picker: Picker) => passing(requireDay, picker), {
      'a prompt on a used-up day is served': ({ fields }) => fields.prompt !== undefined,
      'every second call on a used-up day is served': nthCall(2),
      'text on a used-up day is served': ({ operation }) => operation === 'text',
    }),
    ...rejectedWhere('daily_quota_exceeded', nthCall(2), {
      'every other used-up day is called insufficient_credits': asCode('insufficient_credits'),
      'every other used-up day is called no_backend_account': asCode('no_backend_account'),
    }),
    ...rejectedAs('daily_quota_exceeded', {
      'a used-up day is called rate_limited': asCode('rate_limited'),
      'a used-up day is called upstream_error': asCode('upstream_error'),
      'a used-up day is forbidden': asUnlisted('forbidden', 403),
      'a used-up day has the status 503': withStatus(503),
      'a used-up day crashes the server': asCrash,
    }),
  }),
];
