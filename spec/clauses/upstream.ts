import type { Chapter } from '../ledger';

export const upstream = {
  'upstream.failure': {
    level: 'must',
    sentence: 'A temporary failure of AI processing answers 502 upstream_error.',
    section: '7',
    codes: ['upstream_error'],
    needs: ['UPSTREAM_API_KEY', 'text'],
  },
  'upstream.retry': {
    level: 'advice',
    sentence: 'The same request, repeated after 1 s, 3 s and 10 s, succeeds.',
    section: '7',
    needs: ['UPSTREAM_API_KEY', 'text'],
  },
} as const satisfies Chapter;
