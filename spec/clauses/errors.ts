import { advice, must, unobservable } from '../clause';

export const errors = {
  'errors.body.single-field': must(
    '2.1',
    'A failed request answers a JSON object whose only top-level field is `error`, once and with nothing after it.',
  ),
  'errors.body.media-type': advice(
    '2.1',
    'An error body is labelled application/json and has no byte-order mark (RFC 8259, 8.1 and 11).',
  ),
  'errors.object.fields': must('2.1', '`error` holds `code`, `message` and `type`, and nothing else.'),
  'errors.code.listed': must(
    '2.1',
    '`code` is always there, is a string, and is one of the codes of section 7.',
  ),
  'errors.code.status': must(
    '7',
    'The HTTP status is the one that belongs to the code, and no success status carries an error object.',
  ),
  'errors.message.string': must('2.1', '`message` is a string.'),
  'errors.message.empty': advice('2.1', '`message` is not empty.'),
  'errors.message.for-people': unobservable(
    '2.1',
    '`message` explains the failure to a person.',
    'Whether a text explains is for its reader to say, and its wording is not a contract.',
  ),
  'errors.type.constant': must('2.1', '`type` is `<service>_error`, the same in every error.'),
  'errors.type.service': must(
    '2.1',
    'The service word in `type` is the one in the names of the three text models.',
  ),
  'errors.secret-free': advice('2.1', 'An error shows no key, no stack trace and no file path.'),
  'errors.elsewhere': advice(
    '2.1',
    'A failed request to an address, or by a method, that the contract does not know, or with a body above 60 KB, answers an error of the contract too.',
  ),
};
