import { asCode, asCrash, asUnlisted, counter, nthCall, whenAccepted, withBody } from '../answers';
import { type Change, overrideChapter } from '../behaviour';
import type { Call, Check } from '../call';
import { acceptedWhere, behind, breaking, changes, type Defect, rejectedAs } from '../defect';
import { chooseModel, type Model } from '../models';
import { charging } from './credits';

/** Presents the list of models with `present`. */
function listed(present: (models: readonly Model[]) => unknown): Change {
  return { models: { present: (offered) => ({ models: present(offered) }) } };
}

/** Offers other models, in the list and in AI requests. */
function offering(offer: (models: Model[]) => Model[]): Change {
  return overrideChapter('models', (models) => ({ offered: (word) => offer(models.offered(word)) }));
}

const without = (tier: string) => offering((models) => models.filter(({ id }) => !id.endsWith(tier)));

const renamed = (tier: string, name: (id: string) => string) =>
  offering((models) =>
    models.map((model) => (model.id.endsWith(tier) ? { ...model, id: name(model.id) } : model)),
  );

const priced = (prices: Readonly<Record<'pro' | 'mini' | 'nano', number>>) =>
  offering((models) =>
    models.map((model) => {
      const tier = (['pro', 'mini', 'nano'] as const).find((name) => model.id.endsWith(`-${name}`));
      return tier ? { ...model, price: prices[tier] } : model;
    }),
  );

/** Finds the model of a request with `matches`. */
const named = (matches: (name: string, id: string) => boolean): Change => ({
  models: { named: (name, offered) => offered.find(({ id }) => matches(name, id)) },
});

const withTier =
  (tier: string) =>
  ({ model }: Call) =>
    model.endsWith(tier);
const uses = ['text', 'submit'] as const;

const lacksNano: Check = ({ operation, model, fields }) =>
  operation === 'submit' && fields.model === model && model.endsWith('-nano')
    ? { code: 'model_not_found', about: `"${model}"` }
    : undefined;

const list: readonly Defect[] = [
  ...breaking('models.list.ids', {
    'the list of models is empty': listed(() => []),
    'the list of models is null': listed(() => null),
    'the list of models holds bare names': listed((models) => models.map(({ id }) => id)),
    'the list of models is an object by id': listed((models) =>
      Object.fromEntries(models.map(({ id, price }) => [id, { price }])),
    ),
    'the ids of models are numbers': listed((models) => models.map((_, id) => ({ id }))),
    'the id of one model is a number': listed((models) => [...models.map(({ id }) => ({ id })), { id: 7 }]),
    'the id of one model is null': listed((models) => [...models.map(({ id }) => ({ id })), { id: null }]),
    'the id of one model is empty': listed((models) => [...models.map(({ id }) => ({ id })), { id: '' }]),
    'one model has no id': listed((models) => [...models.map(({ id }) => ({ id })), { name: 'new' }]),
    'the first model has no id': listed((models) => [{ name: 'new' }, ...models.map(({ id }) => ({ id }))]),
    'one model is null': listed((models) => [...models.map(({ id }) => ({ id })), null]),
    'the id of a model is called `name`': listed((models) => models.map(({ id }) => ({ name: id }))),
    'the id of a model is called `ID`': listed((models) => models.map(({ id }) => ({ ID: id }))),
    'the id of a model is an object': listed((models) => models.map(({ id }) => ({ id: { value: id } }))),
    'the list of models is only counted': { models: { present: (offered) => ({ total: offered.length }) } },
    ...acceptedWhere('models', nthCall(2), {
      'every second list of models is empty': withBody(() => ({ models: [] })),
    }),
  }),
  ...breaking('models.list.tiers', {
    'the pro model is missing every third time': whenAccepted(
      'models',
      withBody((body) => ({
        models: (body as { models: { id: string }[] }).models.filter(({ id }) => !id.endsWith('-text-pro')),
      })),
      nthCall(3),
    ),
  }),
  ...breaking('models.list.unique', {
    'a model is listed twice': listed((models) =>
      [...models, ...models.slice(0, 1)].map(({ id }) => ({ id })),
    ),
    'every model is listed twice': listed((models) => [...models, ...models].map(({ id }) => ({ id }))),
  }),
  ...breaking('models.list.tiers', {
    'the pro model is missing': without('-text-pro'),
    'the mini model is missing': without('-text-mini'),
    'the nano model is missing': without('-text-nano'),
    ...changes(listed, {
      'the list of models shows its first page only': (models) =>
        models.slice(0, 2).map(({ id }) => ({ id })),
      'the text models are not listed': (models) =>
        models.filter(({ text }) => !text).map(({ id }) => ({ id })),
    }),
    'the pro model is called large': renamed('-text-pro', (id) => id.replace('pro', 'large')),
    'the pro model has a space at its end': renamed('-text-pro', (id) => `${id} `),
    'the nano model has a date in its name': renamed('-text-nano', (id) => `${id}-2026-01-31`),
    'the mini model is written with underscores': renamed('-text-mini', (id) => id.replaceAll('-', '_')),
    'the mini model is of another service word': renamed('-text-mini', () => 'zenith-text-mini'),
    'the pro model has the service word in capitals': renamed('-text-pro', (id) =>
      id.replace('acme', 'ACME'),
    ),
    'the names of the models have a prefix': offering((models) =>
      models.map((model) => ({ ...model, id: `models/${model.id.replace('-text', '')}` })),
    ),
  }),
];

const use: readonly Defect[] = [
  ...breaking('models.use.listed', {
    'the pro model is not found': whenAccepted(uses, asCode('model_not_found'), withTier('-pro')),
    'the pro model needs a plan': whenAccepted(uses, asUnlisted('plan_required', 403), withTier('-pro')),
    'the pro model crashes the server': whenAccepted(uses, asCrash, withTier('-pro')),
    'the mini model is not found': whenAccepted(uses, asCode('model_not_found'), withTier('-mini')),
    'the nano model is not found': whenAccepted(uses, asCode('model_not_found'), withTier('-nano')),
    'the nano model is listed and cannot be named': named((name, id) => name === id && !id.endsWith('-nano')),
    'the nano model cannot be named in the submission of a job': behind(chooseModel, lacksNano),
    ...acceptedWhere(uses, ({ fields }) => String(fields.model).endsWith('-nano') && 'messages' in fields, {
      'the nano model takes no messages': asCode('invalid_request'),
    }),
    'only the name without the service word is understood': named((name, id) => id.endsWith(`-${name}`)),
    'two of three uses of a model are not found': ({ models }) => {
      const third = counter(3);
      return { models: { named: (name, offered) => (third() ? models.named(name, offered) : undefined) } };
    },
  }),
  ...breaking('models.use.unlisted', {
    'an unlisted model is replaced by the nano model': overrideChapter('models', (models) => ({
      named: (name, offered) => models.named(name, offered) ?? models.byDefault(offered),
    })),
    ...changes(named, {
      'the database compares names of models without case': (name, id) =>
        name.toLowerCase() === id.toLowerCase(),
      'the beginning of a model is enough': (name, id) => id.startsWith(name),
      'a model may have something appended': (name, id) => name.startsWith(id),
      'a model may have a version appended': (name, id) => name.startsWith(id) && !name.includes(' '),
      'an empty name is any model': (name, id) => name === id || name === '',
      'the database pads names of models with spaces': (name, id) => name.trimEnd() === id,
      'a model is found by any part of its name': (name, id) => id.includes(name),
      'the mini model may have something appended': (name, id) =>
        name === id || (id.endsWith('-mini') && name.startsWith(id)),
      'the pro model is found by its end, whatever stands before it': (name, id) =>
        name === id || (id.endsWith('-pro') && name.endsWith(id)),
      'only the first 8 characters of a model are compared': (name, id) =>
        name.slice(0, 8) === id.slice(0, 8) && name.length > 8,
    }),
    'a model of no known family is served by another maker': overrideChapter('models', (models) => ({
      named: (name, offered) =>
        models.named(name, offered) ?? (/-text-/i.test(name) ? undefined : models.byDefault(offered)),
    })),
    ...rejectedAs('model_not_found', {
      'an unlisted model is passed on and fails upstream': asCode('upstream_error'),
      'an unlisted model is a malformed request': asCode('invalid_request'),
      'an unlisted model is called not_found': asCode('not_found'),
      'an unlisted model is called no_backend_account': asCode('no_backend_account'),
      'an unlisted model crashes the server': asCrash,
    }),
    'every second unlisted model is served': ({ models }) => {
      const second = counter(2);
      return {
        models: {
          named: (name, offered) =>
            models.named(name, offered) ?? (second() ? models.byDefault(offered) : undefined),
        },
      };
    },
  }),
  ...breaking('models.price.tiers', {
    'the three models cost alike': priced({ pro: 2, mini: 2, nano: 2 }),
    'mini costs as much as pro': priced({ pro: 5, mini: 5, nano: 1 }),
    'nano costs as much as pro': priced({ pro: 5, mini: 2, nano: 5 }),
    'mini costs more than pro': priced({ pro: 5, mini: 6, nano: 1 }),
    'nano costs more than pro': priced({ pro: 5, mini: 2, nano: 6 }),
    'the prices are the wrong way round': priced({ pro: 1, mini: 2, nano: 5 }),
    'pro is free': priced({ pro: 0, mini: 2, nano: 1 }),
    "a job costs pro's price for nano": charging((price, { operation }) =>
      operation === 'submit' ? 9 : price,
    ),
  }),
];

export const modelDefects: readonly Defect[] = [...list, ...use];
