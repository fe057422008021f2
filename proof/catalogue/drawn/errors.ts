import { mockKeys } from '../../../mock/accounts';
import { asHtml, asText, nthCall, whenRejected, withBody, withError } from '../../../mock/answers';
import { codes } from '../../../mock/codes';
import type { Defect } from './defect';
import { byPlace } from './scope';

const clauses = ['errors.body.single-field', 'errors.object.fields', 'errors.code.listed'];
const text = asText('Request failed');
const ownKey = `Bearer ${mockKeys.API_KEY}`;

export const errorDefects: readonly Defect[] = [
  {
    phrase: 'invalid_api_key at the lookup of a job has plain text where Accept is text/html',
    change: whenRejected(
      'invalid_api_key',
      text,
      ({ operation, headers }) => operation === 'job' && headers.accept === 'text/html',
    ),
    at: 'job',
    clauses,
    metBy: codes.invalid_api_key.metBy,
  },
  {
    phrase: 'every 2th invalid_api_key has a trace id inside',
    change: whenRejected('invalid_api_key', withError({ trace_id: '4bf92f35' }), nthCall(2)),
    at: 'models',
    clauses,
    metBy: codes.invalid_api_key.metBy,
  },
  {
    phrase: 'an error has plain text as response 5 or later of its connection',
    change: byPlace((place) => whenRejected('all', text, (call) => place(call) >= 5)),
    clauses,
    metBy: ['auth.header.required', 'auth.key.wrong'],
  },
  {
    phrase: 'a wrong key and an unknown ID at the lookup of a run has a request id beside',
    change: whenRejected(
      'all',
      withBody((body) => ({ ...(body as object), request_id: 'req_81f2' })),
      ({ operation, authorization = ownKey, id }) =>
        operation === 'run' && authorization !== ownKey && id !== '',
    ),
    at: 'run',
    clauses,
    metBy: [...clauses, 'auth.header.required', 'auth.key.wrong', 'unspecified.errors.precedence'],
  },
  {
    phrase: 'messages that are a text at a text request has an HTML page',
    change: whenRejected(
      'all',
      asHtml('Error', 500),
      ({ operation, fields }) => operation === 'text' && typeof fields.messages === 'string',
    ),
    at: 'text',
    clauses,
    // The contract does not show how requests of unusual types are rejected.
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
  },
];
