import { must, should, unspecified } from '../clause';

export const text = {
  'text.accepts.prompt': must(
    '2.3',
    'A text request with `prompt` alone is accepted.',
    'rejects a prompt alone',
    { needs: ['text'], verifies: ['text.prompt'] },
  ),
  'text.accepts.messages': must(
    '2.3',
    'A text request with `messages` alone is accepted.',
    'rejects messages alone',
    {
      needs: ['text'],
      verifies: ['text.messages'],
    },
  ),
  'text.requires.input': must(
    '4.3',
    'A text request with a listed model and neither `messages` nor `prompt` is rejected with 422 invalid_request.',
    { accepts: 'a request with neither messages nor prompt' },
    { codes: ['invalid_request'], needs: ['text'] },
  ),
  'text.requires.input-lenient': must(
    '4.3',
    'A text request without input and model is rejected with 422 invalid_request or 404 model_not_found.',
    { accepts: 'a request with neither input nor model' },
    { codes: ['invalid_request', 'model_not_found'], needs: ['text'] },
  ),
  'text.malformed.json': must(
    '7',
    'A text request whose body is not JSON is rejected with 422 invalid_request.',
    { accepts: 'a body that is not JSON' },
    { codes: ['invalid_request'], needs: ['text'] },
  ),
  'text.malformed.types': should(
    '7',
    'A text request whose `prompt` is not a string or whose `messages` is not a list is rejected with 422 invalid_request.',
    { accepts: 'an input of another type' },
    { codes: ['invalid_request'], needs: ['text'] },
  ),
  'text.empty-input': unspecified(
    '2.3',
    'The response to an empty or null `prompt` or `messages`, or to messages of another form, is not specified.',
    { needs: ['text'] },
  ),
  'text.model-missing': unspecified(
    '2.3',
    'The response to a text request without `model` is not specified.',
    {
      needs: ['text'],
    },
  ),
  'text.model-type': unspecified('2.3', 'The response to a `model` that is not a string is not specified.', {
    needs: ['text'],
  }),
  'text.both-inputs': unspecified(
    '2.3',
    'The response to a text request with both `messages` and `prompt` is not specified.',
    { needs: ['text'] },
  ),
  'text.unknown-fields': unspecified(
    '2.3',
    'The response to a text request with fields that the contract does not name is not specified.',
    { needs: ['text'] },
  ),
};
