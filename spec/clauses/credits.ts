import type { Chapter } from '../ledger';

export const credits = {
  'credits.read': {
    level: 'must',
    sentence: 'GET /v1/credits answers the remaining credits.',
    section: '4',
  },
  'credits.read.exhausted': {
    level: 'must',
    sentence: 'An account with too few credits for a request can still read them.',
    section: '7',
    needs: ['NO_CREDITS_API_KEY'],
  },
  'credits.use.deducted': {
    level: 'must',
    sentence: 'An AI use lowers the remaining credits.',
    section: '1',
    needs: ['text', 'credits'],
  },
  'credits.insufficient': {
    level: 'must',
    sentence: 'A request that the remaining credits do not cover is refused with 402 insufficient_credits.',
    section: '7',
    codes: ['insufficient_credits'],
    needs: ['NO_CREDITS_API_KEY', 'text'],
  },
  'credits.refused.free': {
    level: 'advice',
    sentence: 'A request that is refused with 401, 404 or 422 costs no credits.',
    section: '1',
    needs: ['text', 'credits'],
  },
  'credits.topped-up': {
    level: 'unobservable',
    sentence: 'Credits are topped up in the dashboard.',
    section: '1',
    why: 'The dashboard is outside the API.',
  },
} as const satisfies Chapter;
