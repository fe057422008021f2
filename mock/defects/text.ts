import {
  asCode,
  asCrash,
  asHtml,
  asJson,
  asText,
  asUnlisted,
  firstCall,
  nthCall,
  type Picker,
  whenAccepted,
  whenRejected,
  withStatus,
} from '../answers';
import { type Change, overrideChapter } from '../behaviour';
import type { Call } from '../call';
import { acceptedWhere, breaking, changes, type Defect, rejectedWhere } from '../defect';
import { isObject } from '../json';
import { text } from '../text';

type Fields = Readonly<Record<string, unknown>>;

const uses = ['text', 'submit'] as const;

/** Also rejects the input if `holds` is true. */
export const rejecting = (holds: (fields: Fields) => boolean): Change =>
  overrideChapter('text', (text) => ({
    wrong: (fields, call) => text.wrong(fields, call) ?? (holds(fields) ? 'not like this' : undefined),
  }));

/** Accepts any input for which `holds` is true. */
export const accepting = (holds: (fields: Fields) => boolean): Change =>
  overrideChapter('text', (text) => ({
    wrong: (fields, call) => (holds(fields) ? undefined : text.wrong(fields, call)),
  }));

const isEmpty = ({ prompt, messages }: Fields) => prompt === undefined && messages === undefined;
const isBad = ({ prompt, messages }: Fields) => typeof prompt === 'number' || typeof messages === 'string';

const isUse = ({ operation }: Call) => operation === 'text' || operation === 'submit';
const withoutInput = (call: Call) =>
  isUse(call) && isEmpty(call.fields) && text.read(call.body, call) !== undefined;
const withModel = (call: Call) => withoutInput(call) && call.fields.model !== undefined;
const withoutModel = (call: Call) => withoutInput(call) && call.fields.model === undefined;
const withBadTypes = (call: Call) => isUse(call) && isBad(call.fields);
const isCrooked = (call: Call) => text.read(call.body, call) === undefined;
const crooked = (call: Call) => isUse(call) && isCrooked(call);
const crookedWorkflow = (call: Call) => call.operation === 'workflow' && isCrooked(call);

/** Reads a body that is not a JSON object with `read`. */
const readingAnything = (read: (body: string) => Fields | undefined): Change => ({
  text: { read: (body, call) => text.read(body, call) ?? read(body) },
});

export const textDefects: readonly Defect[] = [
  ...breaking('text.accepts.prompt', {
    'a prompt alone is refused': rejecting(({ messages }) => messages === undefined),
    'a prompt must be a list': rejecting(({ prompt }) => typeof prompt === 'string'),
    'a prompt must be long': rejecting(({ prompt }) => typeof prompt === 'string' && prompt.length < 2000),
    ...acceptedWhere(uses, ({ fields }) => fields.prompt !== undefined, {
      'a prompt crashes the server': asCrash,
      'a prompt is answered with 400': asUnlisted('bad_request', 400),
    }),
  }),
  ...breaking('text.accepts.messages', {
    'messages alone are rejected': rejecting(({ prompt }) => prompt === undefined),
    'messages must be a text': rejecting(({ messages }) => Array.isArray(messages)),
    'messages must begin with one of the system': rejecting(
      ({ messages }) => Array.isArray(messages) && isObject(messages[0]) && messages[0].role !== 'system',
    ),
    'messages must be two': rejecting(({ messages }) => Array.isArray(messages) && messages.length < 2),
    'messages crash the server': whenAccepted(uses, asCrash, ({ fields }) => fields.messages !== undefined),
  }),
  ...breaking('text.requires.input', {
    'a text request without input is served': accepting(isEmpty),
    'a text request with a model and no input is served': accepting(
      (fields) => isEmpty(fields) && fields.model !== undefined,
    ),
    'a text request without input is served, of several fields for mini only': accepting(
      (fields) => isEmpty(fields) && String(fields.model).endsWith('-mini') && Object.keys(fields).length > 1,
    ),
    ...rejectedWhere('invalid_request', withModel, {
      'a text request without input has the status 400': withStatus(400),
      'a text request without input is called invalid_workflow': asCode('invalid_workflow'),
      'a text request without input is called model_not_found': asCode('model_not_found'),
      'a text request without input is called not_found': asCode('not_found'),
      'a text request without input crashes the server': asCrash,
      'a text request without input fails upstream': asCode('upstream_error'),
      'a text request without input is judged by FastAPI': asJson({ detail: [{ msg: 'Field required' }] }),
    }),
    ...changes((picker: Picker) => whenRejected('invalid_request', asJson({ text: '' }, 200), picker), {
      'the first text request without input is served': firstCall(withModel),
      'every second text request without input is served': nthCall(2, withModel),
    }),
  }),
  ...breaking('text.requires.input-lenient', {
    'an empty object is served': accepting((fields) => Object.keys(fields).length === 0),
    'an unknown field is served as input': accepting(
      (fields) => isEmpty(fields) && fields.model === undefined && Object.keys(fields).length > 0,
    ),
    ...rejectedWhere('invalid_request', (call) => isUse(call) && call.body === 'null', {
      'null crashes the server': asCrash,
    }),
    'a list is taken for messages': readingAnything((body) =>
      body === '[]' ? { messages: [{ role: 'user', content: '' }] } : undefined,
    ),
    'an empty body is served': readingAnything((body) => (body === '' ? { prompt: 'Hello' } : undefined)),
    ...rejectedWhere('invalid_request', withoutModel, {
      'an empty object crashes the server': asCrash,
      'an empty object has the status 400': withStatus(400),
      'an empty object is called not_found': asCode('not_found'),
      'an empty object is called invalid_workflow': asCode('invalid_workflow'),
    }),
  }),
  ...breaking('text.malformed.json', {
    ...changes(readingAnything, {
      'a body that is not JSON is taken for the prompt': (prompt) => ({ prompt }),
      'a body that is not JSON is repaired': () => ({ prompt: 'repaired' }),
      'a body that is cut off is repaired': (body) =>
        body.startsWith('{') ? { prompt: 'repaired' } : undefined,
      'a body of plain words is taken for the prompt': (body) =>
        body.startsWith('{') ? undefined : { prompt: body },
    }),
    ...rejectedWhere('invalid_request', crooked, {
      'a body that is not JSON has the status 400': withStatus(400),
      'a body that is not JSON has the status 415': asUnlisted('unsupported_media_type', 415),
      'a body that is not JSON crashes the server': asCrash,
      'a body that is not JSON crashes Express': asHtml('SyntaxError: Unexpected token', 400),
      'a body that is not JSON is refused by Hono': asText('Malformed JSON in request body', 400),
      'a body that is not JSON is judged by FastAPI': asJson({ detail: [{ type: 'json_invalid' }] }),
      'a body that is not JSON is judged by Spring': asJson({ status: 400, error: 'Bad Request' }, 400),
      'a body that is not JSON is called model_not_found': asCode('model_not_found'),
      'a body that is not JSON is called invalid_workflow': asCode('invalid_workflow'),
    }),
    ...rejectedWhere('invalid_request', crookedWorkflow, {
      'a workflow that is not JSON crashes the server': asCrash,
      'a workflow that is not JSON has a faulty connection': asCode('invalid_workflow'),
    }),
  }),
  ...breaking('text.malformed.types', {
    'a number is taken for a prompt': accepting(({ prompt }) => typeof prompt === 'number'),
    'a text is taken for messages': accepting(({ messages }) => typeof messages === 'string'),
    ...rejectedWhere('invalid_request', withBadTypes, {
      'an input of the wrong type is called not_found': asCode('not_found'),
    }),
  }),
];
