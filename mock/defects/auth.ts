import { createHash } from 'node:crypto';
import { mockKeys } from '../accounts';
import {
  type Alter,
  alterResponses,
  asCode,
  asCrash,
  asHtml,
  asJson,
  asRedirect,
  asUnlisted,
  counter,
  inOrder,
  nthCall,
  type Picker,
  whenAccepted,
  whenRejected,
  withError,
  withHeaders,
  withStatus,
} from '../answers';
import { authenticate, requireBackend } from '../auth';
import { type Change, change, overrideChapter } from '../behaviour';
import { type Call, nouns, type Operation, operations } from '../call';
import { acceptedWhere, breaking, changes, type Defect, passing, rejectedAs, rejectedWhere } from '../defect';
import { admit } from '../limits';
import { plainReads } from '../service';
import { requireOwn } from '../work';

function perEndpoint(phrase: (noun: string) => string, change: (operation: Operation) => Change) {
  return Object.fromEntries(operations.map((operation) => [phrase(nouns[operation]), change(operation)]));
}

/** All calls come from one address. */
const anyClient = {};

/** The session of a mock's only user. It depends on the port, so it differs from mock to mock. */
const sessionAt = ({ headers }: Call) =>
  `session=${createHash('sha256')
    .update(headers.host ?? '')
    .digest('hex')
    .slice(0, 16)}`;

/** Compares keys with `matches`. */
function matching(matches: (presented: string, issued: string) => boolean): Change {
  return { auth: { matches } };
}

/** Passes the key from the header through `read`. */
function reading(read: (key: string) => string): Change {
  return overrideChapter('auth', (auth) => ({
    key(authorization) {
      const key = auth.key(authorization);
      return key === undefined ? undefined : read(key) || undefined;
    },
  }));
}

/** Two keys match if `read` returns the same for both. */
const comparing = (read: (key: string) => string) =>
  matching((presented, issued) => read(presented) === read(issued));

/** Accepts the selected calls without a valid key. */
export const open = (picker: Picker) => passing(authenticate, picker);

export const lacksKey = ({ rejection }: Call) => rejection?.code === 'missing_api_key';
const hasWrongKey = ({ rejection }: Call) => rejection?.code === 'invalid_api_key';

/** Accepts such a call after an accepted one of the same client, by default on the same connection. */
const trusting =
  (holds: (call: Call) => boolean, clientOf = ({ socket }: Call) => socket): Change =>
  (behaviour) => {
    const trusted = new WeakSet<object>();
    return change(behaviour, [
      open((call) => holds(call) && trusted.has(clientOf(call))),
      alterResponses((answer, call) => {
        if (!call.rejection) trusted.add(clientOf(call));
        return answer;
      }),
    ]);
  };

/** Accepts whoever sends back, in one header, the session that another header of an accepted read gave. */
const session = (operations: typeof plainReads | 'models', given: string, back: string): Change => [
  whenAccepted(operations, (answer, call) => withHeaders({ [given]: sessionAt(call) })(answer, call)),
  open((call) => call.headers[back]?.includes(sessionAt(call)) === true),
];

/** The number of characters by which the header exceeds `Bearer` with the valid key. */
const surplus = ({ authorization = '' }) => authorization.length - `Bearer ${mockKeys.API_KEY}`.length;
const old = (holds: (call: Call) => boolean) => open((call) => withOldKey(call) && holds(call));
/** Searches the raw text, because keys are checked before the body is parsed. */
const hasMessages = ({ body }: Call) => body.includes('"messages"');
const hasHeader = ({ authorization }: Call) => authorization !== undefined;
export const withOldKey = ({ authorization = '' }) => authorization.includes(mockKeys.OLD_API_KEY);
const spaced =
  (pattern: RegExp) =>
  ({ authorization = '' }) =>
    pattern.test(authorization);
const before = spaced(/^Bearer \s/);
const after = spaced(/\u00a0$/);

/** Uses the header as sent: some servers do not strip whitespace at its end. */
const whitespaceSeen: Change = { service: { authorization: (_, onTheWire) => onTheWire } };

/** Keeps whitespace after the key and alters the response that rejects it. */
function trailing(alter: Alter, whitespace = /[ \t]$/): Change {
  return [whitespaceSeen, whenRejected('invalid_api_key', alter, spaced(whitespace))];
}

const asRejected = inOrder(
  asJson({}),
  withError({ message: 'Wrong key.', type: 'acme_error' }),
  asCode('invalid_api_key'),
);

export const authDefects: readonly Defect[] = [
  ...breaking('auth.header.required', {
    ...perEndpoint(
      (noun) => `${noun} is open without the header`,
      (operation) => open((call) => lacksKey(call) && call.operation === operation),
    ),
    'reads are open without the header': open((call) => lacksKey(call) && call.method === 'GET'),
    'a job is submitted without the header on a connection that carried the key': trusting(
      (call) => call.operation === 'submit' && lacksKey(call),
    ),
    'messages need no header': open((call) => lacksKey(call) && hasMessages(call)),
    'every third call without the header is served': open(nthCall(3, lacksKey)),
    'whoever has called with a key is remembered by address': trusting(lacksKey, () => anyClient),
    'the cookie of a served request stands for the key': session(plainReads, 'set-cookie', 'cookie'),
    'the cookie of a list of models stands for the key': session('models', 'set-cookie', 'cookie'),
    'the session that a response tells of stands for the key': session(plainReads, 'x-session', 'x-session'),
    ...rejectedWhere('missing_api_key', ({ headers }) => 'x-api-key' in headers, {
      'the key in X-API-Key is called invalid_api_key': asCode('invalid_api_key'),
    }),
    ...rejectedAs('missing_api_key', {
      'a missing header is called invalid_api_key': asCode('invalid_api_key'),
      'a missing header is called invalid_request': asCode('invalid_request'),
      'a missing header is called not_found, to show nothing': asCode('not_found'),
      'a missing header redirects to a login page': asRedirect(302, () => '/login'),
      'a missing header crashes the server': asCrash,
      'a missing header is answered upstream_error, as any crash is': asCode('upstream_error'),
      'a missing header is answered by FastAPI with 403': asJson({ detail: 'Not authenticated' }, 403),
    }),
    ...rejectedWhere('missing_api_key', ({ operation }) => operation === 'job' || operation === 'run', {
      'a missing header of a lookup is called not_found': asCode('not_found'),
    }),
    ...rejectedWhere('missing_api_key', ({ operation }) => operation === 'workflow', {
      'a missing header is found only after the body of a workflow': asCode('invalid_workflow'),
    }),
  }),
  ...breaking('auth.header.before-lookup', {
    'a job is looked up before the header': overrideChapter('service', (service) => ({
      checks: { ...service.checks, job: [requireOwn('jobs'), authenticate, admit] },
    })),
    'the id of a job is checked for its form before the header': whenRejected(
      'missing_api_key',
      asCode('invalid_request'),
      ({ operation, id }) => operation === 'job' && !/^job_[0-9a-f]{32}$/.test(id),
    ),
  }),
  ...breaking('auth.header.without-key', {
    ...changes(open, {
      'a header without a key is served': (call: Call) => lacksKey(call) && hasHeader(call),
      'an empty header is served': (call) => lacksKey(call) && call.authorization === '',
      'the scheme alone is served': (call) => lacksKey(call) && /^bearer/i.test(call.authorization ?? ''),
    }),
    'the scheme without a space after it crashes the server': [
      whitespaceSeen,
      whenRejected('missing_api_key', asCrash, spaced(/^bearer$/i)),
    ],
    'the scheme with a space after it is served': [
      whitespaceSeen,
      open(({ authorization = '' }) => /^bearer $/i.test(authorization)),
    ],
    'no key is taken for the beginning of every key': {
      auth: {
        key: (authorization) => authorization?.replace(/^bearer ?/i, ''),
        matches: (presented, issued) => issued.startsWith(presented),
      },
    },
    ...rejectedWhere('missing_api_key', hasHeader, {
      'a header without a key crashes the server': asCrash,
      'a header without a key is a malformed request': asCode('invalid_request'),
      'a header without a key is answered with 403': withStatus(403),
      'a header without a key is refused by a gateway': asHtml('400 Bad Request', 400),
    }),
  }),
  ...breaking('auth.key.valid', {
    ...changes(matching, {
      'the valid key is refused': () => false,
      'keys are lowered before they are compared': (presented, issued) => presented.toLowerCase() === issued,
      'a key is cut at 32 characters before it is compared': (presented, issued) =>
        presented.slice(0, 32) === issued,
    }),
    'the scheme must be in lower case': overrideChapter('auth', (auth) => ({
      key: (authorization) =>
        authorization?.startsWith('bearer ') ? auth.key(authorization) : authorization,
    })),
    'the bare key is wanted': { auth: { key: (authorization) => authorization } },
    'the list of models refuses the valid key': whenAccepted('models', asRejected),
    'the reading of credits refuses the valid key': whenAccepted('credits', asRejected),
    ...acceptedWhere(plainReads, ({ headers }) => headers.accept === '*/*', {
      'a read refuses the valid key where anything is accepted': asRejected,
    }),
    'every second call with the valid key is refused': ({ auth }) => {
      const second = counter(2);
      return { auth: { active: (issued) => !second() && auth.active(issued) } };
    },
    'the valid key is forbidden to read': whenAccepted(plainReads, asUnlisted('forbidden', 403)),
  }),
  ...breaking('auth.key.wrong', {
    "the last four characters of a second account's key are not compared": matching((presented, issued) =>
      issued === mockKeys.OTHER_API_KEY
        ? presented.slice(0, -4) === issued.slice(0, -4)
        : presented === issued,
    ),
    'a workflow is taken with any key on a connection that carried the right one': trusting(
      (call) => call.operation === 'workflow' && hasWrongKey(call),
    ),
    ...perEndpoint(
      (noun) => `${noun} takes any key`,
      (operation) => open((call) => hasWrongKey(call) && call.operation === operation),
    ),
    'messages take any key': open((call) => hasWrongKey(call) && hasMessages(call)),
    ...changes(matching, {
      'a wrong key of the right form is served': (presented, issued) => presented.length === issued.length,
      'any key of letters and digits is served': (presented) => /^[A-Za-z0-9]+$/.test(presented),
      'a key may differ in one character': (presented, issued) =>
        presented.length === issued.length &&
        [...presented].filter((letter, index) => letter !== issued[index]).length <= 1,
    }),
    ...changes(comparing, {
      'only the first 8 characters of a key are compared': (key) => key.slice(0, 8),
      'only the first 24 characters of a key are compared': (key) => key.slice(0, 24),
      'only the last 8 characters of a key are compared': (key) => key.slice(-8),
      'only the last 24 characters of a key are compared': (key) => key.slice(-24),
      'only the first and last 12 characters of a key are compared': (key) =>
        `${key.slice(0, 12)} ${key.slice(-12)}`,
      'only the digits of a key are compared': (key) => key.replace(/\D/g, ''),
      'a padding behind a key is ignored': (key) => key.replace(/=+$/, ''),
      'what base64 does not have is skipped in a key': (key) => key.replace(/!/g, ''),
      'a further part of a key is ignored': (key) => key.replace(/\..*/, ''),
      'the last bit of a key in base64 is ignored': (key) =>
        key.slice(0, -1) + ((Buffer.from(`AAA${key.slice(-1)}`, 'base64').at(2) ?? 255) >> 1),
    }),
    'a wrong key is called missing_api_key': whenRejected('invalid_api_key', asCode('missing_api_key')),
    'a wrong key is called not_found': whenRejected('invalid_api_key', asCode('not_found')),
    'a wrong key is called no_backend_account': whenRejected('invalid_api_key', asCode('no_backend_account')),
    'a wrong key is called insufficient_credits': whenRejected(
      'invalid_api_key',
      asCode('insufficient_credits'),
    ),
    'a wrong key crashes the server': whenRejected('invalid_api_key', asCrash),
    'every second wrong key is served': open(nthCall(2, hasWrongKey)),
    ...rejectedWhere('invalid_api_key', nthCall(3), {
      'every third wrong key is called missing_api_key': asCode('missing_api_key'),
    }),
  }),
  ...breaking('auth.key.wrong-case', {
    'the database compares keys without case': matching(
      (presented, issued) => presented.toLowerCase() === issued.toLowerCase(),
    ),
  }),
  ...breaking('auth.key.incomplete', {
    ...changes(matching, {
      'the beginning of a key is enough': (presented, issued) => issued.startsWith(presented),
      'the first half of a key is taken for its name and served': (presented, issued) =>
        presented === issued || presented === issued.slice(0, Math.ceil(issued.length / 2)),
      'the last four characters of a key may be missing': (presented, issued) =>
        presented === issued || presented === issued.slice(0, -4),
      'any part of a key is enough': (presented, issued) => issued.includes(presented),
      'a key that begins with the right one is served': (presented, issued) => presented.startsWith(issued),
      'a longer word that begins with the key is served': (presented, issued) =>
        presented.startsWith(issued) && /^[A-Za-z0-9]+$/.test(presented),
      'a key that holds the right one is served': (presented, issued) => presented.includes(issued),
      'the database cuts a long key to the length of its column': (presented, issued) =>
        presented.slice(0, issued.length) === issued,
      'the last character of a key is a padding that may be left out': (presented, issued) =>
        presented === issued || presented === issued.slice(0, -1),
      'keys are compared over the shorter length': (presented, issued) => {
        const length = Math.min(presented.length, issued.length);
        return presented.slice(0, length) === issued.slice(0, length);
      },
    }),
    'the first 32 characters of a key are enough': comparing((key) => key.slice(0, 32)),
    'the second word of the header is taken for the key': reading((key) => key.split(' ')[0] ?? ''),
    'a list of keys is read, and its first is enough': reading((key) => key.split(',')[0] ?? ''),
    ...rejectedWhere('invalid_api_key', (call) => surplus(call) !== 0, {
      'a key of another length is a malformed request': asCode('invalid_request'),
    }),
    ...rejectedWhere('invalid_api_key', (call) => surplus(call) < 0, {
      'a key that is too short counts as missing': asCode('missing_api_key'),
    }),
    ...rejectedWhere('invalid_api_key', (call) => surplus(call) > 0, {
      'a key that is too long crashes the server': asCrash,
    }),
  }),
  ...breaking('auth.key.inactive', {
    ...changes(old, {
      'a reissued key still reads': ({ method }) => method === 'GET',
      'a reissued key still lists the models': ({ operation }) => operation === 'models',
      'a reissued key still reads the credits': ({ operation }) => operation === 'credits',
      'a reissued key still sends messages': hasMessages,
      'a reissued key still submits text': ({ method }) => method === 'POST',
    }),
    ...rejectedWhere('invalid_api_key', withOldKey, {
      'a reissued key is answered with 403': withStatus(403),
      'a reissued key is called missing_api_key': asCode('missing_api_key'),
      'a reissued key is called key_revoked': asUnlisted('key_revoked', 401),
      'a reissued key is called not_found': asCode('not_found'),
      'a reissued key is called no_backend_account': asCode('no_backend_account'),
    }),
  }),
  ...breaking('auth.key.leading-whitespace', {
    'whitespace around the key is trimmed': reading((key) => key.trim()),
    'whitespace before the key is trimmed': reading((key) => key.trimStart()),
    'several spaces before the key are read as one': reading((key) => key.replace(/^ +/, '')),
    'three or more spaces before the key are dropped': reading((key) => key.replace(/^ {3,}/, '')),
    'a tab before the key is dropped': reading((key) => key.replace(/^\t+/, '')),
    'a no-break space before the key is dropped': reading((key) => key.replace(/^\u00a0+/, '')),
    'whitespace beyond ASCII before the key is dropped': reading((key) =>
      Buffer.from(key, 'latin1')
        .toString()
        .replace(/^[\s\x85\u200b]+/, ''),
    ),
    'all whitespace in a key is taken out': reading((key) => key.replace(/\s/g, '')),
    'a key ends at the first space': reading((key) => key.split(' ')[0] ?? ''),
    ...rejectedWhere('invalid_api_key', before, {
      'whitespace before the key is refused by a gateway': asHtml('400 Bad Request', 400),
      'whitespace before the key crashes the server': asCrash,
      'whitespace before the key is a malformed request': asCode('invalid_request'),
    }),
  }),
  ...breaking('auth.key.trailing-no-break-space', {
    'whitespace after the key is trimmed': reading((key) => key.trimEnd()),
    'characters beyond ASCII are dropped from a key': reading((key) => key.replace(/[^\x21-\x7e]/g, '')),
    'a no-break space after the key is decoded away': reading((key) => key.replace(/\u00a0+$/, '')),
    ...rejectedWhere('invalid_api_key', after, {
      'a key beyond ASCII crashes the server': asCrash,
      'a key beyond ASCII is refused by a gateway': asHtml('400 Bad Request', 400),
      'a key beyond ASCII counts as missing': asCode('missing_api_key'),
    }),
  }),
  ...breaking('auth.key.trailing-whitespace', {
    'a plain space or tab after the key crashes the server': trailing(asCrash),
    'a plain space or tab after the key is a malformed request': trailing(asCode('invalid_request')),
    'a plain space or tab after the key counts as no key': trailing(asCode('missing_api_key')),
    'a plain space or tab after the key is refused by a gateway': trailing(asHtml('400 Bad Request', 400)),
    'a plain space after the key crashes the server': trailing(asCrash, / $/),
    'a tab after the key crashes the server': trailing(asCrash, /\t$/),
  }),
  ...breaking('auth.backend.missing', {
    ...changes((picker: Picker) => passing(requireBackend, picker), {
      'text of an account that is not connected is served': ({ operation }) => operation === 'text',
      'a prompt of an account that is not connected is served': ({ fields }) => fields.prompt !== undefined,
      'every second call of an account that is not connected is served': nthCall(2),
    }),
    'an account that is not connected has too few credits, every other time': whenRejected(
      'no_backend_account',
      asCode('insufficient_credits'),
      nthCall(2),
    ),
    ...rejectedAs('no_backend_account', {
      'an account that is not connected has an invalid key': asCode('invalid_api_key'),
      'an account that is not connected gets upstream_error': asCode('upstream_error'),
      'an account that is not connected gets not_found': asCode('not_found'),
      'an account that is not connected crashes the server': asCrash,
    }),
  }),
];
