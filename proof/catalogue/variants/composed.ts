import { randomUUID } from 'node:crypto';
import { whenAccepted, whenRejected, withBody, withHeaders } from '../../../mock/answers';
import { authenticate, requireBackend } from '../../../mock/auth';
import { type Change, overrideChapter } from '../../../mock/behaviour';
import { type Check, operations } from '../../../mock/call';
import { requireCredits } from '../../../mock/credits';
import { accepting, rejecting } from '../../../mock/defects/text';
import { isObject } from '../../../mock/json';
import { admit, requireDay } from '../../../mock/limits';
import { chooseModel } from '../../../mock/models';
import { readBody, requireInput } from '../../../mock/text';
import { processByAi } from '../../../mock/upstream';
import { checkConnections, readBlocks } from '../../../mock/workflows';
import { creditsOf } from '../../../src/settings/target-file/target';
import { account, checking } from './order';
import { chargedWhenDone, noise } from './pace';
import { graphLinks, templateReferences } from './references';
import { bare, deepList, enveloped, longNumber, textAsJob } from './shapes';
import type { Variant } from './variant';
import {
  chunked,
  closing,
  compressed,
  errorReversed,
  korean,
  prefixed,
  trailingWhitespaceSeen,
} from './wire';
import { anotherWord } from './words';

/** A dimension: traits of which a server has one. */
type Dimension = readonly Variant[];

const asIs: Variant = { phrase: '', change: {} };

const traitsIn = (changes: Readonly<Record<string, Change>>): Variant[] =>
  Object.entries(changes).map(([phrase, change]) => ({ phrase, change }));

/** Several traits at once. */
const together = (traits: readonly Variant[]): Variant => ({
  phrase: traits.map(({ phrase }) => phrase).join(', '),
  change: traits.map(({ change }) => change),
});

const body = [readBody, requireInput];
const chain = [readBlocks, checkConnections];

/** Orders of the checks, and how many of those of the account also apply to reads. */
const orders: Dimension = Object.entries<[onReads: number, checks: readonly Check[]]>({
  'of the key, of the account, of the body': [
    0,
    [authenticate, ...account, ...body, ...chain, chooseModel, requireCredits],
  ],
  'of the body, of the key, of the account': [
    3,
    [...body, chooseModel, ...chain, authenticate, ...account, requireCredits],
  ],
  'of the body in part, of the key': [
    1,
    [readBody, readBlocks, authenticate, chooseModel, ...chain, ...account],
  ],
  'of the key, of limits, of the body, of the account': [
    2,
    [authenticate, admit, requireDay, ...body, ...chain, requireBackend, chooseModel, requireCredits],
  ],
  'of the account last': [
    0,
    [authenticate, ...body, chooseModel, ...chain, requireCredits, ...account.toReversed()],
  ],
}).map(([phrase, [onReads, order]]) => {
  const rank = (check: Check) => order.indexOf(check) + 1 || order.length + 1;
  const sorted = (checks: readonly Check[]) => checks.toSorted((one, other) => rank(one) - rank(other));
  return {
    phrase: `checks in the order ${phrase}, ${onReads} of the account's on reads`,
    change: checking(
      (own) => sorted([authenticate, ...account.slice(0, onReads), ...own]),
      (own) => [...sorted([authenticate, ...account, ...own, requireCredits]), processByAi],
    ),
  };
});

const hex = (length: number) => randomUUID().replaceAll('-', '').slice(0, length);
const forms: Readonly<Record<string, (count: number) => string>> = {
  UUIDs: () => randomUUID(),
  'UUIDs in upper case': () => randomUUID().toUpperCase(),
  '24 hexadecimal digits': () => hex(24),
  'numbers from a million on': (count) => String(1_000_000 + count),
  'words with hyphens': (count) => `work-${hex(6)}-${count}`,
  'letters of both cases': () => Buffer.from(hex(18), 'hex').toString('base64url').replaceAll(/[-_]/g, 'x'),
  'a prefix with a dot': () => `w.${hex(16)}`,
  '64 characters': () => hex(32) + hex(32),
};

const ids: Dimension = Object.entries(forms).flatMap(([form, make]) =>
  [true, false].map((both) => ({
    phrase: `ids are ${form}${both ? ', for runs too' : ''}`,
    change: () => {
      let count = 0;
      const newId = () => make(++count);
      return { jobs: { newId }, ...(both && { runs: { newId } }) };
    },
  })),
);

const statuses: Dimension = [
  [200, 202, 202],
  [201, 201, 201],
  [200, 200, 200],
  [201, 202, 200],
  [200, 201, 202],
].map(([text, submit, workflow]) => ({
  phrase: `${text}, ${submit} and ${workflow} for text, jobs and workflows`,
  change: overrideChapter('service', (service) => ({
    success: { ...service.success, ...(text && submit && workflow && { text, submit, workflow }) },
  })),
}));

const words: Dimension = [
  anotherWord,
  ...['q7', 'mz-Tc', 'eP_3', '0d.L2', 'ilkLpCL42', '0q.TR1P3F0gK1'].map((word) => ({
    phrase: `the service is called ${word}`,
    change: { service: { word } },
  })),
];

const paces: Dimension = [
  [0, 9],
  [1, 295],
  [2, 48],
  [4, 160],
  [6, 252],
  [8, 0],
].map(([delay = 0, work = 0]) => ({
  phrase: `answers after ${delay} ms, work done after ${work} ms`,
  change: { service: { delay: () => delay }, jobs: { milliseconds: work }, runs: { milliseconds: work } },
  // Some variants charge when the work is done, and settlesWithin must cover that.
  target: (given) => ({ ...given, credits: { ...creditsOf(given), settlesWithin: work / 1000 + 0.3 } }),
}));

const headers: Dimension = [
  {},
  { 'x-request-id': 'req-81f2', 'www-authenticate': 'Bearer' },
  { 'retry-after': '1', 'x-ratelimit-remaining': '3' },
  { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
].map((sent) => ({
  phrase: `errors with ${Object.keys(sent).length} more headers`,
  change: whenRejected('all', withHeaders(sent)),
}));

const members: Dimension = [
  asIs,
  ...traitsIn({
    'accepted responses with one more member': whenAccepted(
      operations,
      withBody((body) => (isObject(body) ? { ...body, request: 'req-81f2' } : body)),
    ),
    'the members of an error in another order': errorReversed,
  }),
];

const wordings: Dimension = [
  asIs,
  ...traitsIn({
    'messages of one word': {
      errors: { message: ({ code, about }) => (code === 'invalid_workflow' ? about : 'No.') },
    },
    'faulty connections as arrows': {
      workflows: { describe: ({ reader, input, block, field }) => `${block}.${field} -> ${reader}.${input}` },
    },
    'faulty connections by the reading block': {
      workflows: { describe: ({ reader, input }) => `block ${reader}: bad value for ${input}` },
    },
  }),
];

/** Input that the contract allows a server to accept or to reject. */
const lenient = traitsIn({
  'the bare key is rejected': overrideChapter('auth', (auth) => ({
    key: (header) =>
      header !== undefined && !/^bearer(?: |$)/i.test(header) ? `?${header}` : auth.key(header),
  })),
  'the scheme in lower case is rejected': overrideChapter('auth', (auth) => ({
    key: (header) => (header?.startsWith('bearer ') ? `?${header}` : auth.key(header)),
  })),
  'both inputs at once are rejected': rejecting(
    ({ prompt, messages }) => prompt !== undefined && messages !== undefined,
  ),
  'unknown fields are rejected': rejecting((fields) =>
    Object.keys(fields).some((name) => !['model', 'prompt', 'messages'].includes(name)),
  ),
  'an empty prompt is accepted': accepting(({ prompt }) => prompt === ''),
  'an id in another case is found': {
    jobs: {
      find: (id, all) => [...all.values()].find((job) => job.id.toLowerCase() === id.toLowerCase()),
    },
  },
  'a request without a model is rejected': { models: { byDefault: () => undefined } },
});
const leniencies: Dimension = [
  asIs,
  ...lenient,
  ...[0, 1].map((odd) => together(lenient.filter((_, at) => at % 2 === odd))),
  together(lenient),
];

/** One trait of each dimension. The order comes first: other traits alter its checks. */
const dimensions: readonly Dimension[] = [
  orders,
  statuses,
  [asIs, bare, enveloped, deepList, longNumber],
  ids,
  words,
  [asIs, textAsJob],
  [asIs, templateReferences, graphLinks],
  leniencies,
  wordings,
  members,
  headers,
  [asIs, chargedWhenDone],
  paces,
  [asIs, asIs, noise(15), asIs, noise(46)],
  [asIs, chunked, compressed, closing, korean],
  [asIs, trailingWhitespaceSeen],
  [asIs, prefixed],
];

const COMPOSED = 40;

/** Servers with a trait of each dimension. Each dimension repeats its traits at a pace of its own. */
export const composed: readonly Variant[] = Array.from({ length: COMPOSED }, (_, index) => {
  const traits = dimensions
    .flatMap((dimension, at) => dimension[(index + Math.floor(index / (at + 2))) % dimension.length] ?? [])
    .filter(({ phrase }) => phrase !== '');
  const mayBeUntested = traits.flatMap((trait) => trait.mayBeUntested?.source ?? []).join('|');
  return {
    phrase: traits.map(({ phrase }) => phrase).join('; '),
    change: traits.map(({ change }) => change),
    target: (given) => traits.reduce((described, { target }) => target?.(described) ?? described, given),
    ...(mayBeUntested && { mayBeUntested: new RegExp(mayBeUntested) }),
  };
});
