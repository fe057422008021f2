import { expect, test } from '@playwright/test';
import { rejectionIn } from './error-object';

const provider = { type: 'content_filter_error', message: 'Shortened.' };
const own = { type: 'acme_error', code: 'teapot', message: 'No.' };

for (const [what, body, more, isRejection] of [
  ['is the only field', { error: provider }, {}, true],
  ['is the only field, and empty', { error: {} }, {}, true],
  ['has a code of the contract', { error: { code: 'not_found' }, text: 'a' }, {}, true],
  ['has the type of the service', { error: own, text: 'a' }, { isOwnError: true }, true],
  ['has a type of its own beside a text', { error: provider, text: 'a' }, {}, false],
  [
    'is of the work that a lookup shows',
    { error: { code: 'upstream_error' }, id: 1 },
    { operation: 'job' },
    false,
  ],
  ['is about the key at a lookup', { error: { code: 'invalid_api_key' }, id: 1 }, { operation: 'job' }, true],
] as const)
  test(`the error object of a success ${isRejection ? 'rejects' : 'does not reject'} its request if it ${what}`, () => {
    expect(rejectionIn(body, { operation: 'text', ...more }) !== undefined).toBe(isRejection);
  });
