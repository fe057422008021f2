import { test } from '@playwright/test';
import { must, should } from '../src/check/check';
import { each, eachAccepted, status, together } from '../src/check/expected';
import { inputs, withInput } from '../src/settings/operations';

test(
  'GET /v1/models lists models, each with an ID',
  ...must('models.list.ids', { at: 'models', send: 'once', expect: each('model ids') }),
);
test(
  'GET /v1/models lists models, each with an ID, repeatedly, with different Accept headers',
  ...must('models.list.ids', { at: 'models', send: 'repeatedly', expect: eachAccepted('model ids') }),
);
test(
  'GET /v1/models lists no model twice',
  ...should('models.list.unique', { at: 'models', send: 'once', expect: each('no model twice') }),
);
test(
  'GET /v1/models lists the pro, mini and nano text models',
  ...must('models.list.tiers', { at: 'models', send: 'once', expect: each('three tiers') }),
);
test(
  'GET /v1/models lists the pro, mini and nano text models repeatedly, with different Accept headers',
  ...must('models.list.tiers', { at: 'models', send: 'repeatedly', expect: eachAccepted('three tiers') }),
);

for (const tier of ['pro', 'mini', 'nano'] as const)
  test(
    `text generation accepts the ${tier} model`,
    ...must('models.use.listed', { at: 'text', send: { tier }, expect: each('listed model') }),
  );

for (const { id: at, name } of withInput)
  test(
    `${name} accepts listed models, with a prompt and with messages (one tier; all with DEPTH=3)`,
    ...must('models.use.listed', { at, send: 'eachKind', expect: each('listed model') }),
  );

for (const { id: at, name } of inputs)
  test(
    `${name} rejects a model that is not listed`,
    ...must('models.use.unlisted', {
      at,
      send: { models: 'unlisted' },
      expect: status(404, 'model_not_found'),
    }),
  );

test(
  'every operation that takes a model rejects a malformed model name',
  ...must('models.use.unlisted', {
    send: { models: 'malformed' },
    expect: status([404, 422], ['model_not_found', 'invalid_request']),
  }),
);

for (const tier of ['mini', 'nano'] as const) {
  test(
    `the ${tier} model costs fewer credits than the pro model`,
    ...must('models.price.tiers', {
      at: 'text',
      send: { pricePairs: tier },
      expect: together('cheaper than pro'),
    }),
  );
  test(
    `the ${tier} model costs fewer credits than the pro model (some operations and inputs; all with DEPTH=3)`,
    ...must('models.price.tiers', {
      send: { pricePairs: tier },
      expect: together('cheaper than pro'),
    }),
  );
}
