import { mockKeys } from '../accounts';
import {
  type Alter,
  alterResponses,
  asCrash,
  asHtml,
  asJson,
  asText,
  inOrder,
  nthCall,
  rewritten,
  whenRejected,
  withBody,
  withError,
  withHeaders,
  withStatus,
} from '../answers';
import type { Call } from '../call';
import type { ErrorCode } from '../codes';
import { acceptedWhere, changes, type Defect, rejectedAs, rejectedWhere, silentDefects } from '../defect';

const rejectedKeys = ['auth.header.required', 'auth.key.wrong'];
const wrongKeys = ['auth.key.wrong'];

/** Encodes every error in an encoding other than UTF-8. The message has a non-ASCII letter to show it. */
function encoded(encoding: 'utf16le' | 'latin1') {
  return whenRejected('all', (answer, call) => ({
    ...answer,
    raw: Buffer.from(JSON.stringify(withError({ message: 'Refusé' })(answer, call).body), encoding),
  }));
}

/** Passes the code of every error through `recode`. */
function recoded(recode: (code: ErrorCode) => unknown) {
  return whenRejected('all', (answer, call) =>
    call.rejection ? withError({ code: recode(call.rejection.code) })(answer, call) : answer,
  );
}

/** Builds the body of every error from its `error` object. */
function rewrapped(wrap: (error: object) => unknown) {
  return whenRejected(
    'all',
    withBody((body) => wrap((body as { error: object }).error)),
  );
}

const crashPage = asHtml('500 Internal Server Error', 500);

const unknownRoute = ({ operation }: Call) => operation === 'unknown';

const byClass: Alter = (answer, call) =>
  withError({ type: answer.status === 401 ? 'authentication_error' : 'request_error' })(answer, call);

/** Defects that alter the responses of all codes. */
export const errorDefects: readonly Defect[] = [
  ...silentDefects('errors.body.single-field', rejectedKeys, {
    ...rejectedAs('all', {
      'an error body has a comma too many': rewritten((json) => json.replace(/}}$/, ',}}')),
      'an error body is cut off in the middle': rewritten((json) => json.slice(0, -9)),
      'an error body is written in single quotes': rewritten((json) => json.replaceAll('"', "'")),
      'an error body has `error` twice': rewritten((json) => json.replace(/^{(.*)}$/, '{$1,$1}')),
      'an error body has its code twice': rewritten((json) =>
        json.replace('"code"', '"code":"unknown","code"'),
      ),
      'an error body has a line behind it': rewritten((json) => `${json}\nOK\n`),
      'an error body is a JSON text that holds JSON': rewritten((json) => JSON.stringify(json)),
    }),
    'the error object stands in a list': rewrapped((error) => [{ error }]),
    'the error object comes without `error` around it': rewrapped((error) => error),
    'an error body has `success` and `data` too': rewrapped((error) => ({
      success: false,
      data: null,
      error,
    })),
    'an error body has `errors` in the plural': rewrapped((error) => ({ errors: [error] })),
    'an error body has `Error` with a capital': rewrapped((error) => ({ Error: error })),
    'an error body is null': rewrapped(() => null),
    'an error body is an empty object': rewrapped(() => ({})),
    'an error body is written in UTF-16': encoded('utf16le'),
    'an error body is written in Latin-1': encoded('latin1'),
  }),
  ...silentDefects('errors.elsewhere', wrongKeys, {
    'every fifth answer is an HTML page of the gateway': alterResponses(
      asHtml('502 Bad Gateway', 502),
      nthCall(5),
    ),
  }),
  ...silentDefects('errors.body.single-field', wrongKeys, {
    ...rejectedWhere('invalid_api_key', nthCall(2), {
      'every second answer to a wrong key is an HTML page': asHtml('401 Unauthorized'),
    }),
  }),
  ...silentDefects('errors.elsewhere', ['unspecified.bodies'], {
    ...rejectedWhere('invalid_request', ({ body }) => body.length > 2 ** 20, {
      'a body above a megabyte is answered by the gateway': asHtml('413 Request Entity Too Large', 413),
    }),
  }),
  ...silentDefects('errors.body.single-field', ['text.requires.input'], {
    ...rejectedWhere('invalid_request', ({ body }) => body.length > 20_000, {
      'a body of 20 KB is answered by the gateway': asHtml('413 Request Entity Too Large', 413),
    }),
  }),
  ...silentDefects('errors.body.single-field', ['text.empty-input'], {
    ...changes((alter: Alter) => alterResponses(alter, ({ fields }) => fields.prompt === null), {
      'null for a prompt is answered by the framework': crashPage,
    }),
  }),
  ...silentDefects('errors.body.single-field', ['unspecified.errors.precedence', 'credits.use.deducted'], {
    ...changes((alter: Alter) => alterResponses(alter, ({ fields }) => `${fields.prompt}`.length > 20_000), {
      'a prompt of 20,000 characters is answered by the framework': asHtml('413 Payload Too Large', 413),
    }),
  }),
  ...silentDefects('errors.body.single-field', ['unspecified.bodies'], {
    ...changes((alter: Alter) => alterResponses(alter, ({ fields }) => fields.blocks === null), {
      'null for the blocks is answered by the framework': crashPage,
    }),
  }),
  ...silentDefects('errors.elsewhere', ['unspecified.routes.unknown'], {
    ...rejectedWhere('not_found', ({ id }) => id.includes('/'), {
      'an id with a slash in it is answered by the framework': asHtml('404 Not Found'),
    }),
  }),
  ...silentDefects('errors.body.single-field', ['text.unknown-fields'], {
    ...acceptedWhere('text', ({ body }) => body.includes('\\u0000'), {
      'a text that a database cannot keep is answered by the framework': crashPage,
    }),
  }),
  ...silentDefects('errors.body.single-field', ['unspecified.bodies'], {
    ...rejectedWhere('invalid_workflow', ({ body }) => /[^\0-\x7f]/.test(body), {
      'a message that names a block in another alphabet is answered by the framework': crashPage,
    }),
  }),
  ...silentDefects('errors.object.fields', rejectedKeys, {
    '`error` is null': rewrapped(() => ({ error: null })),
    '`error` is true': rewrapped(() => ({ error: true })),
    ...rejectedAs('all', {
      'errors have no type': withError({ type: undefined }),
      'errors carry their status': withError({ status: 401 }),
      'errors carry a link to the documentation': withError({ doc_url: 'https://docs.example/' }),
    }),
  }),
  ...silentDefects('errors.object.fields', wrongKeys, {
    ...rejectedAs('invalid_api_key', {
      'OpenAI answers a wrong key as it does by default': withError({
        type: 'invalid_request_error',
        param: null,
      }),
      'Google answers a wrong key as it does by default': asJson({
        error: { code: 401, message: 'Invalid credentials.', status: 'UNAUTHENTICATED' },
      }),
    }),
    ...rejectedWhere('invalid_api_key', nthCall(2), {
      'every second answer to a wrong key has a trace id': withError({ trace_id: '4bf92f35' }),
    }),
  }),
  ...silentDefects('errors.object.fields', ['workflows.reference.later'], {
    'the answer to a faulty workflow has details': whenRejected(
      'invalid_workflow',
      withError({ details: [] }),
    ),
  }),
  ...silentDefects('errors.object.fields', ['limits.rate.exceeded'], {
    'the answer to too many calls has the wait inside the error': whenRejected(
      'rate_limited',
      withError({ retry_after: 1 }),
    ),
  }),
  ...silentDefects('errors.code.listed', rejectedKeys, {
    'every fifth answer is a crash': alterResponses(asCrash, nthCall(5)),
    ...rejectedAs('all', {
      'errors have no code': withError({ code: undefined }),
      'the code is null': withError({ code: null }),
      'the code is the status': (answer, call) => withError({ code: answer.status })(answer, call),
    }),
    'the code is in capitals': recoded((code) => code.toUpperCase()),
    'the code is written with hyphens': recoded((code) => code.replaceAll('_', '-')),
    'the code is in camel case': recoded((code) =>
      code.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    ),
    'the code has a prefix': recoded((code) => `error.${code}`),
    'the code has a space at its end': recoded((code) => `${code} `),
    'the code is a list': recoded((code) => [code]),
  }),
  ...silentDefects('errors.code.listed', ['workflows.reference.no-block'], {
    ...rejectedWhere('invalid_workflow', ({ connection }) => connection?.reason === 'no-block', {
      'a block that is not there crashes the server': asCrash,
    }),
  }),
  ...silentDefects('errors.code.status', wrongKeys, {
    'every error has the status 200': whenRejected('all', withStatus(200)),
    'every error has the status 200 and an ID of the request': whenRejected(
      'all',
      inOrder(
        withStatus(200),
        withBody((body) => ({ ...(body as object), request_id: 'req_81f2' })),
      ),
    ),
    'every error is a stream of events with the status 200': whenRejected('all', (answer, call) =>
      asText(`data: ${JSON.stringify(answer.body)}\n\n`, 200, 'text/event-stream')(answer, call),
    ),
    'every error has the status 400': whenRejected('all', withStatus(400)),
    'every error has the status 500': whenRejected('all', withStatus(500)),
    'every second wrong key has the status 403': whenRejected('invalid_api_key', withStatus(403), nthCall(2)),
  }),
  ...silentDefects('errors.code.status', ['upstream.failure', 'upstream.retry'], {
    ...rejectedWhere('upstream_error', nthCall(2), {
      'every second failure of AI processing has the status 500': withStatus(500),
    }),
  }),
  ...silentDefects('errors.message.string', rejectedKeys, {
    'the message is null': whenRejected('all', withError({ message: null })),
    'the message is a number': whenRejected('all', withError({ message: 12 })),
    'the message is false': whenRejected('all', withError({ message: false })),
    'the message is a list of texts': whenRejected('all', withError({ message: ['It failed.'] })),
    'the message is an object by language': whenRejected('all', withError({ message: { en: 'It failed.' } })),
  }),
  ...silentDefects('errors.message.string', ['text.requires.input'], {
    'the message of a malformed request is an object of its fields': whenRejected(
      'invalid_request',
      withError({ message: { prompt: ['is required'] } }),
    ),
  }),
  ...silentDefects('errors.type.constant', rejectedKeys, {
    'the type is null': whenRejected('all', withError({ type: null })),
    'the type is a number': whenRejected('all', withError({ type: 1 })),
    'the type is the code with `_error`': { errors: { type: (_, { code }) => `${code}_error` } },
    ...rejectedWhere('all', nthCall(2), {
      'every second error is of the type of a gateway': withError({ type: 'gateway_error' }),
    }),
  }),
  ...silentDefects('errors.type.constant', [...rejectedKeys, 'jobs.lookup.unknown'], {
    'the type names the class of the error': whenRejected('all', byClass),
    'the type of a failed lookup has a capital': whenRejected('not_found', withError({ type: 'Acme_error' })),
  }),
  ...silentDefects('errors.type.service', rejectedKeys, {
    'the type has no service word': { errors: { type: () => 'api_error' } },
    'the type is written with a hyphen': { errors: { type: (word) => `${word}-error` } },
    'the type is in camel case': { errors: { type: () => 'AcmeError' } },
    'the type has the service word in capitals': {
      errors: { type: (word) => `${word.toUpperCase()}_error` },
    },
    'the type has a longer service word': { errors: { type: (word) => `${word}_text_error` } },
    'the type is the bare service word': { errors: { type: (word) => word } },
    'the type is the template itself': { errors: { type: () => '<service>_error' } },
    'the type has an empty service word': { errors: { type: () => '_error' } },
    'the type is in the plural': { errors: { type: (word) => `${word}_errors` } },
    'the type has a space at its end': { errors: { type: (word) => `${word}_error ` } },
  }),
  ...silentDefects('errors.body.media-type', rejectedKeys, {
    'errors are labelled plain text': whenRejected('all', withHeaders({ 'content-type': 'text/plain' })),
    'errors are labelled HTML': whenRejected(
      'all',
      withHeaders({ 'content-type': 'text/html; charset=utf-8' }),
    ),
    'an error body begins with a byte-order mark': whenRejected(
      'all',
      rewritten((json) => `\uFEFF${json}`),
    ),
  }),
  ...silentDefects('errors.message.empty', rejectedKeys, {
    'the message is empty': { errors: { message: () => '' } },
  }),
  ...silentDefects('errors.secret-free', wrongKeys, {
    'the message is a stack trace': whenRejected(
      'invalid_api_key',
      withError({ message: 'Error: no such key\n    at authenticate (/srv/app/dist/auth.js:41:11)' }),
    ),
  }),
  ...silentDefects('errors.secret-free', ['jobs.lookup.unknown'], {
    ...rejectedAs('not_found', {
      'the message repeats the key of the caller': withError({
        message: `${mockKeys.API_KEY} has no such job.`,
      }),
      'the message is a traceback': withError({
        message: 'Traceback (most recent call last):\n  File "app.py", line 3',
      }),
      'the message names a file of the server': withError({ message: 'ENOENT: /var/lib/jobs/1.json' }),
      'the message is a stack trace without folders': withError({
        message: 'Error: no such job\n    at lookUp (server.js:41:11)',
      }),
      'the message is a stack trace of Java': withError({
        message: 'NullPointerException\n\tat example.Jobs.find(Jobs.java:41)',
      }),
      'the message names a file of a Windows server': withError({
        message: 'Not found: C:\\data\\jobs\\1.json',
      }),
      'a crash is answered with its stack trace as text': asText(
        'Error: no such job\n    at lookUp (/srv/app/server.js:41:11)',
        500,
      ),
    }),
  }),
  ...silentDefects('errors.elsewhere', ['unspecified.routes.unknown'], {
    ...rejectedWhere('not_found', ({ path }) => path === '/v1/jobs/', {
      'the lookup of a job without an id is answered by the framework': asText('404 page not found'),
    }),
    ...rejectedWhere('all', unknownRoute, {
      'an unknown address is answered by the framework': asHtml('<h1>Not Found</h1>'),
      'an unknown address is answered with a code of its own': withError({ code: 'unknown_route' }),
      'the error at an unknown address is labelled as HTML': withHeaders({ 'content-type': 'text/html' }),
    }),
  }),
];
