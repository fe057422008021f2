import fc from 'fast-check';
import { mockKeys } from '../../../mock/accounts';
import {
  type Alter,
  asHtml,
  asJson,
  asText,
  nthCall,
  whenRejected,
  withBody,
  withError,
  withStatus,
} from '../../../mock/answers';
import { type Call, nouns } from '../../../mock/call';
import { codes } from '../../../mock/codes';
import { isObject } from '../../../mock/json';
import { isJson } from './bodies';
import { type Families, rowOf } from './defect';
import { type At, byPlace, oneOf } from './scope';

const ownKey = `Bearer ${mockKeys.API_KEY}`;

const page = asHtml('Error');

/** Errors of another form than the contract's. */
const forms: Readonly<Record<string, Alter>> = {
  'an HTML page': page,
  'plain text': asText('Request failed'),
  'a trace id inside': withError({ trace_id: '4bf92f35' }),
  'a request id beside': withBody((body) => ({ ...(body as object), request_id: 'req_81f2' })),
  'a body of the framework': asJson({ detail: 'Request failed' }),
};
const anyForm = rowOf(forms);
const clauses = ['errors.body.single-field', 'errors.object.fields', 'errors.code.listed'];

/** Only requests whose key is missing or wrong are sent with other Accept headers. */
const keyCodes = ['missing_api_key', 'invalid_api_key'] as const;

/** Values of the Accept header, with the words for each. */
const accepts: Readonly<Record<string, string | undefined>> = {
  'where Accept is text/html': 'text/html',
  'where Accept is */*': '*/*',
  'where Accept is application/json': 'application/json',
  'where Accept is absent': undefined,
};

/** Requests with two faults at once: their operations, and a condition that recognises them. */
const twice: Readonly<Record<string, { at: readonly At[]; holds: (call: Call) => boolean }>> = {
  'no header and a body that is no JSON': {
    at: ['text', 'submit', 'workflow'],
    holds: ({ authorization, body }) => authorization === undefined && !isJson(body),
  },
  'a wrong key and a body that is no JSON': {
    at: ['text', 'submit', 'workflow'],
    holds: ({ authorization, body }) => authorization === `${ownKey}x` && !isJson(body),
  },
  'no header and an unknown ID': {
    at: ['job', 'run'],
    holds: ({ authorization }) => authorization === undefined,
  },
  'a wrong key and an unknown ID': {
    at: ['job', 'run'],
    holds: ({ authorization, id }) => authorization !== undefined && authorization !== ownKey && id !== '',
  },
  'an unlisted model and no input': {
    at: ['text', 'submit'],
    holds: ({ fields }) =>
      !('prompt' in fields || 'messages' in fields) && !String(fields.model).startsWith('acme-text-'),
  },
};

/** Recognises a field of an unusual type. The contract does not show how such a request is rejected. */
const odd =
  (field: string, holds: (value: unknown) => boolean) =>
  ({ fields }: Call) =>
    holds(fields[field]);

const unspecified: Readonly<Record<string, (call: Call) => boolean>> = {
  'an empty body': ({ body }) => body === '',
  'another content type': ({ headers }) => !(headers['content-type'] ?? '').includes('json'),
  'a prompt that is null': odd('prompt', (prompt) => prompt === null),
  'a prompt that is a number': odd('prompt', (prompt) => typeof prompt === 'number'),
  'a prompt that is an object': odd('prompt', isObject),
  'a prompt that is a list': odd('prompt', Array.isArray),
  'messages that are a text': odd('messages', (messages) => typeof messages === 'string'),
  'messages that are an object': odd('messages', isObject),
  'messages that are an empty list': odd('messages', (each) => Array.isArray(each) && each.length === 0),
  'messages that hold null': odd('messages', (each) => Array.isArray(each) && each.includes(null)),
  'a model that is a number': odd('model', (model) => typeof model === 'number'),
  'a model that is null': odd('model', (model) => model === null),
  'a model that is a list': odd('model', Array.isArray),
  'an empty prompt': odd('prompt', (prompt) => prompt === ''),
};

/** Applies `alter` to every rejection for which `holds` is true. A page gets status 500. */
const failing = (alter: Alter, holds: (call: Call) => boolean) =>
  whenRejected(
    'all',
    (answer, call) => alter(alter === page ? withStatus(500)(answer, call) : answer, call),
    holds,
  );

export const errorFamilies: Families = {
  'errors have another form where another media type is accepted': fc
    .tuple(fc.constantFrom(...keyCodes), anyForm, rowOf(accepts))
    .chain(([code, form, accept]) =>
      fc.constantFrom(...codes[code].at).map((at) => ({ code, form, accept, at })),
    )
    .map(({ code, form: [how, alter], accept: [noun, accept], at }) => ({
      phrase: `${code} at ${nouns[at]} has ${how} ${noun}`,
      change: whenRejected(
        code,
        alter,
        ({ operation, headers }) => operation === at && headers.accept === accept,
      ),
      at,
      clauses,
      metBy: codes[code].metBy,
    })),
  'every so many errors of a code have another form': fc
    .tuple(fc.constantFrom(...keyCodes), anyForm, fc.integer({ min: 2, max: 10 }))
    .map(([code, [how, alter], nth]) => ({
      phrase: `every ${nth}th ${code} has ${how}`,
      change: whenRejected(code, alter, nthCall(nth)),
      at: 'models',
      clauses,
      metBy: codes[code].metBy,
    })),
  'later errors of a connection have another form': fc
    .tuple(anyForm, fc.integer({ min: 2, max: 6 }))
    .map(([[how, alter], nth]) => ({
      phrase: `an error has ${how} as response ${nth} or later of its connection`,
      change: byPlace((place) => whenRejected('all', alter, (call) => place(call) >= nth)),
      clauses,
      metBy: ['auth.header.required', 'auth.key.wrong'],
    })),
  'two conditions at once have an error of another form': fc
    .tuple(rowOf(twice), anyForm)
    .chain(([[what, { at, holds }], form]) => fc.constantFrom(...at).map((at) => ({ what, holds, form, at })))
    .map(({ what, holds, form: [how, alter], at }) => ({
      phrase: `${what} at ${nouns[at]} has ${how}`,
      change: failing(alter, (call) => call.operation === at && holds(call)),
      at,
      clauses,
      metBy: [...clauses, 'auth.header.required', 'auth.key.wrong', 'unspecified.errors.precedence'],
    })),
  'a request that the contract leaves open has an error of another form': fc
    .tuple(rowOf(unspecified), oneOf(['text', 'submit']), anyForm)
    .map(([[what, holds], scope, [how, alter]]) => ({
      phrase: `${what} ${scope.noun} has ${how}`,
      change: failing(alter, (call) => scope.holds(call) && holds(call)),
      at: scope.at,
      clauses,
      metBy: [
        'text.requires.input',
        'text.requires.input-lenient',
        'text.malformed.json',
        'text.malformed.types',
        'text.empty-input',
        'text.model-missing',
        'text.model-type',
        'text.both-inputs',
        'text.unknown-fields',
        'unspecified.bodies',
      ],
    })),
};
