import { must, should, unobservable } from '../clause';

export const errors = {
  'errors.body.single-field': must(
    '2.1',
    'The body of a failed request is a JSON object whose only top-level field is `error`, without duplicate fields or trailing data.',
    'sends an error body that is not a JSON object with `error` alone',
  ),
  'errors.body.media-type': should(
    '2.1',
    'An error body is labelled application/json and has no byte-order mark (RFC 8259, 8.1 and 11).',
    'sends an error body that is not plain application/json',
  ),
  'errors.object.fields': must(
    '2.1',
    '`error` has the fields of the document, and nothing else.',
    'sends an `error` with missing or unexpected fields',
  ),
  'errors.code.listed': must(
    '2.1',
    '`code` is always present, is a string, and is one of the codes of section 7.',
    'sends an error without a code of the contract',
  ),
  'errors.code.status': must(
    '7',
    'The HTTP status is the one that belongs to the code, and no response with a success status is an error object.',
    'sends an error code with the wrong status',
  ),
  'errors.message.string': must('2.1', '`message` is a string.', 'sends a `message` that is not a string'),
  'errors.message.empty': should('2.1', '`message` is not empty.', 'sends an empty `message`'),
  'errors.message.for-people': unobservable(
    '2.1',
    '`message` explains the failure to a person.',
    'Only a reader can say whether a text explains a failure, and its wording is not part of the contract.',
  ),
  'errors.type.constant': must(
    '2.1',
    '`type` is `<service>_error`, the same in every error.',
    'sends a `type` that differs from other errors',
  ),
  'errors.type.service': must(
    '2.1',
    'The service word in `type` is the one in the names of the three text models.',
    'sends a `type` without the service word of the models',
  ),
  'errors.secret-free': should(
    '2.1',
    'An error shows no key, no stack trace and no file path.',
    'shows a key, a stack trace or a file path in an error',
  ),
  'errors.elsewhere': should(
    '2.1',
    'A failed request to an unknown address, with an unknown method or with a body above 60 KB gets an error of the contract, too, and so does one that a gateway or limiter responds to.',
    'does not respond with an error of the contract',
  ),
};
