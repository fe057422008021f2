import { expect, test } from '@playwright/test';
import { whenAccepted, withBody } from '../../../mock/answers';
import { isObject } from '../../../mock/json';
import { reportOn } from '../../../proof/run';
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

/** Text requests are accepted with this beside the text. */
const beside = (error: object) =>
  whenAccepted(
    'text',
    withBody((body) => ({ ...(isObject(body) ? body : {}), error })),
  );

test('an error of the AI provider beside a text is no error of the service, one of its type is', async () => {
  const verdictOn = async (error: object) => {
    const { clauses } = await reportOn({ variant: beside(error) }, /^text\.accepts/);
    return clauses.find(({ id }) => id === 'text.accepts.prompt')?.verdict;
  };
  expect([await verdictOn(provider), await verdictOn(own)]).toEqual(['conforms', 'violates']);
});
