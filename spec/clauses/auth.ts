import { must, should, unobservable, unspecified } from '../clause';

export const auth = {
  'auth.header.required': must(
    '5.4',
    'A request without the Authorization header is rejected with 401 missing_api_key, at every operation.',
    { accepts: 'a request without the Authorization header' },
    { risk: 'keys', codes: ['missing_api_key'] },
  ),
  'auth.header.before-lookup': should(
    '5.4',
    'Without the header, an unknown job ID is rejected with 401 missing_api_key too.',
    { accepts: 'an unknown ID without the Authorization header' },
    { codes: ['missing_api_key'] },
  ),
  'auth.header.without-key': must(
    '5',
    'A header that carries no key is rejected with 401 missing_api_key or 401 invalid_api_key.',
    { accepts: 'an Authorization header that carries no key' },
    { risk: 'keys', codes: ['missing_api_key', 'invalid_api_key'] },
  ),
  'auth.key.valid': must('5.1', 'The valid key is accepted.', 'rejects the valid key'),
  'auth.key.issued': unobservable(
    '5.2',
    'Keys are issued in the dashboard.',
    'The dashboard is outside the API.',
  ),
  'auth.key.reissued': unobservable(
    '5.2',
    'A key can be reissued in the dashboard.',
    'The dashboard is outside the API; auth.key.inactive tests what a reissue does to the old key.',
  ),
  'auth.key.wrong': must(
    '5.5',
    'A wrong key is rejected with 401 invalid_api_key.',
    { accepts: 'a wrong key' },
    {
      risk: 'keys',
      codes: ['invalid_api_key'],
    },
  ),
  'auth.key.wrong-case': should(
    '5.5',
    'A key with the case of its letters changed is rejected with 401 invalid_api_key.',
    { accepts: 'the key with upper and lower case swapped' },
    { codes: ['invalid_api_key'] },
  ),
  'auth.key.incomplete': must(
    '5.5',
    'A key that is cut off or has something appended is rejected with 401 invalid_api_key.',
    { accepts: 'a truncated or extended key' },
    { risk: 'keys', codes: ['invalid_api_key'] },
  ),
  'auth.key.inactive': must(
    '5.2',
    'A key that was revoked by reissuing it is rejected with 401 invalid_api_key.',
    { accepts: 'a revoked key' },
    { risk: 'keys', codes: ['invalid_api_key'], needs: ['OLD_API_KEY'] },
  ),
  'auth.key.leading-whitespace': must(
    '5.3',
    'A key with whitespace before it is rejected with 401 invalid_api_key.',
    { accepts: 'whitespace before the key' },
    { risk: 'keys', codes: ['invalid_api_key'] },
  ),
  'auth.key.trailing-no-break-space': must(
    '5.3',
    'A key with a no-break space after it is rejected with 401 invalid_api_key.',
    { accepts: 'a key with a no-break space after it' },
    { risk: 'keys', codes: ['invalid_api_key'] },
  ),
  'auth.key.trailing-whitespace': must(
    '5.3',
    'A key with a plain space or tab after it is rejected with 401 invalid_api_key, or treated as the valid key.',
    'rejects whitespace after the key, but with the wrong error',
    {
      codes: ['invalid_api_key'],
      why: 'Whitespace at the end of a header is not part of its value (RFC 9110, 5.5): most servers remove it before the application sees it.',
    },
  ),
  'auth.backend.missing': must(
    '5.7',
    'An AI request by an account whose AI usage settings are not connected is rejected with 409 no_backend_account.',
    { accepts: 'an account without connected AI usage settings' },
    { codes: ['no_backend_account'], needs: ['NO_BACKEND_API_KEY', 'text'] },
  ),
  'auth.scheme.other': unspecified(
    '5',
    'The response to another scheme, a lower-case scheme or a key without a scheme is not specified.',
  ),
};
