import { must, should } from '../clause';

export const upstream = {
  'upstream.failure': must(
    '7',
    'A temporary failure of AI processing is reported as 502 upstream_error.',
    'does not report a failure of AI processing as upstream_error',
    {
      codes: ['upstream_error'],
      needs: ['UPSTREAM_API_KEY', 'text'],
    },
  ),
  'upstream.retry': should(
    '7',
    'The same request succeeds when it is repeated after 1 s, 3 s and 10 s.',
    'does not recover when the failed request is repeated',
    {
      needs: ['UPSTREAM_API_KEY', 'text'],
    },
  ),
};
