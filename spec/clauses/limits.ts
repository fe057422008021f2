import { must, unobservable, unspecified } from '../clause';

export const limits = {
  'limits.rate.exceeded': must(
    '8',
    'Too many calls within a minute are rejected with 429 rate_limited.',
    { accepts: 'too many calls within a minute' },
    {
      codes: ['rate_limited'],
      needs: ['RATE_LIMIT_API_KEY'],
    },
  ),
  'limits.rate.recovers': must(
    '7',
    'After a wait of at most a minute, the same request is accepted.',
    'rejects the same call after a minute of silence',
    {
      needs: ['RATE_LIMIT_API_KEY'],
    },
  ),
  'limits.rate.numbers': unspecified('8', 'How many calls a minute each model allows is not specified.', {
    needs: ['RATE_LIMIT_API_KEY'],
  }),
  'limits.daily.exceeded': must(
    '8',
    "An AI request after the day's usage is used up is rejected with 429 daily_quota_exceeded.",
    { accepts: 'an account whose daily usage is used up' },
    { codes: ['daily_quota_exceeded'], needs: ['QUOTA_API_KEY', 'text'] },
  ),
  'limits.daily.numbers': unspecified('8', 'How much usage a day allows is not specified.'),
  'limits.daily.resets': unobservable(
    '8',
    'The daily usage is reset on the next day.',
    'A run ends long before the next day, and the hour of the reset is not specified.',
  ),
  'limits.daily.raised': unobservable(
    '8',
    'The daily limit can be raised through the dashboard or support.',
    'Both are outside the API.',
  ),
};
