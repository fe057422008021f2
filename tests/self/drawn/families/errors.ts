import fc from 'fast-check';
import { mockKeys } from '../../../../mock/accounts';
import {
  type Alter,
  asEmpty,
  asHtml,
  asJson,
  asText,
  counter,
  refused,
  where,
  withBody,
  withError,
  withStatus,
} from '../../../../mock/answers';
import type { Call, ErrorCode } from '../../../../mock/call';
import { errors as reference } from '../../../../mock/errors';
import { type Ask, type Heard, reach, textFields } from '../ask';
import { type Family, familyOf } from '../family';
import {
  accepts,
  type Driven,
  everywhere,
  nounOf,
  oneOf,
  operations,
  reads,
  type Scope,
  uses,
} from '../scope';

const family = familyOf('errors');
const keyOf = (variable: keyof typeof mockKeys) => `Bearer ${mockKeys[variable]}`;
const wrongKey = `${keyOf('API_KEY')}x`;

/** Where each code is answered, by which clauses' cases, and how to have it answered. */
const causes: Readonly<
  Record<
    ErrorCode,
    { at: readonly Driven[]; metBy: readonly string[]; cause: (ask: Ask, at: Driven) => Promise<Heard> }
  >
> = {
  missing_api_key: {
    at: operations,
    metBy: ['auth.header.required'],
    cause: (ask, at) => reach(ask, at, { authorization: null }),
  },
  invalid_api_key: {
    at: operations,
    metBy: ['auth.key.wrong', 'auth.key.inactive', 'auth.key.incomplete'],
    cause: (ask, at) => reach(ask, at, { authorization: wrongKey }),
  },
  insufficient_credits: {
    at: uses,
    metBy: ['credits.insufficient'],
    cause: (ask, at) => reach(ask, at, { authorization: keyOf('NO_CREDITS_API_KEY') }),
  },
  no_backend_account: {
    at: uses,
    metBy: ['auth.backend.missing'],
    cause: (ask, at) => reach(ask, at, { authorization: keyOf('NO_BACKEND_API_KEY') }),
  },
  daily_quota_exceeded: {
    at: uses,
    metBy: ['limits.daily.exceeded'],
    cause: (ask, at) => reach(ask, at, { authorization: keyOf('QUOTA_API_KEY') }),
  },
  upstream_error: {
    at: ['text'],
    metBy: ['upstream.failure'],
    cause: (ask, at) => reach(ask, at, { authorization: keyOf('UPSTREAM_API_KEY') }),
  },
  rate_limited: {
    at: ['models', 'credits', 'text'],
    metBy: ['limits.rate.exceeded'],
    async cause(ask, at) {
      for (let sent = 0; sent < 5; sent++)
        await reach(ask, 'models', { authorization: keyOf('RATE_LIMIT_API_KEY') });
      return reach(ask, at, { authorization: keyOf('RATE_LIMIT_API_KEY') });
    },
  },
  model_not_found: {
    at: ['text', 'submit'],
    metBy: ['models.use.unlisted'],
    cause: (ask, at) => reach(ask, at, { body: { ...textFields, model: 'none' } }),
  },
  invalid_request: {
    at: ['text', 'submit'],
    metBy: ['text.requires.input', 'text.malformed.json'],
    cause: (ask, at) => reach(ask, at, { body: { model: 'acme-text-nano' } }),
  },
  invalid_workflow: {
    at: ['workflow'],
    metBy: ['workflows.reference.later', 'workflows.reference.missing-field'],
    cause: (ask) =>
      reach(ask, 'workflow', {
        body: {
          blocks: [{ name: 'one', type: 'label', inputs: { value: { block: 'one', field: 'label' } } }],
        },
      }),
  },
  not_found: {
    at: ['job', 'run'],
    metBy: ['jobs.lookup.unknown', 'jobs.lookup.foreign', 'runs.lookup.unknown', 'runs.lookup.foreign'],
    cause: (ask, at) => reach(ask, at, { id: 'none' }),
  },
};

const codes = Object.keys(causes) as ErrorCode[];

/** A code at an operation that answers it: each such pair as likely as another. */
const pairs = codes.flatMap((code) => causes[code].at.map((at) => ({ code, at })));
const anyPair = fc.constantFrom(...pairs);

type Told = (heard: Heard) => boolean;

/** Whether an answer is the error object of the contract, and no more. */
const sound: Told = ({ status, text, body, error }) =>
  JSON.stringify(body) === text &&
  Object.keys(body ?? {}).join() === 'error' &&
  Object.keys(error).sort().join() === 'code,message,type' &&
  status === reference.status[error.code as ErrorCode] &&
  typeof error.message === 'string' &&
  error.type === 'acme_error';

/** Errors of one code, of one operation, are altered. */
function altered<Parameter>(
  about: string,
  clause: string,
  parameters: fc.Arbitrary<Parameter>,
  phrase: (parameter: Parameter, code: ErrorCode) => string,
  alter: (parameter: Parameter, code: ErrorCode) => Alter,
): Family {
  return {
    ...family(about, clause, fc.tuple(anyPair, parameters), ([{ code, at }, parameter]) => ({
      phrase: `${code} at ${nounOf[at]} ${phrase(parameter, code)}`,
      change: refused(
        code,
        alter(parameter, code),
        where(({ operation }) => operation === at),
      ),
      shows: async (ask) => !sound(await causes[code].cause(ask, at)),
      share: 1,
      metBy: causes[code].metBy,
    })),
  };
}

const members = [
  'status',
  'param',
  'request_id',
  'details',
  'doc_url',
  'trace_id',
  'timestamp',
  'path',
  'retry_after',
  'hint',
  'errors',
  'Code',
  'msg',
] as const;
const values = [null, 1, 'x', [], {}, true] as const;

const bodies: Readonly<Record<string, Alter>> = {
  'is plain text': asText('Request failed'),
  'is an HTML page': asHtml('Error'),
  'has an empty body': asEmpty(),
  'stands in a list': withBody((body) => [body]),
  'is wrapped in `error` twice': withBody((body) => ({ error: body })),
  'comes as `errors`': withBody((body) => ({ errors: [(body as { error: unknown }).error] })),
  'comes without `error` around it': withBody((body) => (body as { error: unknown }).error),
  'is a text in `error`': asJson({ error: 'Request failed' }),
  'is null': asJson(null),
  'is an empty object': asJson({}),
  'comes as `detail`': asJson({ detail: 'Request failed' }),
};

const spellings: Readonly<Record<string, (json: string) => string>> = {
  'has its code twice': (json) => json.replace('"code"', '"code":"x","code"'),
  'has `error` twice': (json) => json.replace(/^{(.*)}$/, '{$1,$1}'),
  'has a line behind it': (json) => `${json}\nOK`,
  'has a comma too many': (json) => json.replace(/}}$/, ',}}'),
  'is cut off': (json) => json.slice(0, -5),
  'is written in single quotes': (json) => json.replaceAll('"', "'"),
  'is a JSON text in a text': (json) => JSON.stringify(json),
  'stands in a callback': (json) => `callback(${json})`,
  'has a prefix against hijacking': (json) => `)]}',\n${json}`,
};

const statuses = [
  200, 202, 204, 400, 401, 402, 403, 404, 405, 406, 409, 410, 415, 418, 422, 423, 429, 500, 501, 503, 504,
] as const;
const types = [
  'error',
  'acme',
  'Acme_error',
  'acme-error',
  'acme_errors',
  'api_error',
  'invalid_request_error',
  '',
] as const;
const messages = {
  null: null,
  'a number': 7,
  'a list': ['Not so.'],
  'an object': { en: 'Not so.' },
  true: true,
} as const;

/** A status that is not the code's own. */
const another = (status: number, code: ErrorCode) => (reference.status[code] === status ? 499 : status);

const everywhereAltered: readonly Family[] = [
  altered(
    'an error has one member more',
    'errors.object.fields',
    fc.tuple(fc.constantFrom(...members), fc.constantFrom(...values)),
    ([member, value]) => `has ${member}: ${JSON.stringify(value)} too`,
    ([member, value]) => withError({ [member]: value }),
  ),
  altered(
    'an error lacks a member',
    'errors.object.fields',
    fc.constantFrom('code', 'message', 'type'),
    (member) => `has no ${member}`,
    (member) => withError({ [member]: undefined }),
  ),
  altered(
    'an error has a field beside it',
    'errors.body.single-field',
    fc.tuple(fc.constantFrom(...members, 'success', 'ok', 'data', 'meta'), fc.constantFrom(...values)),
    ([member, value]) => `has ${member}: ${JSON.stringify(value)} beside \`error\``,
    ([member, value]) => withBody((body) => ({ ...(body as object), [member]: value })),
  ),
  altered(
    'an error has another body',
    'errors.body.single-field',
    fc.constantFrom(...Object.keys(bodies)),
    (how) => how,
    (how) => bodies[how] ?? asEmpty(),
  ),
  altered(
    'an error is no JSON',
    'errors.body.single-field',
    fc.constantFrom(...Object.keys(spellings)),
    (how) => how,
    (how) => (answer) => ({ ...answer, raw: spellings[how]?.(JSON.stringify(answer.body)) ?? '' }),
  ),
  altered(
    'an error has another status',
    'errors.code.status',
    fc.constantFrom(...statuses),
    (status, code) => `has the status ${another(status, code)}`,
    (status, code) => withStatus(another(status, code)),
  ),
  altered(
    'an error has a code that the contract lacks',
    'errors.code.listed',
    fc.constantFrom(
      'error',
      'unknown',
      'failed',
      'ERR_1',
      '',
      'not-found',
      'unauthorized',
      null,
      401,
      ['x'],
      {},
    ),
    (code) => `has the code ${JSON.stringify(code)}`,
    (code) => withError({ code }),
  ),
  altered(
    'an error has another type',
    'errors.type.service',
    fc.constantFrom(...types),
    (type) => `is of the type "${type}"`,
    (type) => withError({ type }),
  ),
  altered(
    'an error has a message that is no text',
    'errors.message.string',
    fc.constantFrom(...(Object.keys(messages) as (keyof typeof messages)[])),
    (how) => `has a message that is ${how}`,
    (how) => withError({ message: messages[how] }),
  ),
];

const spoilt: Readonly<Record<string, Alter>> = {
  'an HTML page': asHtml('Error'),
  'plain text': asText('Request failed'),
  'a trace id inside': withError({ trace_id: '4bf92f35' }),
  'a request id beside': withBody((body) => ({ ...(body as object), request_id: 'req_81f2' })),
  'a body of the framework': asJson({ detail: 'Request failed' }),
};
const anySpoilt = fc.constantFrom(...Object.keys(spoilt));
const everyKind = ['errors.body.single-field', 'errors.object.fields', 'errors.code.listed'];

const now: readonly Family[] = [
  family(
    'errors are of another form for who asks for another media type',
    everyKind,
    fc.tuple(anyPair, anySpoilt, fc.constantFrom(...accepts)),
    ([{ code, at }, how, accept]) => ({
      phrase: `${code} at ${nounOf[at]} has ${how} where Accept is ${accept ?? 'absent'}`,
      change: refused(
        code,
        spoilt[how] ?? asEmpty(),
        where(({ operation, headers }) => operation === at && headers.accept === accept),
      ),
      shows: async (ask) =>
        !sound(
          await causes[code].cause(
            (sent) => ask({ ...sent, headers: { ...sent.headers, ...(accept !== undefined && { accept }) } }),
            at,
          ),
        ),
      share: 1 / accepts.length,
      metBy: causes[code].metBy,
    }),
  ),
  family(
    'every so many errors of a code are of another form',
    everyKind,
    fc.tuple(
      fc.constantFrom('missing_api_key' as const, 'invalid_api_key' as const),
      anySpoilt,
      fc.integer({ min: 2, max: 10 }),
    ),
    ([code, how, nth]) => ({
      phrase: `every ${nth}th ${code} has ${how}`,
      change: refused(code, spoilt[how] ?? asEmpty(), () => counter(nth)),
      async shows(ask) {
        let any = false;
        for (let sent = 0; sent < nth; sent++) any = !sound(await causes[code].cause(ask, 'models')) || any;
        return any;
      },
      share: 1 / nth,
      metBy: causes[code].metBy,
    }),
  ),
  family(
    'later errors of a connection are of another form',
    everyKind,
    fc.tuple(anySpoilt, fc.integer({ min: 2, max: 6 })),
    ([how, nth]) => ({
      phrase: `an error has ${how} as answer ${nth} or later of its connection`,
      change: ({ service }) => {
        const answers = new WeakMap<object, number>();
        return {
          service: {
            finish(answer, call) {
              const place = (answers.get(call.socket) ?? 0) + 1;
              answers.set(call.socket, place);
              const finished = service.finish(answer, call);
              return call.refusal && place >= nth ? (spoilt[how]?.(finished, call) ?? finished) : finished;
            },
          },
        };
      },
      async shows(ask) {
        for (let sent = 1; sent < nth; sent++) await ask({ path: '/v1/models' });
        return !sound(await ask({ path: '/v1/models', authorization: null }));
      },
      share: null,
      metBy: ['auth.header.required', 'auth.key.wrong'],
    }),
  ),
];

const text = JSON.stringify(textFields);

/** Requests with two things wrong at once, or one that the contract leaves open. */
const twice: Readonly<
  Record<
    string,
    { at: readonly Driven[]; holds: (call: Call) => boolean; send: (ask: Ask, at: Driven) => Promise<Heard> }
  >
> = {
  'no header and a body that is no JSON': {
    at: uses,
    holds: ({ authorization, body }) => authorization === undefined && !isJson(body),
    send: (ask, at) => reach(ask, at, { authorization: null, body: text.slice(0, -3) }),
  },
  'a wrong key and a body that is no JSON': {
    at: uses,
    holds: ({ authorization, body }) => authorization === wrongKey && !isJson(body),
    send: (ask, at) => reach(ask, at, { authorization: wrongKey, body: text.slice(0, -3) }),
  },
  'no header and an unknown id': {
    at: ['job', 'run'],
    holds: ({ authorization, operation }) =>
      authorization === undefined && reads.includes(operation as Driven),
    send: (ask, at) => reach(ask, at, { authorization: null, id: 'none' }),
  },
  'a wrong key and an unknown id': {
    at: ['job', 'run'],
    holds: ({ authorization, id }) =>
      authorization !== undefined && authorization !== keyOf('API_KEY') && id !== '',
    send: (ask, at) => reach(ask, at, { authorization: wrongKey, id: 'none' }),
  },
  'an unlisted model and no input': {
    at: ['text', 'submit'],
    holds: ({ fields }) =>
      !('prompt' in fields || 'messages' in fields) && !String(fields.model).startsWith('acme-text-'),
    send: (ask, at) => reach(ask, at, { body: { model: 'none' } }),
  },
};

const open: Readonly<
  Record<string, { holds: (call: Call) => boolean; body: unknown; headers?: Record<string, string> }>
> = {
  'an empty body': { holds: ({ body }) => body === '', body: '' },
  'another content type': {
    holds: ({ headers }) => !(headers['content-type'] ?? '').includes('json'),
    body: 'Hello',
    headers: { 'content-type': 'text/plain' },
  },
  'a prompt that is null': {
    holds: ({ fields }) => fields.prompt === null,
    body: { model: 'acme-text-nano', prompt: null },
  },
  'a prompt that is a number': {
    holds: ({ fields }) => typeof fields.prompt === 'number',
    body: { model: 'acme-text-nano', prompt: 7 },
  },
  'a prompt that is an object': {
    holds: ({ fields }) =>
      typeof fields.prompt === 'object' && fields.prompt !== null && !Array.isArray(fields.prompt),
    body: { model: 'acme-text-nano', prompt: {} },
  },
  'a prompt that is a list': {
    holds: ({ fields }) => Array.isArray(fields.prompt),
    body: { model: 'acme-text-nano', prompt: [1] },
  },
  'messages that are a text': {
    holds: ({ fields }) => typeof fields.messages === 'string',
    body: { model: 'acme-text-nano', messages: 'Hello' },
  },
  'messages that are an object': {
    holds: ({ fields }) =>
      typeof fields.messages === 'object' && fields.messages !== null && !Array.isArray(fields.messages),
    body: { model: 'acme-text-nano', messages: {} },
  },
  'messages that are an empty list': {
    holds: ({ fields }) => Array.isArray(fields.messages) && fields.messages.length === 0,
    body: { model: 'acme-text-nano', messages: [] },
  },
  'messages that hold null': {
    holds: ({ fields }) => Array.isArray(fields.messages) && fields.messages.includes(null),
    body: { model: 'acme-text-nano', messages: [null] },
  },
  'a model that is a number': {
    holds: ({ fields }) => typeof fields.model === 'number',
    body: { model: 7, prompt: 'Hello' },
  },
  'a model that is null': {
    holds: ({ fields }) => fields.model === null,
    body: { model: null, prompt: 'Hello' },
  },
  'a model that is a list': {
    holds: ({ fields }) => Array.isArray(fields.model),
    body: { model: ['x'], prompt: 'Hello' },
  },
  'an empty prompt': {
    holds: ({ fields }) => fields.prompt === '',
    body: { model: 'acme-text-nano', prompt: '' },
  },
};

const isJson = (body: string): boolean => {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
};

/** Whatever would be answered, this is. */
const failing = (scope: Scope, how: string, holds: (call: Call) => boolean) =>
  refused(
    'all',
    (answer, call) =>
      spoilt[how]?.(withStatus(how === 'an HTML page' ? 500 : answer.status)(answer, call), call) ?? answer,
    where((call) => scope.holds(call) && holds(call)),
  );

const conditions: readonly Family[] = [
  family(
    'two conditions at once have an error of another form',
    everyKind,
    fc
      .constantFrom(...Object.keys(twice))
      .chain((what) => fc.tuple(fc.constant(what), fc.constantFrom(...(twice[what]?.at ?? uses)), anySpoilt)),
    ([what, at, how]) => ({
      phrase: `${what} at ${nounOf[at]} has ${how}`,
      change: failing(
        { ...everywhere, holds: ({ operation }) => operation === at },
        how,
        twice[what]?.holds ?? (() => false),
      ),
      shows: async (ask) => !sound((await twice[what]?.send(ask, at)) as Heard),
      share: 1,
      metBy: [...everyKind, 'auth.header.required', 'auth.key.wrong', 'open.errors.precedence'],
    }),
  ),
  family(
    'a request that the contract leaves open has an error of another form',
    everyKind,
    fc.tuple(fc.constantFrom(...Object.keys(open)), oneOf(['text', 'submit']), anySpoilt),
    ([what, scope, how]) => ({
      phrase: `${what} ${scope.noun} has ${how}`,
      change: failing(scope, how, open[what]?.holds ?? (() => false)),
      shows: async (ask) =>
        !sound(
          await reach(ask, scope.at, {
            body: open[what]?.body,
            ...(open[what]?.headers && { headers: open[what].headers }),
          }),
        ),
      share: 1 / Object.keys(open).length,
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
      ],
    }),
  ),
];

export const errorFamilies: readonly Family[] = [...everywhereAltered, ...now, ...conditions];
