import type { Chapter } from '../ledger';

export const auth = {
  'auth.header.required': {
    level: 'must',
    sentence:
      'A request without the Authorization header is refused with 401 missing_api_key, whatever it asks for.',
    section: '5.4',
    codes: ['missing_api_key'],
  },
  'auth.header.before-lookup': {
    level: 'advice',
    sentence: 'Without the header, an unknown job id is refused with 401 missing_api_key too.',
    section: '5.4',
    codes: ['missing_api_key'],
  },
  'auth.header.without-key': {
    level: 'must',
    sentence: 'A header that carries no key is refused with 401, as missing_api_key or as invalid_api_key.',
    section: '5',
    codes: ['missing_api_key', 'invalid_api_key'],
  },
  'auth.key.valid': {
    level: 'must',
    sentence: 'The valid key is accepted.',
    section: '5.1',
  },
  'auth.key.issued': {
    level: 'unobservable',
    sentence: 'Keys are issued in the dashboard.',
    section: '5.2',
    why: 'The dashboard is outside the API.',
  },
  'auth.key.reissued': {
    level: 'unobservable',
    sentence: 'A key can be reissued in the dashboard.',
    section: '5.2',
    why: 'The dashboard is outside the API; what a reissue does to the old key is auth.key.inactive.',
  },
  'auth.key.wrong': {
    level: 'must',
    sentence: 'A wrong key is refused with 401 invalid_api_key.',
    section: '5.5',
    codes: ['invalid_api_key'],
  },
  'auth.key.wrong-case': {
    level: 'advice',
    sentence: 'A key with the case of its letters changed is refused with 401 invalid_api_key.',
    section: '5.5',
    codes: ['invalid_api_key'],
  },
  'auth.key.incomplete': {
    level: 'must',
    sentence: 'A key that is cut off or has something appended is refused with 401 invalid_api_key.',
    section: '5.5',
    codes: ['invalid_api_key'],
  },
  'auth.key.inactive': {
    level: 'must',
    sentence: 'A key that a reissue made unusable is refused with 401 invalid_api_key.',
    section: '5.2',
    codes: ['invalid_api_key'],
    needs: ['OLD_API_KEY'],
  },
  'auth.key.leading-whitespace': {
    level: 'must',
    sentence: 'A key with whitespace before it is refused with 401 invalid_api_key.',
    section: '5.3',
    codes: ['invalid_api_key'],
  },
  'auth.key.trailing-no-break-space': {
    level: 'must',
    sentence: 'A key with a no-break space after it is refused with 401 invalid_api_key.',
    section: '5.3',
    codes: ['invalid_api_key'],
  },
  'auth.key.trailing-whitespace': {
    level: 'must',
    sentence:
      "A key with a plain space or tab after it is refused with 401 invalid_api_key, or gets the valid key's answer.",
    section: '5.3',
    codes: ['invalid_api_key'],
    why: 'Whitespace at the end of a header is no part of its value (RFC 9110, 5.5): most servers remove it before the application sees it.',
  },
  'auth.backend.missing': {
    level: 'must',
    sentence:
      'An AI use by an account whose AI usage settings are not connected is refused with 409 no_backend_account.',
    section: '5.7',
    codes: ['no_backend_account'],
    needs: ['NO_BACKEND_API_KEY', 'text'],
  },
  'auth.scheme.other': {
    level: 'open',
    sentence: 'The answer to another scheme, a lower-case scheme or a key without a scheme is not shown.',
    section: '5',
  },
} as const satisfies Chapter;
