import type { Chapter } from '../ledger';

export const limits = {
  'limits.rate.exceeded': {
    level: 'must',
    sentence: 'Too many calls within a minute are refused with 429 rate_limited.',
    section: '8',
    codes: ['rate_limited'],
    needs: ['RATE_LIMIT_API_KEY', 'text'],
  },
  'limits.rate.recovers': {
    level: 'must',
    sentence: 'After a wait of at most a minute, the same request is served.',
    section: '7',
    needs: ['RATE_LIMIT_API_KEY', 'text'],
  },
  'limits.rate.numbers': {
    level: 'open',
    sentence: 'How many calls a minute each model allows is not shown.',
    section: '8',
    needs: ['RATE_LIMIT_API_KEY', 'text'],
  },
  'limits.daily.exceeded': {
    level: 'must',
    sentence: "An AI use after the day's usage is used up is refused with 429 daily_quota_exceeded.",
    section: '8',
    codes: ['daily_quota_exceeded'],
    needs: ['QUOTA_API_KEY', 'text'],
  },
  'limits.daily.numbers': {
    level: 'open',
    sentence: 'How much usage a day allows is not shown.',
    section: '8',
  },
  'limits.daily.resets': {
    level: 'unobservable',
    sentence: "The day's usage starts anew on the next day.",
    section: '8',
    why: 'A run ends long before the next day, and the hour of the reset is not shown.',
  },
  'limits.daily.raised': {
    level: 'unobservable',
    sentence: 'The daily limit can be raised through the dashboard or support.',
    section: '8',
    why: 'Both are outside the API.',
  },
} as const satisfies Chapter;
