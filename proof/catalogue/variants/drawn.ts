import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { whenAccepted, whenRejected, withBody, withHeaders } from '../../../mock/answers';
import { authenticate } from '../../../mock/auth';
import { type Change, overrideChapter } from '../../../mock/behaviour';
import { type Check, operations } from '../../../mock/call';
import { requireCredits } from '../../../mock/credits';
import { accepting, rejecting } from '../../../mock/defects/text';
import { isObject } from '../../../mock/json';
import { chooseModel } from '../../../mock/models';
import { readBody } from '../../../mock/text';
import { processByAi } from '../../../mock/upstream';
import { checkConnections, readBlocks } from '../../../mock/workflows';
import { creditsOf } from '../../../src/drive/target-file/target';
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

const asIs: Variant = { phrase: '', change: {} };

/** One of these traits or none, with equal probability. */
const perhaps = (traits: readonly Variant[]): fc.Arbitrary<Variant> =>
  fc.oneof(fc.constant(asIs), fc.constantFrom(...traits));

const shape = perhaps([bare, enveloped, deepList, longNumber]);
const references = perhaps([templateReferences, graphLinks]);
const wire = perhaps([chunked, compressed, closing, korean]);
const submission = perhaps([textAsJob]);
const address = perhaps([prefixed]);
const whitespace = perhaps([trailingWhitespaceSeen]);
const charges = perhaps([chargedWhenDone]);

/** Orders the checks by rank, but each after the checks that it needs. */
function ordered(
  checks: readonly Check[],
  needs: readonly [Check, Check][],
  ranks: readonly number[],
): Check[] {
  const left = checks.map((check, at) => ({ check, rank: ranks[at] ?? 0 }));
  const done: Check[] = [];
  while (left.length > 0) {
    const free = left.filter(({ check }) =>
      needs.every(([first, later]) => later !== check || done.includes(first) || !checks.includes(first)),
    );
    const next = free.reduce((one, two) => (two.rank < one.rank ? two : one));
    done.push(next.check);
    left.splice(left.indexOf(next), 1);
  }
  return done;
}

/** Pairs of a check and one that needs it. Checks of an account need the key, and those of fields the body. */
const needsOf = (own: readonly Check[]): [Check, Check][] => {
  const first = own.includes(readBody) ? readBody : authenticate;
  return [
    ...[...account, requireCredits].map((check): [Check, Check] => [authenticate, check]),
    ...own.flatMap((check): [Check, Check][] => (check === first ? [] : [[first, check]])),
    [readBlocks, checkConnections],
    [readBlocks, requireCredits],
    [chooseModel, requireCredits],
  ];
};

/** The checks in any order. Some checks of the account may also apply to reads. */
const order: fc.Arbitrary<Variant> = fc
  .tuple(fc.subarray(account), fc.array(fc.nat(1_000_000), { minLength: 9, maxLength: 9 }))
  .map(([onReads, ranks]) => ({
    phrase: `checks in the order ${ranks.map((rank) => rank % 100).join('-')}, ${onReads.length} of the account's on reads`,
    change: checking(
      (own) => ordered([authenticate, ...onReads, ...own], needsOf(own), ranks),
      (own) => [
        ...ordered([authenticate, ...account, ...own, requireCredits], needsOf(own), ranks),
        processByAi,
      ],
    ),
  }));

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

const ids: fc.Arbitrary<Variant> = fc
  .tuple(fc.constantFrom(...Object.keys(forms)), fc.boolean())
  .map(([form, too]) => ({
    phrase: `ids are ${form}${too ? ', for runs too' : ''}`,
    change: () => {
      let count = 0;
      const newId = () => forms[form]?.(++count) ?? '';
      return { jobs: { newId }, ...(too && { runs: { newId } }) };
    },
  }));

const statuses: fc.Arbitrary<Variant> = fc
  .tuple(fc.constantFrom(200, 201), fc.constantFrom(200, 201, 202), fc.constantFrom(200, 201, 202))
  .map(([text, submit, workflow]) => ({
    phrase: `${text}, ${submit} and ${workflow} for text, jobs and workflows`,
    change: overrideChapter('service', (service) => ({
      success: { ...service.success, text, submit, workflow },
    })),
  }));

const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
const word: fc.Arbitrary<Variant> = fc.oneof(
  fc.constant(anotherWord),
  fc
    .tuple(fc.array(letters, { minLength: 2, maxLength: 12 }), fc.constantFrom('', '-', '_', '.'))
    .map(([given, sign]) => {
      const word = `${given.slice(0, 2).join('')}${sign}${given.slice(2).join('')}`.replace(/[-_.]$/, '');
      return { phrase: `the service is called ${word}`, change: { service: { word } } };
    }),
);

const pace: fc.Arbitrary<Variant> = fc
  .tuple(fc.nat(8), fc.integer({ min: 0, max: 300 }))
  .map(([delay, work]) => ({
    phrase: `answers after ${delay} ms, work done after ${work} ms`,
    change: {
      service: { delay: () => delay },
      jobs: { milliseconds: work },
      runs: { milliseconds: work },
    },
    // Some variants charge when the work is done, and settlesWithin must cover that.
    target: (given) => ({ ...given, credits: { ...creditsOf(given), settlesWithin: work / 1000 + 0.3 } }),
  }));

const disturbed: fc.Arbitrary<Variant> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(asIs) },
  { weight: 1, arbitrary: fc.integer({ min: 15, max: 60 }).map(noise) },
);

const headers: fc.Arbitrary<Variant> = fc
  .subarray([
    ['x-request-id', 'req-81f2'],
    ['www-authenticate', 'Bearer'],
    ['retry-after', '1'],
    ['cache-control', 'no-store'],
    ['access-control-allow-origin', '*'],
    ['x-ratelimit-remaining', '3'],
  ] as [string, string][])
  .map((sent) => ({
    phrase: `errors with ${sent.length} more headers`,
    change: whenRejected('all', withHeaders(Object.fromEntries(sent))),
  }));

const traitsIn = (changes: Readonly<Record<string, Change>>): Variant[] =>
  Object.entries(changes).map(([phrase, change]) => ({ phrase, change }));

const more: fc.Arbitrary<Variant> = fc.constantFrom(
  asIs,
  ...traitsIn({
    'served answers with a member more': whenAccepted(
      operations,
      withBody((body) => (isObject(body) ? { ...body, request: 'req-81f2' } : body)),
    ),
    'the members of an error in another order': errorReversed,
  }),
);

const wording: fc.Arbitrary<Variant> = fc.constantFrom(
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
);

/** Input that the contract allows a server to accept or to reject. */
const leniency: fc.Arbitrary<Variant> = fc
  .subarray(
    traitsIn({
      'the bare key is refused': overrideChapter('auth', (auth) => ({
        key: (header) =>
          header !== undefined && !/^bearer(?: |$)/i.test(header) ? `?${header}` : auth.key(header),
      })),
      'the scheme in lower case is refused': overrideChapter('auth', (auth) => ({
        key: (header) => (header?.startsWith('bearer ') ? `?${header}` : auth.key(header)),
      })),
      'both inputs at once are rejected': rejecting(
        ({ prompt, messages }) => prompt !== undefined && messages !== undefined,
      ),
      'unknown fields are rejected': rejecting((fields) =>
        Object.keys(fields).some((name) => !['model', 'prompt', 'messages'].includes(name)),
      ),
      'an empty prompt is served': accepting(({ prompt }) => prompt === ''),
      'an id in another case is found': {
        jobs: {
          find: (id, all) => [...all.values()].find((job) => job.id.toLowerCase() === id.toLowerCase()),
        },
      },
      'a request without a model is refused': { models: { byDefault: () => undefined } },
    }),
  )
  .map((traits) => ({
    phrase: traits.map(({ phrase }) => phrase).join(', '),
    change: traits.map(({ change }) => change),
  }));

/** Legal variants with at most one trait per dimension. `order` comes first: other traits alter its checks. */
const anyVariant: fc.Arbitrary<Variant> = fc
  .tuple(
    order,
    statuses,
    shape,
    ids,
    word,
    submission,
    references,
    leniency,
    wording,
    more,
    headers,
    charges,
    pace,
    disturbed,
    wire,
    whitespace,
    address,
  )
  .map((all) => {
    const traits = all.filter(({ phrase }) => phrase !== '');
    const mayBeUntested = traits.flatMap((trait) => trait.mayBeUntested?.source ?? []).join('|');
    return {
      phrase: traits.map(({ phrase }) => phrase).join('; '),
      change: traits.map(({ change }) => change),
      target: (given) => traits.reduce((told, { target }) => target?.(told) ?? told, given),
      ...(mayBeUntested && { mayBeUntested: new RegExp(mayBeUntested) }),
    };
  });

/** Samples so many legal variants by a seed. */
export function drawVariants(count: number, seed: number): Variant[] {
  return fc.sample(anyVariant, { numRuns: count, seed, unbiased: true });
}
