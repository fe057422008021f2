import type { Chapter } from '../ledger';

export const errors = {
  'errors.body.single-field': {
    level: 'must',
    sentence:
      'A failed request answers a JSON object whose only top-level field is `error`, once and with nothing after it.',
    section: '2.1',
  },
  'errors.body.media-type': {
    level: 'advice',
    sentence: 'An error body is labelled application/json and has no byte-order mark (RFC 8259, 8.1 and 11).',
    section: '2.1',
  },
  'errors.object.fields': {
    level: 'must',
    sentence: '`error` holds `code`, `message` and `type`, and nothing else.',
    section: '2.1',
  },
  'errors.code.listed': {
    level: 'must',
    sentence: '`code` is always there, is a string, and is one of the eleven codes.',
    section: '2.1',
  },
  'errors.code.status': {
    level: 'must',
    sentence:
      'The HTTP status is the one that belongs to the code, and no success status carries an error object.',
    section: '7',
  },
  'errors.message.string': {
    level: 'must',
    sentence: '`message` is a string.',
    section: '2.1',
  },
  'errors.message.empty': {
    level: 'advice',
    sentence: '`message` is not empty.',
    section: '2.1',
  },
  'errors.message.for-people': {
    level: 'unobservable',
    sentence: '`message` explains the failure to a person.',
    section: '2.1',
    why: 'Whether a text explains is for its reader to say, and its wording is not a contract.',
  },
  'errors.type.constant': {
    level: 'must',
    sentence: '`type` is `<service>_error`, the same in every error.',
    section: '2.1',
  },
  'errors.type.service': {
    level: 'must',
    sentence: 'The service word in `type` is the one in the names of the three text models.',
    section: '2.1',
  },
  'errors.secret-free': {
    level: 'advice',
    sentence: 'An error shows no key, no stack trace and no file path.',
    section: '2.1',
  },
  'errors.elsewhere': {
    level: 'advice',
    sentence:
      'A failed request to an address, or by a method, that the contract does not know, or with a body above 60 KB, answers an error of the contract too.',
    section: '2.1',
  },
} as const satisfies Chapter;
