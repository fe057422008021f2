import fc from 'fast-check';
import { asCode, asCrash, asUnlisted, refused, where } from '../../../../mock/answers';
import type { Change } from '../../../../mock/behaviour';
import type { Model } from '../../../../mock/models';
import { type Ask, reach, served } from '../ask';
import { type Defect, type Family, familyOf } from '../family';
import { nearTexts } from '../near';
import { anyTextUse, everywhere, oneOf, type Scope, tiers, type Use, useOf, when } from '../scope';

const family = familyOf('models');
const unlisted = 'models.use.unlisted';
/** The shortest of them: what is drawn has its place in each. */
const shortest = 'acme-text-pro';

/** Where unlisted names are served: at an operation that takes a model, or at both. */
const anyScope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant({ ...everywhere, at: 'text' as const }),
  oneOf(['text', 'submit']),
);

/** Names that are no model's count as one's. */
function taking(agrees: (name: string, id: string) => boolean): Change {
  return ({ models }) => ({
    models: {
      named: (name, offered) =>
        models.named(name, offered) ?? offered.find(({ id, text }) => text && agrees(name, id)),
    },
  });
}

function wrongName(
  what: string,
  { noun, at, holds }: Scope,
  agrees: (name: string, id: string) => boolean,
  sample: string,
  share: number | null,
): Defect {
  return {
    phrase: `a model name ${what} is served ${noun}`,
    change: when(holds, taking(agrees)),
    shows: async (ask) => served(await reach(ask, at, { body: { model: sample, prompt: 'Hello' } })),
    share,
  };
}

const near = nearTexts(shortest.length).map(([about, members]) =>
  family(`of model names, ${about}`, unlisted, fc.tuple(members, anyScope), ([member, scope]) =>
    wrongName(member.what, scope, member.agrees, member.sample(shortest), member.share),
  ),
);

const separators = ['_', '.', ' ', '/', ':', ''] as const;
const spaces = [' ', '\t', '\n', '\u00a0', '\u2003', '\u3000', '\ufeff'] as const;
const code = (space: string) => `U+${space.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
const prefixes = ['models/', 'openai/', 'acme/', 'acme:', 'v1/', 'publishers/acme/models/'] as const;
const suffixes = [
  ':latest',
  '@latest',
  '-latest',
  '-001',
  '-preview',
  '-v2',
  '-2026-01-01',
  '.5',
  '-32k',
] as const;

const spelt: readonly Family[] = [
  family(
    'the case of model names is not compared at a place',
    unlisted,
    fc.tuple(fc.nat(3), anyScope),
    ([place, scope]) => {
      const flipped = (id: string) =>
        id.slice(0, place) + id.charAt(place).toUpperCase() + id.slice(place + 1);
      return wrongName(
        `with a capital at place ${place + 1}`,
        scope,
        (name, id) => name === flipped(id),
        flipped(shortest),
        null,
      );
    },
  ),
  family(
    'separators of model names are folded',
    unlisted,
    fc.tuple(fc.constantFrom(...separators), anyScope),
    ([sign, scope]) =>
      wrongName(
        `with "${sign}" for each hyphen`,
        scope,
        (name, id) => name === id.replaceAll('-', sign),
        shortest.replaceAll('-', sign),
        1 / separators.length,
      ),
  ),
  family(
    'white space around model names is dropped',
    unlisted,
    fc.tuple(fc.constantFrom(...spaces), fc.boolean(), anyScope),
    ([space, first, scope]) => {
      const around = (id: string) => (first ? space + id : id + space);
      return wrongName(
        `with ${code(space)} ${first ? 'before' : 'behind'} it`,
        scope,
        (name, id) => name === around(id),
        around(shortest),
        1 / (2 * spaces.length),
      );
    },
  ),
  family(
    'what stands before a model name is dropped',
    unlisted,
    fc.tuple(fc.constantFrom(...prefixes), anyScope),
    ([word, scope]) =>
      wrongName(
        `behind ${word}`,
        scope,
        (name, id) => name === word + id,
        word + shortest,
        1 / prefixes.length,
      ),
  ),
  family(
    'what stands behind a model name is dropped',
    unlisted,
    fc.tuple(fc.constantFrom(...suffixes), anyScope),
    ([word, scope]) =>
      wrongName(
        `before ${word}`,
        scope,
        (name, id) => name === id + word,
        shortest + word,
        1 / suffixes.length,
      ),
  ),
  family(
    'a model name without its first word is served',
    unlisted,
    fc.tuple(fc.constantFrom(1, 2), anyScope),
    ([words, scope]) => {
      const short = (id: string) => id.split('-').slice(words).join('-');
      return wrongName(
        `without its first ${words === 1 ? 'word' : 'two words'}`,
        scope,
        (name, id) => name === short(id),
        short(shortest),
        null,
      );
    },
  ),
  family(
    'any name that begins so is served',
    unlisted,
    fc.tuple(fc.constantFrom('acme', 'acme-', 'acme-text', 'acme-text-'), anyScope),
    ([start, scope]) =>
      wrongName(`that begins with ${start}`, scope, (name) => name.startsWith(start), `${start}-x0-none`, 1),
  ),
  family(
    'long model names are served',
    unlisted,
    fc.tuple(fc.integer({ min: 40, max: 2000 }), anyScope),
    ([length, scope]) =>
      wrongName(
        `of ${length} characters or more`,
        scope,
        (name) => name.length >= length,
        'm'.repeat(length),
        null,
      ),
  ),
];

const alters = {
  'called invalid_request': asCode('invalid_request'),
  'called not_found': asCode('not_found'),
  'called unknown_model': asUnlisted('unknown_model', 404),
  'an internal error': asCrash,
} as const;

const anyUse: fc.Arbitrary<Use> = anyTextUse;

const crossed: readonly Family[] = [
  family(
    'any name is served at one kind of use',
    unlisted,
    fc.tuple(
      fc.constantFrom('text' as const, 'submit' as const),
      fc.constantFrom('prompt' as const, 'messages' as const),
    ),
    ([at, form]) => {
      const use = useOf(at, form, 'nano');
      return {
        phrase: `any model name is served at ${at === 'text' ? 'a text request' : 'the submission of a job'} with ${form}`,
        change: when(
          ({ operation, fields }) => operation === at && form in fields,
          taking(() => true),
        ),
        shows: async (ask) =>
          served(await reach(ask, at, { body: { ...(use.body as object), model: 'nobody-has-this' } })),
        share: 1 / 2,
      };
    },
  ),
  family(
    'an unlisted model is told in another way at one kind of use',
    unlisted,
    fc.tuple(
      fc.constantFrom(...(Object.keys(alters) as (keyof typeof alters)[])),
      fc.constantFrom('text' as const, 'submit' as const),
      fc.constantFrom('prompt' as const, 'messages' as const),
    ),
    ([how, at, form]) => ({
      phrase: `an unlisted model is ${how} at ${at === 'text' ? 'a text request' : 'the submission of a job'} with ${form}`,
      change: refused(
        'model_not_found',
        alters[how],
        where(({ operation, fields }) => operation === at && form in fields),
      ),
      async shows(ask) {
        const { error } = await reach(ask, at, {
          body: { ...(useOf(at, form, 'nano').body as object), model: 'nobody-has-this' },
        });
        return error.code !== 'model_not_found';
      },
      share: 1 / 2,
    }),
  ),
  family('a listed tier is refused at one kind of use', 'models.use.listed', anyUse, (use) => ({
    phrase: `the tier is not found ${use.noun}`,
    change: when(use.holds, { models: { named: () => undefined } }),
    shows: async (ask) => !served(await reach(ask, use.at, { body: use.body })),
    share: null,
  })),
];

const ids = async (ask: Ask): Promise<unknown[]> => {
  const { body } = await ask({ path: '/v1/models' });
  return ((body as { models: { id: unknown }[] }).models ?? []).map((model) => model?.id);
};

const shapes: Readonly<Record<string, (model: object) => unknown>> = {
  'a number': (model) => ({ ...model, id: 7 }),
  null: (model) => ({ ...model, id: null }),
  'an empty text': (model) => ({ ...model, id: '' }),
  'a list': (model) => ({ ...model, id: ['m'] }),
  missing: (model) => ({ ...model, id: undefined }),
};

const list: readonly Family[] = [
  family('a tier is not listed', 'models.list.tiers', fc.constantFrom(...tiers), (tier) => ({
    phrase: `the ${tier} model is not listed`,
    change: ({ models }) => ({
      models: {
        present: (offered, call) =>
          models.present(
            offered.filter(({ id }) => !id.endsWith(`-text-${tier}`)),
            call,
          ),
      },
    }),
    shows: async (ask) => !(await ids(ask)).includes(`acme-text-${tier}`),
    share: 1,
  })),
  family(
    'an id of the list is of another form',
    'models.list.ids',
    fc.tuple(fc.nat(4), fc.constantFrom(...Object.keys(shapes))),
    ([place, shape]) => ({
      phrase: `the id of model ${place + 1} of the list is ${shape}`,
      change: ({ models }) => ({
        models: {
          present(offered, call) {
            const { models: shown } = models.present(offered, call) as { models: object[] };
            return { models: shown.map((model, at) => (at === place ? shapes[shape]?.(model) : model)) };
          },
        },
      }),
      async shows(ask) {
        const id = (await ids(ask))[place];
        return typeof id !== 'string' || id === '';
      },
      share: 1,
    }),
  ),
  family(
    'a smaller tier costs as much as pro, or more',
    'models.price.tiers',
    fc.tuple(fc.constantFrom('mini', 'nano'), fc.nat(20)),
    ([tier, more]) => ({
      phrase: `the ${tier} model costs ${more} credits more than pro`,
      change: ({ models }) => ({
        models: {
          offered(word) {
            const offered = models.offered(word);
            const pro = offered.find(({ id }) => id.endsWith('-text-pro'))?.price ?? 0;
            return offered.map(
              (model): Model =>
                model.id.endsWith(`-text-${tier}`) ? { ...model, price: pro + more } : model,
            );
          },
        },
      }),
      shows: async (ask) => (await costOf(ask, tier)) >= (await costOf(ask, 'pro')),
      share: 1,
    }),
  ),
];

const left = async (ask: Ask) =>
  ((await ask({ path: '/v1/credits' })).body as { credits: { remaining: number } }).credits.remaining;

async function costOf(ask: Ask, tier: string): Promise<number> {
  const before = await left(ask);
  await reach(ask, 'text', { body: { model: `acme-text-${tier}`, prompt: 'Hello' } });
  return before - (await left(ask));
}

export const modelFamilies: readonly Family[] = [...near, ...spelt, ...crossed, ...list];
