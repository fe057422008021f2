import type { Call, Check, Serve } from './call';

/** A model that the mock offers. */
export interface Model {
  id: string;
  /** Whether text requests may name it. */
  text: boolean;
  /** Credits for one text request. */
  price: number;
}

/** The models: contract 1, 2.2, 4. */
export const models = {
  /** Keeps models.list.tiers, models.price.tiers. */
  offered: (word: string): Model[] => [
    { id: `${word}-text-pro`, text: true, price: 5 },
    { id: `${word}-text-mini`, text: true, price: 2 },
    { id: `${word}-text-nano`, text: true, price: 1 },
    { id: `${word}-image-1`, text: false, price: 8 },
    { id: `${word}-embed-1`, text: false, price: 1 },
  ],
  /** Returns the model that a request names, or undefined. Keeps models.use.listed, models.use.unlisted. */
  named: (name: string, offered: readonly Model[]) => offered.find(({ id }) => id === name),
  /** Returns the model for a request that names none. */
  byDefault: (offered: readonly Model[]) => offered.find(({ id }) => id.endsWith('-text-nano')),
  /** Keeps models.list.ids. */
  present: (offered: readonly Model[], _call: Call): unknown => ({
    models: offered.map(({ id, text }) => ({ id, accepts: text ? ['text'] : [] })),
  }),
};

export const chooseModel: Check = (call, { behaviour: { models, service } }) => {
  const { model: name } = call.fields;
  if (name !== undefined && typeof name !== 'string') {
    return { code: 'invalid_request', about: '`model` is not a string' };
  }
  const offered = models.offered(service.word);
  const model = name === undefined ? models.byDefault(offered) : models.named(name, offered);
  if (!model) return { code: 'model_not_found', about: `"${name}"` };
  if (!model.text) return { code: 'invalid_request', about: `${model.id} is not a model for text` };
  call.model = model.id;
  call.price = model.price;
  return undefined;
};

export const listModels: Serve = (call, { behaviour: { models, service } }) =>
  models.present(models.offered(service.word), call);
