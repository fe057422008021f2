import type { Chapter } from '../ledger';

export const text = {
  'text.accepts.prompt': {
    level: 'must',
    sentence: 'A text request with `prompt` alone is accepted.',
    section: '2.3',
    needs: ['text'],
  },
  'text.accepts.messages': {
    level: 'must',
    sentence: 'A text request with `messages` alone is accepted.',
    section: '2.3',
    needs: ['text'],
  },
  'text.requires.input': {
    level: 'must',
    sentence:
      'A text request with a listed model and neither `messages` nor `prompt` is refused with 422 invalid_request.',
    section: '4.3',
    codes: ['invalid_request'],
    needs: ['text'],
  },
  'text.requires.input-lenient': {
    level: 'must',
    sentence:
      'A text request without a model too is refused, with 422 invalid_request or 404 model_not_found.',
    section: '4.3',
    codes: ['invalid_request', 'model_not_found'],
    needs: ['text'],
  },
  'text.malformed.json': {
    level: 'must',
    sentence: 'A text request whose body is not JSON is refused with 422 invalid_request.',
    section: '7',
    codes: ['invalid_request'],
    needs: ['text'],
  },
  'text.malformed.types': {
    level: 'advice',
    sentence:
      'A text request with a number for `prompt` or a string for `messages` is refused with 422 invalid_request.',
    section: '7',
    codes: ['invalid_request'],
    needs: ['text'],
  },
  'text.empty-input': {
    level: 'open',
    sentence: 'The answer to an empty or null `prompt` or `messages` is not shown.',
    section: '2.3',
    needs: ['text'],
  },
  'text.model-missing': {
    level: 'open',
    sentence: 'The answer to a text request without `model` is not shown.',
    section: '2.3',
    needs: ['text'],
  },
  'text.model-type': {
    level: 'open',
    sentence: 'The answer to a `model` that is no string is not shown.',
    section: '2.3',
    needs: ['text'],
  },
  'text.both-inputs': {
    level: 'open',
    sentence: 'The answer to a text request with both `messages` and `prompt` is not shown.',
    section: '2.3',
    needs: ['text'],
  },
  'text.unknown-fields': {
    level: 'open',
    sentence: 'The answer to a text request with fields that the contract does not name is not shown.',
    section: '2.3',
    needs: ['text'],
  },
} as const satisfies Chapter;
