import fc from 'fast-check';
import { mockKeys } from '../../../../mock/accounts';
import { type Alter, asCrash, asHtml, counter, whenRejected } from '../../../../mock/answers';
import type { Change } from '../../../../mock/behaviour';
import { type Call, operations } from '../../../../mock/call';
import type { ErrorCode } from '../../../../mock/codes';
import { open, trusting } from '../../../../mock/defects/auth';
import { plainReads } from '../../../../mock/service';
import { type Ask, ever, otherThan, type Request, reach, wasAccepted } from '../ask';
import { type Defect, type DefectFamily, familiesOf, family, rowOf } from '../family';
import { nearTexts } from '../near';
import {
  accepts,
  anyAccept,
  anyScope,
  anyUse,
  byPlace,
  oneOf,
  rejections,
  type Scope,
  uses,
  when,
} from '../scope';

const key = mockKeys.API_KEY;
const issued: readonly string[] = Object.values(mockKeys);
const bytes = (text: string) => Buffer.from(text).toString('latin1');

/** Accepts wrong keys for the account under test if `agrees` is true. */
function taking({ holds }: Scope, agrees: (presented: string) => boolean): Change {
  return when(holds, {
    auth: {
      matches: (presented, real) =>
        presented === real || (real === key && !issued.includes(presented) && agrees(presented)),
    },
  });
}

const isAcceptedAt = (at: Scope['at'], request: Request) => async (ask: Ask) =>
  wasAccepted(await reach(ask, at, request));

/** A defect that accepts wrong keys if `agrees` is true. */
const wrongKey = (
  what: string,
  scope: Scope,
  agrees: (presented: string) => boolean,
  sample: string,
  share: number | null,
): Defect => ({
  phrase: `${what} is served ${scope.noun}`,
  change: taking(scope, agrees),
  shows: isAcceptedAt(scope.at, { authorization: `Bearer ${bytes(sample)}` }),
  share,
});

/** A defect that accepts one wrong key. */
const taken = (what: string, scope: Scope, sample: string, share: number | null) =>
  wrongKey(what, scope, (presented) => presented === sample, sample, share);

const wrong = ['auth.key.wrong', 'auth.key.incomplete'];

const near = nearTexts(key.length).flatMap(([about, members]) =>
  familiesOf('auth', {
    [`of keys, ${about}`]: family(wrong, fc.tuple(members, anyScope), ([member, scope]) => {
      const { what, agrees, sample, share } = member;
      return wrongKey(`a key ${what}`, scope, (presented) => agrees(presented, key), sample(key), share);
    }),
  }),
);

/** Whitespace in a header beyond the one space that HTTP requires: first as its own bytes, then as UTF-8. */
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
const carried = Object.fromEntries(Object.entries(spaces).slice(4));

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

const words = ['null', 'undefined', 'none', 'test', 'demo', 'admin', 'guest', 'YOUR_API_KEY', '0', 'true'];

const classes: Readonly<Record<string, RegExp>> = {
  digits: /\d/,
  'lower-case letters': /[a-z]/,
  'upper-case letters': /[A-Z]/,
  letters: /[a-z]/i,
};

const carriers = (
  'x-api-key api-key apikey x-auth-token x-access-token x-authorization proxy-authorization ' +
  'access-token token cookie'
).split(' ');

const spelling = (table: Readonly<Record<string, (key: string) => string>>) =>
  family(wrong, fc.tuple(rowOf(table), anyScope), ([[how, spell], scope]) =>
    taken(`a key ${how}`, scope, spell(key), 1 / Object.keys(table).length),
  );

/** The sample is already in bytes, so it must not be encoded as UTF-8 again. */
const spaced = (kind: string, side: string, sample: string, scope: Scope, share: number): Defect => ({
  phrase: `a key with ${kind} ${side} it is served ${scope.noun}`,
  change: taking(scope, (presented) => presented === sample),
  shows: isAcceptedAt(scope.at, { authorization: `Bearer ${sample}` }),
  share,
});

const spelt = familiesOf('auth', {
  'white space of a kind before the key is dropped': family(
    'auth.key.leading-whitespace',
    fc.tuple(rowOf(spaces), anyScope),
    ([[kind, space], scope]) => spaced(kind, 'before', space + key, scope, 1 / Object.keys(spaces).length),
  ),
  'white space of a kind behind the key is dropped': family(
    'auth.key.trailing-no-break-space',
    fc.tuple(rowOf(carried), anyScope),
    ([[kind, space], scope]) => spaced(kind, 'behind', key + space, scope, 1 / Object.keys(carried).length),
    ['auth.key.trailing-no-break-space', 'auth.key.trailing-whitespace'],
  ),
  'what stands around the key is dropped': spelling(wrapped),
  'the key is decoded': spelling(encodings),
  'characters of a class are not compared': family(
    'auth.key.wrong',
    fc.tuple(rowOf(classes), anyScope),
    ([[name, kind], scope]) => {
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
  'the beginning of one key goes with the end of another': family(
    'auth.key.wrong',
    fc.tuple(fc.integer({ min: 1, max: key.length - 2 }), anyScope),
    ([place, scope]) => {
      const sample = key.slice(0, place) + mockKeys.OTHER_API_KEY.slice(place);
      return taken(
        `a key that ends as another's from place ${place + 1} on`,
        scope,
        sample,
        1 / (key.length - 2),
      );
    },
  ),
  'very long keys are served': family(
    'auth.key.wrong',
    fc.tuple(fc.integer({ min: 64, max: 3500 }), anyScope),
    ([length, scope]) => {
      const long = (presented: string) => presented.length >= length;
      const share = (4000 - length) / 4000;
      return wrongKey(`a key of ${length} characters or more`, scope, long, 'a'.repeat(length), share);
    },
    // The long keys that checks send begin with the real key.
    ['auth.key.wrong', 'auth.key.incomplete'],
  ),
  'a word is served as a key': family(
    'auth.key.wrong',
    fc.tuple(fc.constantFrom(...words), anyScope),
    ([word, scope]) => taken(`the word ${word} for a key`, scope, word, null),
  ),
});

/** A kind of call that must be rejected. */
interface Gate {
  /** The clause that requires the rejection. */
  clause: string;
  code: ErrorCode;
  request: Request;
  holds: (call: Call, presented: string | undefined) => boolean;
}

const gates: Readonly<Record<string, Gate>> = {
  'no header': {
    clause: 'auth.header.required',
    code: 'missing_api_key',
    request: { authorization: null },
    holds: ({ authorization }) => authorization === undefined,
  },
  'a header without a key': {
    clause: 'auth.header.without-key',
    code: 'missing_api_key',
    request: { authorization: 'Bearer' },
    holds: ({ authorization }, presented) => presented === undefined && authorization !== undefined,
  },
  'a wrong key': {
    clause: 'auth.key.wrong',
    code: 'invalid_api_key',
    request: { authorization: 'Bearer NoSuchKey0a1B2c3D4e5F6g7H8i9J0k1L2' },
    holds: (_, presented) => presented !== undefined && presented !== mockKeys.OLD_API_KEY,
  },
  'the old key': {
    clause: 'auth.key.inactive',
    code: 'invalid_api_key',
    request: { authorization: `Bearer ${mockKeys.OLD_API_KEY}` },
    holds: (_, presented) => presented === mockKeys.OLD_API_KEY,
  },
};
const gateClauses = Object.values(gates).map(({ clause }) => clause);

/** A family of defects in which one of the gates lets calls pass, depending on a parameter. */
const gate = <Parameter>(
  parameters: fc.Arbitrary<Parameter>,
  make: (gate: Gate, parameter: Parameter, what: string) => Defect,
) =>
  family(gateClauses, fc.tuple(rowOf(gates), parameters), ([[what, gate], parameter]) => ({
    ...make(gate, parameter, what),
    clauses: [gate.clause],
  }));

const gated = familiesOf('auth', {
  'an operation forgets who may call': gate(oneOf(operations), ({ holds, request }, scope, what) => ({
    phrase: `a call with ${what} is served ${scope.noun}`,
    change: open((call, presented) => scope.holds(call) && holds(call, presented)),
    shows: isAcceptedAt(scope.at, request),
  })),
  'who asks for another media type is not checked': gate(
    fc.tuple(anyAccept, anyScope),
    ({ holds, request }, [accept, scope], what) => ({
      phrase: `a call with ${what} is served ${scope.noun} ${accept.noun}`,
      change: open((call, presented) => scope.holds(call) && accept.holds(call) && holds(call, presented)),
      shows: isAcceptedAt(scope.at, { ...request, ...accept.sent }),
      share: 1 / accepts.length,
    }),
  ),
  'a later request of a connection is not checked': gate(
    fc.tuple(fc.integer({ min: 2, max: 6 }), fc.boolean()),
    ({ holds, request }, [nth, onwards], what) => ({
      phrase: `a call with ${what} is served as request ${nth}${onwards ? ' or later' : ''} of its connection`,
      change: byPlace((place) =>
        open(
          (call, presented) => holds(call, presented) && (onwards ? place(call) >= nth : place(call) === nth),
        ),
      ),
      shows: (ask) => ever(nth, () => reach(ask, 'models', request), wasAccepted),
      share: null,
    }),
  ),
  'a connection is trusted after what it carried': gate(
    fc.constantFrom('a call that was served' as const, 'a call that failed' as const),
    ({ holds, request }, after, what) => ({
      phrase: `a call with ${what} is served on a connection that carried ${after}`,
      change: trusting(
        holds,
        ({ rejection }) => (rejection === undefined) === (after === 'a call that was served'),
      ),
      async shows(ask) {
        await ask({ path: after === 'a call that was served' ? '/v1/models' : '/v1/jobs/none' });
        return wasAccepted(await reach(ask, 'models', request));
      },
      share: null,
    }),
  ),
  'every so many calls one is not checked': gate(
    fc.integer({ min: 2, max: 10 }),
    ({ holds, request }, nth, what) => ({
      phrase: `every ${nth}th call with ${what} is served`,
      change: () => {
        const chosen = counter(nth);
        return open((call, presented) => holds(call, presented) && chosen());
      },
      shows: (ask) => ever(nth, () => reach(ask, 'models', request), wasAccepted),
      share: 1 / nth,
    }),
  ),
  'the old key is good again later': family(
    'auth.key.inactive',
    fc.tuple(fc.integer({ min: 2, max: 40 }), anyScope),
    ([calls, scope]) => ({
      phrase: `the old key is served ${scope.noun} from call ${calls} of the service on`,
      change: open(
        (call, presented) => call.number >= calls && scope.holds(call) && presented === mockKeys.OLD_API_KEY,
      ),
      async shows(ask) {
        for (let sent = 1; sent < calls; sent++) await ask({ path: '/v1/models' });
        return wasAccepted(await reach(ask, scope.at, { authorization: `Bearer ${mockKeys.OLD_API_KEY}` }));
      },
      share: null,
    }),
  ),
  'another header carries the key': family(
    'auth.header.required',
    fc.tuple(fc.constantFrom(...carriers), anyScope),
    ([carrier, scope]) => ({
      phrase: `the key in the header ${carrier} is served ${scope.noun}, without Authorization`,
      change: open(
        (call, presented) =>
          presented === undefined && scope.holds(call) && (call.headers[carrier] ?? '').includes(key),
      ),
      shows: isAcceptedAt(scope.at, {
        authorization: null,
        headers: { [carrier]: carrier === 'cookie' ? `api_key=${key}` : key },
      }),
      share: 1 / carriers.length,
    }),
  ),
});

/** Wrong responses to a call that must be rejected. */
const misnamed: Readonly<Record<string, Alter>> = {
  ...rejections('403 400 crash'),
  'by a gateway': asHtml('401 Unauthorized', 401),
  ...rejections(
    '401:unauthorized missing_api_key invalid_api_key not_found invalid_request no_backend_account',
  ),
};

const rejectedKey = otherThan(401, 'invalid_api_key');
const presentedIn = ({ authorization = '' }: Call) => /^bearer (.+)$/i.exec(authorization)?.[1];

/** A defect in which certain keys crash the server. */
const crashing = (
  what: string,
  scope: Scope,
  holds: (presented: string) => boolean,
  sample: string,
  share: number | null,
): Defect => ({
  phrase: `a key ${what} crashes the server ${scope.noun}`,
  change: whenRejected(
    'invalid_api_key',
    asCrash,
    (call) => scope.holds(call) && holds(presentedIn(call) ?? ''),
  ),
  shows: async (ask) => rejectedKey(await reach(ask, scope.at, { authorization: `Bearer ${sample}` })),
  share,
});

/** Returns a table without one of its rows. */
const without = <Value>(table: Readonly<Record<string, Value>>, name: string) =>
  Object.fromEntries(Object.entries(table).filter(([each]) => each !== name));

const answered = familiesOf('auth', {
  'an operation refuses callers in its own way': family(
    gateClauses,
    fc
      .tuple(rowOf(without(gates, 'a header without a key')), rowOf(misnamed), oneOf(operations))
      .filter(([[, { code }], [how]]) => how !== `with ${code}`),
    ([[what, { code, request, holds, clause }], [how, alter], scope]) => ({
      phrase: `a call with ${what} is refused ${how} ${scope.noun}`,
      change: whenRejected(code, alter, (call) => scope.holds(call) && holds(call, presentedIn(call))),
      shows: async (ask) => otherThan(401, code)(await reach(ask, scope.at, request)),
      clauses: [clause],
    }),
  ),
  'wrong keys crash the server': family(
    wrong,
    fc.tuple(fc.constantFrom(...'.,:;/+=-_~!#$%&*?@|^"\'<>[]{}()`\\'), anyScope),
    ([sign, scope]) =>
      crashing(`with ${sign} in it`, scope, (presented) => presented.includes(sign), key + sign, null),
  ),
  'long keys crash the server': family(
    wrong,
    fc.tuple(fc.integer({ min: 50, max: 3500 }), anyScope),
    ([length, scope]) => {
      const long = (presented: string) => presented.length >= length;
      const share = (4000 - length) / 4000;
      return crashing(`of ${length} characters or more`, scope, long, 'a'.repeat(length), share);
    },
  ),
  'the valid key is refused': family(
    'auth.key.valid',
    // The contract does not show the response to a valid key if the client does not accept JSON.
    fc.tuple(fc.constantFrom(...accepts.filter(({ accept }) => accept !== 'text/html')), oneOf(plainReads)),
    ([accept, scope]) => ({
      phrase: `the valid key is refused ${scope.noun} ${accept.noun}`,
      change: when((call) => scope.holds(call) && accept.holds(call), { auth: { matches: () => false } }),
      shows: async (ask) => !wasAccepted(await reach(ask, scope.at, accept.sent)),
      share: 1 / (accepts.length - 1),
    }),
  ),
});

const authorization = `Bearer ${mockKeys.NO_BACKEND_API_KEY}`;

const backend = familiesOf('auth', {
  '409 is forgotten': family('auth.backend.missing', anyUse, (use) => ({
    phrase: `an account that is not connected is served ${use.noun}`,
    change: when(use.holds, { auth: { connected: () => true } }),
    shows: isAcceptedAt(use.at, { authorization, ...use.sent }),
    share: use.share,
  })),
  'an operation tells a missing connection in its own way': family(
    'auth.backend.missing',
    fc.tuple(rowOf(without(misnamed, 'with no_backend_account')), oneOf(uses)),
    ([[how, alter], scope]) => ({
      phrase: `an account that is not connected is refused ${how} ${scope.noun}`,
      change: whenRejected('no_backend_account', alter, scope.holds),
      shows: async (ask) =>
        otherThan(409, 'no_backend_account')(await reach(ask, scope.at, { authorization })),
    }),
  ),
});

export const authFamilies: readonly DefectFamily[] = [...near, ...spelt, ...gated, ...answered, ...backend];
