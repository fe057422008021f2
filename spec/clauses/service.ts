import type { Chapter } from '../ledger';

export const service = {
  'service.json': {
    level: 'must',
    sentence: 'The known endpoints answer JSON.',
    section: '1',
  },
  'service.version-path': {
    level: 'must',
    sentence: 'The known endpoints answer under /v1/.',
    section: '9',
  },
} as const satisfies Chapter;
