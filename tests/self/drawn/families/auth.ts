import fc from 'fast-check';
import { mockKeys } from '../../../../mock/accounts';
import {
  type Alter,
  asCode,
  asCrash,
  asHtml,
  asUnlisted,
  counter,
  refused,
  where,
} from '../../../../mock/answers';
import type { Change } from '../../../../mock/behaviour';
import type { Call, ErrorCode } from '../../../../mock/call';
import { type Ask, type Heard, type Request, reach, served } from '../ask';
import { type Defect, type Family, familyOf } from '../family';
import { type Near, nearTexts } from '../near';
import { accepts, anyScope, anyUse, oneOf, operations, type Scope, uses, when } from '../scope';

const family = familyOf('auth');
const key = mockKeys.API_KEY;
const issued: readonly string[] = Object.values(mockKeys);
const bytes = (text: string) => Buffer.from(text).toString('latin1');

/** What is not the key counts as it, for the account under test. */
function taking({ holds }: Scope, agrees: (presented: string) => boolean): Change {
  return when(holds, {
    auth: {
      matches: (presented, real) =>
        presented === real || (real === key && !issued.includes(presented) && agrees(presented)),
    },
  });
}

/** Calls without a valid key are served where this holds. */
const open = (holds: (call: Call, presented: string | undefined) => boolean): Change => ({
  auth: { required: (call, presented) => !holds(call, presented) },
});

const serves = (at: Scope['at'], request: Request) => async (ask: Ask) =>
  served(await reach(ask, at, request));

/** A key that is no key and served. */
function wrongKey(
  what: string,
  scope: Scope,
  agrees: (presented: string) => boolean,
  sample: string,
  share: number | null,
): Defect {
  return {
    phrase: `${what} is served ${scope.noun}`,
    change: taking(scope, agrees),
    shows: serves(scope.at, { authorization: `Bearer ${bytes(sample)}` }),
    share,
  };
}

const wrong = ['auth.key.wrong', 'auth.key.incomplete'];

const near: readonly Family[] = nearTexts(key.length).map(([about, members]) =>
  family(`of keys, ${about}`, wrong, fc.tuple(members, anyScope), ([member, scope]: [Near, Scope]) =>
    wrongKey(
      `a key ${member.what}`,
      scope,
      (presented) => member.agrees(presented, key),
      member.sample(key),
      member.share,
    ),
  ),
);

/** White space that a header can carry beyond the one space that HTTP asks for: in its bytes, then in UTF-8. */
const spaces: Readonly<Record<string, string>> = {
  'a second space': ' ',
  'a tab': '\t',
  'a space and a tab': ' \t',
  'three spaces': '   ',
  'a no-break space in Latin-1': '\u00a0',
  'a no-break space in UTF-8': bytes('\u00a0'),
  'an en space': bytes('\u2002'),
  'a thin space': bytes('\u2009'),
  'a narrow no-break space': bytes('\u202f'),
  'a line separator': bytes('\u2028'),
  'a medium mathematical space': bytes('\u205f'),
  'an ideographic space': bytes('\u3000'),
};
const carried = Object.keys(spaces).slice(4);

const wrapped: Readonly<Record<string, (key: string) => string>> = {
  'in double quotes': (key) => `"${key}"`,
  'in single quotes': (key) => `'${key}'`,
  'in backticks': (key) => `\`${key}\``,
  'in angle brackets': (key) => `<${key}>`,
  'in square brackets': (key) => `[${key}]`,
  'in braces': (key) => `{${key}}`,
  'in parentheses': (key) => `(${key})`,
  'after Bearer again': (key) => `Bearer ${key}`,
  'after its name': (key) => `api_key=${key}`,
  'before a comma and another': (key) => `${key}, ${mockKeys.API_KEY.toLowerCase()}x`,
  'behind another and a comma': (key) => `none,${key}`,
  'before a second word': (key) => `${key} none`,
  'behind a first word': (key) => `none ${key}`,
  'before a semicolon and a parameter': (key) => `${key};version=1`,
  'twice, with a comma': (key) => `${key},${key}`,
};

const encodings: Readonly<Record<string, (key: string) => string>> = {
  'percent-encoded throughout': (key) => key.replace(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`),
  'with its first character percent-encoded': (key) => `%${key.charCodeAt(0).toString(16)}${key.slice(1)}`,
  'with its last character percent-encoded': (key) =>
    `${key.slice(0, -1)}%${key.charCodeAt(key.length - 1).toString(16)}`,
  'in base64': (key) => Buffer.from(key).toString('base64'),
  'in base64url': (key) => Buffer.from(key).toString('base64url'),
  'in base64, with a colon behind it': (key) => Buffer.from(`${key}:`).toString('base64'),
  'in base64, with a colon before it': (key) => Buffer.from(`:${key}`).toString('base64'),
  'in hexadecimal': (key) => Buffer.from(key).toString('hex'),
  'written backwards': (key) => [...key].reverse().join(''),
};

const classes: Readonly<Record<string, RegExp>> = {
  digits: /\d/,
  'lower-case letters': /[a-z]/,
  'upper-case letters': /[A-Z]/,
  letters: /[a-z]/i,
};

const carriers = [
  'x-api-key',
  'api-key',
  'apikey',
  'x-auth-token',
  'x-access-token',
  'x-authorization',
  'proxy-authorization',
  'access-token',
  'token',
  'cookie',
] as const;

const spelt = (table: Readonly<Record<string, (key: string) => string>>) =>
  fc.tuple(fc.constantFrom(...Object.keys(table)), anyScope).map(([how, scope]) => {
    const sample = table[how]?.(key) ?? '';
    return wrongKey(
      `a key ${how}`,
      scope,
      (presented) => presented === sample,
      sample,
      1 / Object.keys(table).length,
    );
  });

const asDefect = (defect: Defect) => defect;

/** White space is asserted in its bytes, so that it is not spelt in UTF-8 once more. */
function spaced(kind: string, side: 'before' | 'behind', scope: Scope): Defect {
  const space = spaces[kind] ?? '';
  const sample = side === 'before' ? space + key : key + space;
  return {
    phrase: `a key with ${kind} ${side} it is served ${scope.noun}`,
    change: taking(scope, (presented) => presented === sample),
    shows: serves(scope.at, { authorization: `Bearer ${sample}` }),
    share: 1 / (side === 'before' ? Object.keys(spaces) : carried).length,
  };
}

const spelling: readonly Family[] = [
  family(
    'white space of a kind before the key is dropped',
    'auth.key.leading-whitespace',
    fc.tuple(fc.constantFrom(...Object.keys(spaces)), anyScope),
    ([kind, scope]) => spaced(kind, 'before', scope),
  ),
  family(
    'white space of a kind behind the key is dropped',
    'auth.key.trailing-no-break-space',
    fc.tuple(fc.constantFrom(...carried), anyScope),
    ([kind, scope]) => spaced(kind, 'behind', scope),
    ['auth.key.trailing-no-break-space', 'auth.key.trailing-whitespace'],
  ),
  family('what stands around the key is dropped', wrong, spelt(wrapped), asDefect),
  family('the key is decoded', wrong, spelt(encodings), asDefect),
  family(
    'characters of a class are not compared',
    'auth.key.wrong',
    fc.tuple(fc.constantFrom(...Object.keys(classes)), anyScope),
    ([name, scope]) => {
      const kind = classes[name] ?? /./;
      const left = (text: string) => [...text].map((each) => (kind.test(each) ? '?' : each)).join('');
      const at = [...key].findIndex((each) => kind.test(each));
      const other = /\d/.test(key.charAt(at)) ? '9' : key.charAt(at) < 'a' ? 'Q' : 'q';
      return wrongKey(
        `a key with other ${name} in their places`,
        scope,
        (presented) => left(presented) === left(key),
        key.slice(0, at) + other + key.slice(at + 1),
        [...key].filter((each) => kind.test(each)).length / key.length,
      );
    },
  ),
  family(
    'the beginning of one key goes with the end of another',
    'auth.key.wrong',
    fc.tuple(fc.integer({ min: 1, max: key.length - 2 }), anyScope),
    ([place, scope]) => {
      const sample = key.slice(0, place) + mockKeys.OTHER_API_KEY.slice(place);
      return wrongKey(
        `a key that ends as another's from place ${place + 1} on`,
        scope,
        (presented) => presented === sample,
        sample,
        1 / (key.length - 2),
      );
    },
  ),
  family(
    'very long keys are served',
    'auth.key.wrong',
    fc.tuple(fc.integer({ min: 64, max: 3500 }), anyScope),
    ([length, scope]) =>
      wrongKey(
        `a key of ${length} characters or more`,
        scope,
        (presented) => presented.length >= length,
        'a'.repeat(length),
        (4000 - length) / 4000,
      ),
  ),
  family(
    'a word is served as a key',
    'auth.key.wrong',
    fc.tuple(
      fc.constantFrom(
        'null',
        'undefined',
        'none',
        'test',
        'demo',
        'admin',
        'guest',
        'YOUR_API_KEY',
        '0',
        'true',
      ),
      anyScope,
    ),
    ([word, scope]) =>
      wrongKey(`the word ${word} for a key`, scope, (presented) => presented === word, word, null),
  ),
];

const anonymous: Request = { authorization: null };
const wrongly: Request = { authorization: 'Bearer NoSuchKey0a1B2c3D4e5F6g7H8i9J0k1L2' };
const before: Request = { authorization: `Bearer ${mockKeys.OLD_API_KEY}` };
const emptily: Request = { authorization: 'Bearer' };

/** Kinds of calls that must not be served, with the clause that says so. */
const gates = {
  'no header': {
    clause: 'auth.header.required',
    code: 'missing_api_key',
    request: anonymous,
    holds: ({ authorization }: Call) => authorization === undefined,
  },
  'a header without a key': {
    clause: 'auth.header.without-key',
    code: 'missing_api_key',
    request: emptily,
    holds: (call: Call, presented?: string) => presented === undefined && call.authorization !== undefined,
  },
  'a wrong key': {
    clause: 'auth.key.wrong',
    code: 'invalid_api_key',
    request: wrongly,
    holds: (_: Call, presented?: string) => presented !== undefined && presented !== mockKeys.OLD_API_KEY,
  },
  'the old key': {
    clause: 'auth.key.inactive',
    code: 'invalid_api_key',
    request: before,
    holds: (_: Call, presented?: string) => presented === mockKeys.OLD_API_KEY,
  },
} as const;

type Gate = keyof typeof gates;
const anyGate = fc.constantFrom(...(Object.keys(gates) as Gate[]));
const gateClauses = Object.values(gates).map(({ clause }) => clause);

/** Sends the same request so often, and says whether any was served. */
async function everServed(times: number, send: () => Promise<Heard>): Promise<boolean> {
  let any = false;
  for (let sent = 0; sent < times; sent++) any = served(await send()) || any;
  return any;
}

const gated: readonly Family[] = [
  family(
    'an operation forgets who may call',
    gateClauses,
    fc.tuple(anyGate, oneOf(operations)),
    ([gate, scope]) => ({
      phrase: `a call with ${gate} is served ${scope.noun}`,
      change: open((call, presented) => scope.holds(call) && gates[gate].holds(call, presented)),
      shows: serves(scope.at, gates[gate].request),
      share: 1,
      clauses: [gates[gate].clause],
    }),
  ),
  family(
    'who asks for another media type is not checked',
    gateClauses,
    fc.tuple(anyGate, fc.constantFrom(...accepts), anyScope),
    ([gate, accept, scope]) => ({
      phrase: `a call with ${gate} is served ${scope.noun} where Accept is ${accept ?? 'absent'}`,
      change: open(
        (call, presented) =>
          scope.holds(call) && call.headers.accept === accept && gates[gate].holds(call, presented),
      ),
      shows: serves(scope.at, {
        ...gates[gate].request,
        ...(accept !== undefined && { headers: { accept } }),
      }),
      share: 1 / accepts.length,
      clauses: [gates[gate].clause],
    }),
  ),
  family(
    'a later request of a connection is not checked',
    gateClauses,
    fc.tuple(anyGate, fc.integer({ min: 2, max: 6 }), fc.boolean()),
    ([gate, nth, onwards]) => ({
      phrase: `a call with ${gate} is served as request ${nth}${onwards ? ' or later' : ''} of its connection`,
      change: ({ service }) => {
        const answers = new WeakMap<object, number>();
        const answered = ({ socket }: Call) => answers.get(socket) ?? 0;
        return {
          auth: {
            required: (call, presented) =>
              !gates[gate].holds(call, presented) ||
              !(onwards ? answered(call) + 1 >= nth : answered(call) + 1 === nth),
          },
          service: {
            finish(answer, call) {
              answers.set(call.socket, answered(call) + 1);
              return service.finish(answer, call);
            },
          },
        };
      },
      shows: (ask) => everServed(nth, () => reach(ask, 'models', gates[gate].request)),
      share: null,
      clauses: [gates[gate].clause],
    }),
  ),
  family(
    'a connection is trusted after what it carried',
    gateClauses,
    fc.tuple(anyGate, fc.constantFrom('a call that was served' as const, 'a call that failed' as const)),
    ([gate, after]) => ({
      phrase: `a call with ${gate} is served on a connection that carried ${after}`,
      change: ({ service }) => {
        const trusted = new WeakSet<object>();
        return {
          auth: {
            required: (call, presented) => !(gates[gate].holds(call, presented) && trusted.has(call.socket)),
          },
          service: {
            finish(answer, call) {
              if ((call.refusal === undefined) === (after === 'a call that was served'))
                trusted.add(call.socket);
              return service.finish(answer, call);
            },
          },
        };
      },
      async shows(ask) {
        await ask({ path: after === 'a call that was served' ? '/v1/models' : '/v1/jobs/none' });
        return served(await reach(ask, 'models', gates[gate].request));
      },
      share: null,
      clauses: [gates[gate].clause],
    }),
  ),
  family(
    'every so many calls one is not checked',
    gateClauses,
    fc.tuple(anyGate, fc.integer({ min: 2, max: 10 })),
    ([gate, nth]) => ({
      phrase: `every ${nth}th call with ${gate} is served`,
      change: () => {
        const chosen = counter(nth);
        return { auth: { required: (call, presented) => !(gates[gate].holds(call, presented) && chosen()) } };
      },
      shows: (ask) => everServed(nth, () => reach(ask, 'models', gates[gate].request)),
      share: 1 / nth,
      clauses: [gates[gate].clause],
    }),
  ),
  family(
    'the old key is good again later',
    'auth.key.inactive',
    fc.tuple(fc.integer({ min: 2, max: 40 }), anyScope),
    ([calls, scope]) => ({
      phrase: `the old key is served ${scope.noun} from call ${calls} of the service on`,
      change: open(
        (call, presented) =>
          call.number >= calls && scope.holds(call) && gates['the old key'].holds(call, presented),
      ),
      async shows(ask) {
        for (let sent = 1; sent < calls; sent++) await ask({ path: '/v1/models' });
        return served(await reach(ask, scope.at, before));
      },
      share: null,
    }),
  ),
  family(
    'another header carries the key',
    'auth.header.required',
    fc.tuple(fc.constantFrom(...carriers), anyScope),
    ([carrier, scope]) => ({
      phrase: `the key in the header ${carrier} is served ${scope.noun}, without Authorization`,
      change: open(
        (call, presented) =>
          presented === undefined && scope.holds(call) && (call.headers[carrier] ?? '').includes(key),
      ),
      shows: serves(scope.at, {
        authorization: null,
        headers: { [carrier]: carrier === 'cookie' ? `api_key=${key}` : key },
      }),
      share: 1 / carriers.length,
    }),
  ),
];

const codes: readonly ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'not_found',
  'invalid_request',
  'no_backend_account',
];

/** What a call that must be refused is answered instead. */
const misnamed: Readonly<Record<string, Alter>> = {
  'with the status 403': (answer) => ({ ...answer, status: 403 }),
  'with the status 400': (answer) => ({ ...answer, status: 400 }),
  'with an internal error': asCrash,
  'by a gateway': asHtml('401 Unauthorized', 401),
  'with the code unauthorized': asUnlisted('unauthorized', 401),
  ...Object.fromEntries(codes.map((code) => [`with ${code}`, asCode(code)])),
};

/** Whether the answer is not the one that the contract asks for. */
const unlike = (code: string, status: number, heard: Heard) =>
  heard.status !== status || heard.error.code !== code;

const answered: readonly Family[] = [
  family(
    'an operation refuses callers in its own way',
    gateClauses,
    fc
      .tuple(
        fc.constantFrom('no header' as const, 'a wrong key' as const, 'the old key' as const),
        fc.constantFrom(...Object.keys(misnamed)),
        oneOf(operations),
      )
      .filter(([gate, how]) => how !== `with ${gates[gate].code}`),
    ([gate, how, scope]) => ({
      phrase: `a call with ${gate} is refused ${how} ${scope.noun}`,
      change: refused(
        gates[gate].code,
        misnamed[how] ?? asCrash,
        where((call) => scope.holds(call) && gates[gate].holds(call, presentedIn(call))),
      ),
      shows: async (ask) => unlike(gates[gate].code, 401, await reach(ask, scope.at, gates[gate].request)),
      share: 1,
      clauses: [gates[gate].clause],
    }),
  ),
  family(
    'wrong keys crash the server',
    wrong,
    fc.tuple(fc.constantFrom(...'.,:;/+=-_~!#$%&*?@|^"\'<>[]{}()`\\'), anyScope),
    ([sign, scope]) => ({
      phrase: `a key with ${sign} in it crashes the server ${scope.noun}`,
      change: refused(
        'invalid_api_key',
        asCrash,
        where((call) => scope.holds(call) && (presentedIn(call) ?? '').includes(sign)),
      ),
      shows: async (ask) =>
        unlike('invalid_api_key', 401, await reach(ask, scope.at, { authorization: `Bearer ${key}${sign}` })),
      share: null,
    }),
  ),
  family(
    'long keys crash the server',
    wrong,
    fc.tuple(fc.integer({ min: 50, max: 3500 }), anyScope),
    ([length, scope]) => ({
      phrase: `a key of ${length} characters or more crashes the server ${scope.noun}`,
      change: refused(
        'invalid_api_key',
        asCrash,
        where((call) => scope.holds(call) && (presentedIn(call) ?? '').length >= length),
      ),
      shows: async (ask) =>
        unlike(
          'invalid_api_key',
          401,
          await reach(ask, scope.at, { authorization: `Bearer ${'a'.repeat(length)}` }),
        ),
      share: (4000 - length) / 4000,
    }),
  ),
  family(
    'the valid key is refused',
    'auth.key.valid',
    // What the valid key gets where no JSON is accepted is not shown.
    fc.tuple(
      fc.constantFrom(...accepts.filter((each) => each !== 'text/html')),
      oneOf(['models', 'credits']),
    ),
    ([accept, scope]) => ({
      phrase: `the valid key is refused ${scope.noun} where Accept is ${accept ?? 'absent'}`,
      change: when((call) => scope.holds(call) && call.headers.accept === accept, {
        auth: { matches: () => false },
      }),
      shows: async (ask) =>
        !served(await reach(ask, scope.at, accept === undefined ? {} : { headers: { accept } })),
      share: 1 / (accepts.length - 1),
    }),
  ),
];

const presentedIn = ({ authorization = '' }: Call) => /^bearer (.+)$/i.exec(authorization)?.[1];

const unlinked = `Bearer ${mockKeys.NO_BACKEND_API_KEY}`;

const backend: readonly Family[] = [
  family('409 is forgotten', 'auth.backend.missing', anyUse, (use) => ({
    phrase: `an account that is not connected is served ${use.noun}`,
    change: when(use.holds, { auth: { connected: () => true } }),
    shows: serves(use.at, { authorization: unlinked, ...(use.body !== undefined && { body: use.body }) }),
    share: use.share,
  })),
  family(
    'an operation tells a missing connection in its own way',
    'auth.backend.missing',
    fc.tuple(
      fc.constantFrom(...Object.keys(misnamed).filter((how) => how !== 'with no_backend_account')),
      oneOf(uses),
    ),
    ([how, scope]) => ({
      phrase: `an account that is not connected is refused ${how} ${scope.noun}`,
      change: refused('no_backend_account', misnamed[how] ?? asCrash, where(scope.holds)),
      shows: async (ask) =>
        unlike('no_backend_account', 409, await reach(ask, scope.at, { authorization: unlinked })),
      share: 1,
    }),
  ),
];

export const authFamilies: readonly Family[] = [...near, ...spelling, ...gated, ...answered, ...backend];
