import type { Chapter } from '../ledger';

export const service = {
  'service.https': {
    level: 'unobservable',
    sentence: 'The service is reached over HTTPS.',
    section: '1',
    why: 'BASE_URL decides it: every request of a run goes over HTTPS where the address is an https one, and none where it is not.',
  },
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
