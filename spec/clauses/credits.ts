import { must, should, unobservable } from '../clause';

export const credits = {
  'credits.read': must(
    '4',
    'GET /v1/credits returns the remaining credits.',
    'does not return the remaining credits',
    { verifies: ['credits'] },
  ),
  'credits.read.exhausted': must(
    '7',
    'An account with too few credits for a request can still read them.',
    'does not return the credits of an account with too few',
    {
      needs: ['NO_CREDITS_API_KEY'],
    },
  ),
  'credits.use.deducted': must(
    '1',
    'An AI request lowers the remaining credits.',
    'does not lower the credits',
    { risk: 'money', needs: ['text', 'credits.settlesWithin'] },
  ),
  'credits.insufficient': must(
    '7',
    'A request that the remaining credits do not cover is rejected with 402 insufficient_credits.',
    { accepts: 'an account with too few credits' },
    { risk: 'money', codes: ['insufficient_credits'], needs: ['NO_CREDITS_API_KEY', 'text'] },
  ),
  'credits.rejected.free': should(
    '1',
    'A request that is rejected with 401, 404 or 422 costs no credits.',
    'charges for a rejected request',
    {
      needs: ['text', 'credits.settlesWithin'],
    },
  ),
  'credits.topped-up': unobservable(
    '1',
    'Credits are topped up in the dashboard.',
    'The dashboard is outside the API.',
  ),
};
