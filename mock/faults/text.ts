import {
  asCode,
  asCrash,
  asHtml,
  asJson,
  asText,
  asUnlisted,
  counter,
  refused,
  served,
  where,
  withStatus,
} from '../answers';
import type { Change } from '../behaviour';
import { advisoryFaults, type Fault, mustFaults } from '../fault';
import { isObject } from '../json';
import { text } from '../text';

type Fields = Readonly<Record<string, unknown>>;

const uses = ['text', 'submit'] as const;

/** The input is also wrong where this holds. */
const refusing = (holds: (fields: Fields) => boolean): Change => ({
  text: {
    wrong: (fields, call) => text.wrong(fields, call) ?? (holds(fields) ? 'not like this' : undefined),
  },
});

/** The input is right where this holds. */
const accepting = (holds: (fields: Fields) => boolean): Change => ({
  text: { wrong: (fields, call) => (holds(fields) ? undefined : text.wrong(fields, call)) },
});

const isEmpty = ({ prompt, messages }: Fields) => prompt === undefined && messages === undefined;
const isBad = ({ prompt, messages }: Fields) => typeof prompt === 'number' || typeof messages === 'string';

const isUse = where(({ operation }) => operation === 'text' || operation === 'submit');
const withoutInput = where(
  (call) => isUse()(call) && isEmpty(call.fields) && text.read(call.body, call) !== undefined,
);
const withModel = where((call) => withoutInput()(call) && call.fields.model !== undefined);
const withoutModel = where((call) => withoutInput()(call) && call.fields.model === undefined);
const withBadTypes = where((call) => isUse()(call) && isBad(call.fields));
const crooked = where((call) => isUse()(call) && text.read(call.body, call) === undefined);

/** A body that is not JSON is read all the same. */
const readingAnything = (read: (body: string) => Fields | undefined): Change => ({
  text: { read: (body, call) => text.read(body, call) ?? read(body) },
});

export const textFaults: readonly Fault[] = [
  ...mustFaults('text.accepts.prompt', {
    'a prompt alone is refused': refusing(({ messages }) => messages === undefined),
    'a prompt must be a list': refusing(({ prompt }) => typeof prompt === 'string'),
    'a prompt must be long': refusing(({ prompt }) => typeof prompt === 'string' && prompt.length < 2000),
    'a prompt crashes the server': served(
      uses,
      asCrash,
      where(({ fields }) => fields.prompt !== undefined),
    ),
    'a prompt is answered with 400': served(
      uses,
      asUnlisted('bad_request', 400),
      where(({ fields }) => fields.prompt !== undefined),
    ),
  }),
  ...mustFaults('text.accepts.messages', {
    'messages alone are refused': refusing(({ prompt }) => prompt === undefined),
    'messages must be a text': refusing(({ messages }) => Array.isArray(messages)),
    'messages must begin with one of the system': refusing(
      ({ messages }) => Array.isArray(messages) && isObject(messages[0]) && messages[0].role !== 'system',
    ),
    'messages must be two': refusing(({ messages }) => Array.isArray(messages) && messages.length < 2),
    'messages crash the server': served(
      uses,
      asCrash,
      where(({ fields }) => fields.messages !== undefined),
    ),
  }),
  ...mustFaults('text.requires.input', {
    'a text request without input is served': accepting(isEmpty),
    'a text request with a model and no input is served': accepting(
      (fields) => isEmpty(fields) && fields.model !== undefined,
    ),
    'a text request without input has the status 400': refused('invalid_request', withStatus(400), withModel),
    'a text request without input is called invalid_workflow': refused(
      'invalid_request',
      asCode('invalid_workflow'),
      withModel,
    ),
    'a text request without input is called model_not_found': refused(
      'invalid_request',
      asCode('model_not_found'),
      withModel,
    ),
    'a text request without input is called not_found': refused(
      'invalid_request',
      asCode('not_found'),
      withModel,
    ),
    'a text request without input crashes the server': refused('invalid_request', asCrash, withModel),
    'a text request without input fails upstream': refused(
      'invalid_request',
      asCode('upstream_error'),
      withModel,
    ),
    'a text request without input is judged by FastAPI': refused(
      'invalid_request',
      asJson({ detail: [{ msg: 'Field required' }] }),
      withModel,
    ),
    'the first text request without input is served': refused(
      'invalid_request',
      asJson({ text: '' }, 200),
      () => {
        let asked = 0;
        return (call) => withModel()(call) && ++asked === 1;
      },
    ),
    'every second text request without input is served': refused(
      'invalid_request',
      asJson({ text: '' }, 200),
      () => {
        const second = counter(2);
        return (call) => withModel()(call) && second();
      },
    ),
  }),
  ...mustFaults('text.requires.input-lenient', {
    'an empty object is served': accepting((fields) => Object.keys(fields).length === 0),
    'an unknown field is served as input': accepting(
      (fields) => isEmpty(fields) && fields.model === undefined && Object.keys(fields).length > 0,
    ),
    'null crashes the server': refused(
      'invalid_request',
      asCrash,
      where((call) => isUse()(call) && call.body === 'null'),
    ),
    'a list is taken for messages': readingAnything((body) =>
      body === '[]' ? { messages: [{ role: 'user', content: '' }] } : undefined,
    ),
    'an empty object crashes the server': refused('invalid_request', asCrash, withoutModel),
    'an empty object has the status 400': refused('invalid_request', withStatus(400), withoutModel),
    'an empty object is called not_found': refused('invalid_request', asCode('not_found'), withoutModel),
    'an empty object is called invalid_workflow': refused(
      'invalid_request',
      asCode('invalid_workflow'),
      withoutModel,
    ),
  }),
  ...mustFaults('text.malformed.json', {
    'a body that is not JSON is taken for the prompt': readingAnything((prompt) => ({ prompt })),
    'a body that is not JSON is repaired': readingAnything(() => ({ prompt: 'repaired' })),
    'a body that is cut off is repaired': readingAnything((body) =>
      body.startsWith('{') ? { prompt: 'repaired' } : undefined,
    ),
    'a body of plain words is taken for the prompt': readingAnything((body) =>
      body.startsWith('{') ? undefined : { prompt: body },
    ),
    'a body that is not JSON has the status 400': refused('invalid_request', withStatus(400), crooked),
    'a body that is not JSON has the status 415': refused(
      'invalid_request',
      asUnlisted('unsupported_media_type', 415),
      crooked,
    ),
    'a body that is not JSON crashes the server': refused('invalid_request', asCrash, crooked),
    'a body that is not JSON crashes Express': refused(
      'invalid_request',
      asHtml('SyntaxError: Unexpected token', 400),
      crooked,
    ),
    'a body that is not JSON is refused by Hono': refused(
      'invalid_request',
      asText('Malformed JSON in request body', 400),
      crooked,
    ),
    'a body that is not JSON is judged by FastAPI': refused(
      'invalid_request',
      asJson({ detail: [{ type: 'json_invalid' }] }),
      crooked,
    ),
    'a body that is not JSON is judged by Spring': refused(
      'invalid_request',
      asJson({ status: 400, error: 'Bad Request' }, 400),
      crooked,
    ),
    'a body that is not JSON is called model_not_found': refused(
      'invalid_request',
      asCode('model_not_found'),
      crooked,
    ),
    'a body that is not JSON is called invalid_workflow': refused(
      'invalid_request',
      asCode('invalid_workflow'),
      crooked,
    ),
  }),
  ...advisoryFaults('text.malformed.types', {
    'a number is taken for a prompt': accepting(({ prompt }) => typeof prompt === 'number'),
    'a text is taken for messages': accepting(({ messages }) => typeof messages === 'string'),
    'an input of the wrong type is called not_found': refused(
      'invalid_request',
      asCode('not_found'),
      withBadTypes,
    ),
  }),
];
