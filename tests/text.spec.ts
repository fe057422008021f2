import { test } from '@playwright/test';
import { must, should, unspecified } from '../src/check/check';
import { accepted, recorded, status } from '../src/check/expected';
import { withBody, withInput } from '../src/settings/operations';

const invalidRequest = status(422, 'invalid_request');

test(
  'text generation accepts a prompt alone',
  ...must('text.accepts.prompt', { at: 'text', send: 'once', expect: accepted }),
);
test(
  'text generation accepts messages alone',
  ...must('text.accepts.messages', { at: 'messages', send: 'once', expect: accepted }),
);

for (const { id: at, name } of withInput) {
  test(
    `${name} rejects a request with only a model`,
    ...must('text.requires.input', { at, send: { body: 'only a model' }, expect: invalidRequest }),
  );
  test(
    `${name} rejects a request with a model and other fields, but neither prompt nor messages`,
    ...must('text.requires.input', { at, send: { body: 'no input' }, expect: invalidRequest }),
  );
  test(
    `${name} rejects a request with neither prompt, messages nor model, with 422 or 404`,
    ...must('text.requires.input-lenient', {
      at,
      send: { body: 'neither input nor model' },
      expect: status([422, 404], ['invalid_request', 'model_not_found']),
    }),
  );
}

for (const { id: at, name } of withBody)
  test(
    `${name} rejects a body that is not JSON`,
    ...must('text.malformed.json', { at, send: { body: 'not JSON' }, expect: invalidRequest }),
  );

for (const { id: at, name } of withInput) {
  test(
    `${name} rejects an input of the wrong JSON type`,
    ...should('text.malformed.types', {
      at,
      send: { body: 'an input of another type' },
      expect: invalidRequest,
    }),
  );
  test(
    `the responses of ${name} to an empty input are recorded`,
    ...unspecified('text.empty-input', {
      at,
      send: { body: 'an empty input' },
      expect: recorded('an empty input'),
    }),
  );
  test(
    `the responses of ${name} to a model of another JSON type are recorded`,
    ...unspecified('text.model-type', {
      at,
      send: { body: 'a model of another type' },
      expect: recorded('a model of another type'),
    }),
  );
}

/**
 * Code that stores or forwards requests may fail for these: control characters, half a surrogate pair, other
 * alphabets.
 */
const signs = '\0\x07\x1b\ud800 \u202e한국어 Ελληνικά 😀';
const input = { model: '{model}', prompt: '{prompt}' };

for (const [what, unusual, clause, fields] of [
  ['a request without a model', 'no model', 'text.model-missing', { prompt: '{prompt}' }],
  ['prompt and messages together', 'both inputs', 'text.both-inputs', { ...input, messages: '{messages}' }],
  ['an unknown field', 'an unknown field', 'text.unknown-fields', { ...input, unknown_field: signs }],
] as const)
  test(
    `the response of text generation to ${what} is recorded`,
    ...unspecified(clause, { at: 'text', send: { fields }, expect: recorded(unusual) }),
  );
