import fc from 'fast-check';
import { mockKeys } from '../../../../mock/accounts';
import {
  type Alter,
  asEmpty,
  asHtml,
  asJson,
  asText,
  nthCall,
  rewritten,
  whenRejected,
  withBody,
  withError,
  withStatus,
} from '../../../../mock/answers';
import { type Call, nouns } from '../../../../mock/call';
import {
  codes,
  type ErrorCode,
  errorCodes,
  type Sent,
  statuses as statusesDue,
} from '../../../../mock/codes';
import { isObject } from '../../../../mock/json';
import { type Ask, ever, isJson, type Reply, type Request, reach, textFields } from '../ask';
import { type DefectFamily, familiesOf, family, rowOf } from '../family';
import { accepts, anyAccept, byPlace, type Driven, oneOf, reads, uses } from '../scope';

const ownKey = `Bearer ${mockKeys.API_KEY}`;
const wrongKey = `${ownKey}x`;

/** Provokes a code at an operation and returns the response. */
async function met(code: ErrorCode, ask: Ask, at: Driven): Promise<Reply> {
  const { key = 'API_KEY', after = 0, ...sent }: Sent = codes[code].sent;
  const authorization = key && (key === 'wrong' ? wrongKey : `Bearer ${mockKeys[key]}`);
  for (let asked = 0; asked < after; asked++) await reach(ask, 'models', { authorization });
  return reach(ask, at, { authorization, ...sent });
}

/** All pairs of a code and an operation that can return it, with equal probability. */
const pairs = errorCodes.flatMap((code) => codes[code].at.map((at) => ({ code, at })));
const anyPair = fc.constantFrom(...pairs);
/** Without the codes whose statuses gateways and limiters send, too: without an error object, theirs is no fault of the service. */
const anyOwnPair = fc.constantFrom(...pairs.filter(({ code }) => ![429, 502].includes(statusesDue[code])));

/** Whether a response is not the error object of the contract. */
const unsound = ({ status, text, body, error }: Reply) =>
  JSON.stringify(body) !== text ||
  Object.keys(body ?? {}).join() !== 'error' ||
  Object.keys(error).sort().join() !== 'code,message,type' ||
  status !== statusesDue[error.code as ErrorCode] ||
  typeof error.message !== 'string' ||
  error.type !== 'acme_error';

/** A family that alters errors of one code at one operation. `how` returns the alteration and words for it. */
function altered<Parameter>(
  clause: string,
  parameters: fc.Arbitrary<Parameter>,
  how: (parameter: Parameter, code: ErrorCode) => [told: string, alter: Alter],
  any = anyPair,
) {
  return family(clause, fc.tuple(any, parameters), ([{ code, at }, parameter]) => {
    const [told, alter] = how(parameter, code);
    return {
      phrase: `${code} at ${nouns[at]} ${told}`,
      change: whenRejected(code, alter, ({ operation }) => operation === at),
      shows: async (ask) => unsound(await met(code, ask, at)),
      metBy: codes[code].metBy,
    };
  });
}

/** A family that alters the bodies of errors by the rows of a table: words and an alteration. */
const tabled = (clause: string, table: Readonly<Record<string, Alter>>) =>
  altered(clause, rowOf(table), (row) => row, anyOwnPair);

const members =
  'status param request_id details doc_url trace_id timestamp path retry_after hint errors Code msg'.split(
    ' ',
  );
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

const spellings: Readonly<Record<string, Alter>> = {
  'has its code twice': rewritten((json) => json.replace('"code"', '"code":"x","code"')),
  'has `error` twice': rewritten((json) => json.replace(/^{(.*)}$/, '{$1,$1}')),
  'has a line behind it': rewritten((json) => `${json}\nOK`),
  'has a comma too many': rewritten((json) => json.replace(/}}$/, ',}}')),
  'is cut off': rewritten((json) => json.slice(0, -5)),
  'is written in single quotes': rewritten((json) => json.replaceAll('"', "'")),
  'is a JSON text in a text': rewritten((json) => JSON.stringify(json)),
  'stands in a callback': rewritten((json) => `callback(${json})`),
  'has a prefix against hijacking': rewritten((json) => `)]}',\n${json}`),
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
};

/** Returns the status, or 499 if it is the right one for the code. */
const another = (status: number, code: ErrorCode) => (statusesDue[code] === status ? 499 : status);

const everywhereAltered = familiesOf('errors', {
  'an error has one member more': altered(
    'errors.object.fields',
    fc.tuple(fc.constantFrom(...members), fc.constantFrom(...values)),
    ([member, value]) => [`has ${member}: ${JSON.stringify(value)} too`, withError({ [member]: value })],
  ),
  'an error lacks a member': altered(
    'errors.object.fields',
    fc.constantFrom('code', 'message', 'type'),
    (member) => [`has no ${member}`, withError({ [member]: undefined })],
  ),
  'an error has a field beside it': altered(
    'errors.body.single-field',
    fc.tuple(fc.constantFrom(...members, 'success', 'ok', 'data', 'meta'), fc.constantFrom(...values)),
    ([member, value]) => [
      `has ${member}: ${JSON.stringify(value)} beside \`error\``,
      withBody((body) => ({ ...(body as object), [member]: value })),
    ],
  ),
  'an error has another body': tabled('errors.body.single-field', bodies),
  'an error is no JSON': tabled('errors.body.single-field', spellings),
  'an error has another status': altered(
    'errors.code.status',
    fc.constantFrom(...statuses),
    (status, code) => [`has the status ${another(status, code)}`, withStatus(another(status, code))],
  ),
  'an error has a code that the contract lacks': altered(
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
    (code) => [`has the code ${JSON.stringify(code)}`, withError({ code })],
  ),
  'an error has another type': altered('errors.type.service', fc.constantFrom(...types), (type) => [
    `is of the type "${type}"`,
    withError({ type }),
  ]),
  'an error has a message that is no text': altered(
    'errors.message.string',
    rowOf<unknown>(messages),
    ([how, message]) => [`has a message that is ${how}`, withError({ message })],
  ),
});

const page = asHtml('Error');
const spoilt: Readonly<Record<string, Alter>> = {
  'an HTML page': page,
  'plain text': asText('Request failed'),
  'a trace id inside': withError({ trace_id: '4bf92f35' }),
  'a request id beside': withBody((body) => ({ ...(body as object), request_id: 'req_81f2' })),
  'a body of the framework': asJson({ detail: 'Request failed' }),
};
const anySpoilt = rowOf(spoilt);
const everyKind = ['errors.body.single-field', 'errors.object.fields', 'errors.code.listed'];

const now = familiesOf('errors', {
  'errors are of another form for who asks for another media type': family(
    everyKind,
    fc.tuple(anyOwnPair, anySpoilt, anyAccept),
    ([{ code, at }, [how, alter], accept]) => ({
      phrase: `${code} at ${nouns[at]} has ${how} ${accept.noun}`,
      change: whenRejected(code, alter, (call) => call.operation === at && accept.holds(call)),
      shows: async (ask) =>
        unsound(
          await met(
            code,
            (sent) => ask({ ...sent, headers: { ...sent.headers, ...accept.sent.headers } }),
            at,
          ),
        ),
      share: 1 / accepts.length,
      metBy: codes[code].metBy,
    }),
  ),
  'every so many errors of a code are of another form': family(
    everyKind,
    fc.tuple(
      fc.constantFrom('missing_api_key' as const, 'invalid_api_key' as const),
      anySpoilt,
      fc.integer({ min: 2, max: 10 }),
    ),
    ([code, [how, alter], nth]) => ({
      phrase: `every ${nth}th ${code} has ${how}`,
      change: whenRejected(code, alter, nthCall(nth)),
      shows: (ask) => ever(nth, () => met(code, ask, 'models'), unsound),
      share: 1 / nth,
      metBy: codes[code].metBy,
    }),
  ),
  'later errors of a connection are of another form': family(
    everyKind,
    fc.tuple(anySpoilt, fc.integer({ min: 2, max: 6 })),
    ([[how, alter], nth]) => ({
      phrase: `an error has ${how} as answer ${nth} or later of its connection`,
      change: byPlace((place) => whenRejected('all', alter, (call) => place(call) >= nth)),
      async shows(ask) {
        for (let sent = 1; sent < nth; sent++) await ask({ path: '/v1/models' });
        return unsound(await ask({ path: '/v1/models', authorization: null }));
      },
      share: null,
      metBy: ['auth.header.required', 'auth.key.wrong'],
    }),
  ),
});

const text = JSON.stringify(textFields);

/** Requests with two faults at once: their operations, a condition that recognizes them, and an example. */
const twice: Readonly<
  Record<string, { at: readonly Driven[]; holds: (call: Call) => boolean; request: Request }>
> = {
  'no header and a body that is no JSON': {
    at: uses,
    holds: ({ authorization, body }) => authorization === undefined && !isJson(body),
    request: { authorization: null, body: text.slice(0, -3) },
  },
  'a wrong key and a body that is no JSON': {
    at: uses,
    holds: ({ authorization, body }) => authorization === wrongKey && !isJson(body),
    request: { authorization: wrongKey, body: text.slice(0, -3) },
  },
  'no header and an unknown id': {
    at: ['job', 'run'],
    holds: ({ authorization, operation }) =>
      authorization === undefined && reads.includes(operation as Driven),
    request: { authorization: null, id: 'none' },
  },
  'a wrong key and an unknown id': {
    at: ['job', 'run'],
    holds: ({ authorization, id }) => authorization !== undefined && authorization !== ownKey && id !== '',
    request: { authorization: wrongKey, id: 'none' },
  },
  'an unlisted model and no input': {
    at: ['text', 'submit'],
    holds: ({ fields }) =>
      !('prompt' in fields || 'messages' in fields) && !String(fields.model).startsWith('acme-text-'),
    request: { body: { model: 'none' } },
  },
};

/** A request whose field has the wrong type. The contract does not specify the response. */
function odd(field: 'model' | 'prompt' | 'messages', value: unknown, holds: (value: unknown) => boolean) {
  const { model, ...input } = textFields;
  const body = { model, ...(field !== 'messages' && input), [field]: value };
  return { holds: ({ fields }: Call) => holds(fields[field]), request: { body } };
}

const open: Readonly<Record<string, { holds: (call: Call) => boolean; request: Request }>> = {
  'an empty body': { holds: ({ body }) => body === '', request: { body: '' } },
  'another content type': {
    holds: ({ headers }) => !(headers['content-type'] ?? '').includes('json'),
    request: { body: 'Hello', headers: { 'content-type': 'text/plain' } },
  },
  'a prompt that is null': odd('prompt', null, (prompt) => prompt === null),
  'a prompt that is a number': odd('prompt', 7, (prompt) => typeof prompt === 'number'),
  'a prompt that is an object': odd('prompt', {}, isObject),
  'a prompt that is a list': odd('prompt', [1], Array.isArray),
  'messages that are a text': odd('messages', 'Hello', (messages) => typeof messages === 'string'),
  'messages that are an object': odd('messages', {}, isObject),
  'messages that are an empty list': odd('messages', [], (each) => Array.isArray(each) && each.length === 0),
  'messages that hold null': odd('messages', [null], (each) => Array.isArray(each) && each.includes(null)),
  'a model that is a number': odd('model', 7, (model) => typeof model === 'number'),
  'a model that is null': odd('model', null, (model) => model === null),
  'a model that is a list': odd('model', ['x'], Array.isArray),
  'an empty prompt': odd('prompt', '', (prompt) => prompt === ''),
};

/** Applies `alter` to every rejection for which `holds` is true. A page gets status 500. */
const failing = (alter: Alter, holds: (call: Call) => boolean) =>
  whenRejected(
    'all',
    (answer, call) => alter(alter === page ? withStatus(500)(answer, call) : answer, call),
    holds,
  );

const conditions = familiesOf('errors', {
  'two conditions at once have an error of another form': family(
    everyKind,
    rowOf(twice).chain(([what, { at, ...more }]) =>
      fc.tuple(fc.constant({ what, ...more }), fc.constantFrom(...at), anySpoilt),
    ),
    ([{ what, holds, request }, at, [how, alter]]) => ({
      phrase: `${what} at ${nouns[at]} has ${how}`,
      change: failing(alter, (call) => call.operation === at && holds(call)),
      shows: async (ask) => unsound(await reach(ask, at, request)),
      metBy: [...everyKind, 'auth.header.required', 'auth.key.wrong', 'unspecified.errors.precedence'],
    }),
  ),
  'a request that the contract leaves open has an error of another form': family(
    everyKind,
    fc.tuple(rowOf(open), oneOf(['text', 'submit']), anySpoilt),
    ([[what, { holds, request }], scope, [how, alter]]) => ({
      phrase: `${what} ${scope.noun} has ${how}`,
      change: failing(alter, (call) => scope.holds(call) && holds(call)),
      shows: async (ask) => unsound(await reach(ask, scope.at, request)),
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
        'unspecified.bodies',
      ],
    }),
  ),
});

export const errorFamilies: readonly DefectFamily[] = [...everywhereAltered, ...now, ...conditions];
