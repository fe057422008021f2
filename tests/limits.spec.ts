import { test } from '@playwright/test';
import { must, unspecified } from '../src/check/check';
import { accepted, recorded, recordedHeader, status } from '../src/check/expected';
import { uses } from '../src/settings/operations';

for (const { id: at, name } of uses)
  test(
    `${name} rejects an account whose daily usage is used up`,
    ...must('limits.daily.exceeded', {
      at,
      as: 'over quota',
      send: 'eachKind',
      expect: status(429, 'daily_quota_exceeded'),
    }),
  );

// On a live target, the account may share its address with the others, which have sent their requests by
// then.
const burst = { as: 'rate limited', send: 'untilLimited', atEnd: true } as const;

test(
  'the service rejects too many requests within a minute with 429',
  ...must('limits.rate.exceeded', { ...burst, expect: status(429, 'rate_limited') }),
);
test(
  'the response to the request that exceeds the rate limit is recorded',
  ...unspecified('limits.rate.numbers', { ...burst, expect: recorded('the answer that ends a burst') }),
);
test(
  'whether a 429 has the header Retry-After is recorded',
  ...unspecified('unspecified.headers.retry-after', { ...burst, expect: recordedHeader('retry-after') }),
);
test(
  'after a wait of at most a minute, the service accepts the request that it rejected with 429',
  ...must('limits.rate.recovers', { ...burst, send: 'afterSilence', expect: accepted }),
);
