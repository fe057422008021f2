import { advice, must } from '../clause';

export const upstream = {
  'upstream.failure': must(
    '7',
    'After a temporary failure of AI processing the response is 502 upstream_error.',
    'does not report a failure of AI processing as upstream_error',
    {
      codes: ['upstream_error'],
      needs: ['UPSTREAM_API_KEY', 'text'],
    },
  ),
  'upstream.retry': advice(
    '7',
    'The same request, repeated after 1 s, 3 s and 10 s, succeeds.',
    'does not recover when the failed request is repeated',
    {
      needs: ['UPSTREAM_API_KEY', 'text'],
    },
  ),
};
