import fc from 'fast-check';
import { asCode, asCrash, asUnlisted, whenRejected } from '../../../../mock/answers';
import { type Change, overrideChapter } from '../../../../mock/behaviour';
import { type Call, nouns } from '../../../../mock/call';
import type { Model } from '../../../../mock/models';
import { type Ask, costOf, reach, wasAccepted } from '../ask';
import { type Defect, type DefectFamily, familiesOf, family, rowOf } from '../family';
import { nearTexts } from '../near';
import { anyInput, anyTextUse, type Scope, textScope, tiers, useOf, when } from '../scope';

const unlisted = 'models.use.unlisted';
/** The shortest model name. Positions within it exist in every name. */
const shortest = 'acme-text-pro';

/** Accepts unknown model names if `agrees` is true. */
function taking(agrees: (name: string, id: string) => boolean): Change {
  return overrideChapter('models', (models) => ({
    named: (name, offered) =>
      models.named(name, offered) ?? offered.find(({ id, text }) => text && agrees(name, id)),
  }));
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
    shows: async (ask) => wasAccepted(await reach(ask, at, { body: { model: sample, prompt: 'Hello' } })),
    share,
  };
}

const near = nearTexts(shortest.length).flatMap(([about, members]) =>
  familiesOf('models', {
    [`of model names, ${about}`]: family(unlisted, fc.tuple(members, textScope), ([member, scope]) =>
      wrongName(member.what, scope, member.agrees, member.sample(shortest), member.share),
    ),
  }),
);

/** A family of defects that accept a name derived from a model's name. */
const respelt = <Parameter>(
  parameters: fc.Arbitrary<Parameter>,
  what: (parameter: Parameter) => string,
  spell: (parameter: Parameter, id: string) => string,
  share: number | null,
) =>
  family(unlisted, fc.tuple(parameters, textScope), ([parameter, scope]) =>
    wrongName(
      what(parameter),
      scope,
      (name, id) => name === spell(parameter, id),
      spell(parameter, shortest),
      share,
    ),
  );

const separators = ['_', '.', ' ', '/', ':', ''] as const;
const spaces = [' ', '\t', '\n', '\u00a0', '\u2003', '\u3000', '\ufeff'] as const;
const code = (space: string) => `U+${space.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;
const prefixes = ['models/', 'openai/', 'acme/', 'acme:', 'v1/', 'publishers/acme/models/'] as const;
const suffixes = ':latest @latest -latest -001 -preview -v2 -2026-01-01 .5 -32k'.split(' ');

const spelt = familiesOf('models', {
  'the case of model names is not compared at a place': respelt(
    fc.nat(3),
    (place) => `with a capital at place ${place + 1}`,
    (place, id) => id.slice(0, place) + id.charAt(place).toUpperCase() + id.slice(place + 1),
    null,
  ),
  'separators of model names are folded': respelt(
    fc.constantFrom(...separators),
    (sign) => `with "${sign}" for each hyphen`,
    (sign, id) => id.replaceAll('-', sign),
    1 / separators.length,
  ),
  'white space around model names is dropped': respelt(
    fc.tuple(fc.constantFrom(...spaces), fc.boolean()),
    ([space, first]) => `with ${code(space)} ${first ? 'before' : 'behind'} it`,
    ([space, first], id) => (first ? space + id : id + space),
    1 / (2 * spaces.length),
  ),
  'what stands before a model name is dropped': respelt(
    fc.constantFrom(...prefixes),
    (word) => `behind ${word}`,
    (word, id) => word + id,
    1 / prefixes.length,
  ),
  'what stands behind a model name is dropped': respelt(
    fc.constantFrom(...suffixes),
    (word) => `before ${word}`,
    (word, id) => id + word,
    1 / suffixes.length,
  ),
  'a model name without its first word is served': respelt(
    fc.constantFrom(1, 2),
    (words) => `without its first ${words === 1 ? 'word' : 'two words'}`,
    (words, id) => id.split('-').slice(words).join('-'),
    null,
  ),
  'any name that begins so is served': family(
    unlisted,
    fc.tuple(fc.constantFrom('acme', 'acme-', 'acme-text', 'acme-text-'), textScope),
    ([start, scope]) =>
      wrongName(`that begins with ${start}`, scope, (name) => name.startsWith(start), `${start}-x0-none`, 1),
  ),
  'long model names are served': family(
    unlisted,
    fc.tuple(fc.integer({ min: 40, max: 2000 }), textScope),
    ([length, scope]) =>
      wrongName(
        `of ${length} characters or more`,
        scope,
        (name) => name.length >= length,
        'm'.repeat(length),
        null,
      ),
  ),
});

const alters = {
  'called invalid_request': asCode('invalid_request'),
  'called not_found': asCode('not_found'),
  'called unknown_model': asUnlisted('unknown_model', 404),
  'an internal error': asCrash,
} as const;

/** A form of input at an operation, in a request for a model that is not listed. */
const anyForm = anyInput.map(([at, form]) => ({
  at,
  noun: `at ${nouns[at]} with ${form}`,
  holds: ({ operation, fields }: Call) => operation === at && form in fields,
  sent: { body: { ...useOf(at, form, 'nano').sent.body, model: 'nobody-has-this' } },
}));

const crossed = familiesOf('models', {
  'any name is served at one kind of use': family(unlisted, anyForm, ({ at, noun, holds, sent }) => ({
    phrase: `any model name is served ${noun}`,
    change: when(
      holds,
      taking(() => true),
    ),
    shows: async (ask) => wasAccepted(await reach(ask, at, sent)),
    share: 1 / 2,
  })),
  'an unlisted model is told in another way at one kind of use': family(
    unlisted,
    fc.tuple(rowOf(alters), anyForm),
    ([[how, alter], { at, noun, holds, sent }]) => ({
      phrase: `an unlisted model is ${how} ${noun}`,
      change: whenRejected('model_not_found', alter, holds),
      shows: async (ask) => (await reach(ask, at, sent)).error.code !== 'model_not_found',
      share: 1 / 2,
    }),
  ),
  'a listed tier is refused at one kind of use': family('models.use.listed', anyTextUse, (use) => ({
    phrase: `the tier is not found ${use.noun}`,
    change: when(use.holds, { models: { named: () => undefined } }),
    shows: async (ask) => !wasAccepted(await reach(ask, use.at, use.sent)),
    share: null,
  })),
});

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

const list = familiesOf('models', {
  'a tier is not listed': family('models.list.tiers', fc.constantFrom(...tiers), (tier) => ({
    phrase: `the ${tier} model is not listed`,
    change: overrideChapter('models', (models) => ({
      present: (offered, call) =>
        models.present(
          offered.filter(({ id }) => !id.endsWith(`-text-${tier}`)),
          call,
        ),
    })),
    shows: async (ask) => !(await ids(ask)).includes(`acme-text-${tier}`),
  })),
  'an id of the list is of another form': family(
    'models.list.ids',
    fc.tuple(fc.nat(4), rowOf(shapes)),
    ([place, [shape, spoil]]) => ({
      phrase: `the id of model ${place + 1} of the list is ${shape}`,
      change: overrideChapter('models', (models) => ({
        present(offered, call) {
          const { models: shown } = models.present(offered, call) as { models: object[] };
          return { models: shown.map((model, at) => (at === place ? spoil(model) : model)) };
        },
      })),
      async shows(ask) {
        const id = (await ids(ask))[place];
        return typeof id !== 'string' || id === '';
      },
    }),
  ),
  'a smaller tier costs as much as pro, or more': family(
    'models.price.tiers',
    fc.tuple(fc.constantFrom('mini', 'nano'), fc.nat(20)),
    ([tier, more]) => ({
      phrase: `the ${tier} model costs ${more} credits more than pro`,
      change: overrideChapter('models', (models) => ({
        offered(word) {
          const offered = models.offered(word);
          const pro = offered.find(({ id }) => id.endsWith('-text-pro'))?.price ?? 0;
          return offered.map(
            (model): Model => (model.id.endsWith(`-text-${tier}`) ? { ...model, price: pro + more } : model),
          );
        },
      })),
      shows: async (ask) => (await priceOf(ask, tier)) >= (await priceOf(ask, 'pro')),
    }),
  ),
});

const priceOf = (ask: Ask, tier: string) =>
  costOf(ask, () => reach(ask, 'text', { body: { model: `acme-text-${tier}`, prompt: 'Hello' } }));

export const modelFamilies: readonly DefectFamily[] = [...near, ...spelt, ...crossed, ...list];
