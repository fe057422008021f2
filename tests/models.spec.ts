import { inputs, models, withInput } from './drive/operations';
import { nextPage } from './drive/target';
import { advice, expect, must, test } from './drive/test';
import { isServed } from './engine/answer';
import { tiers } from './engine/models';
import {
  modelsListedOnce,
  modelsWithIds,
  servedIfPlanned,
  theFirstIsSmaller,
  threeTiers,
} from './engine/requirements';

test(
  'GET /v1/models lists models, each with an id',
  must('models.list.ids'),
  async ({ baseline, target }) => {
    const response = await baseline.models();
    expect(response).toHold(modelsWithIds(target.models));
  },
);

test('no model is listed twice', advice('models.list.unique'), async ({ baseline, target }) => {
  const response = await baseline.models();
  expect(response).toHold(modelsListedOnce(target.models));
});

test(
  'the pro, mini and nano text models are listed',
  must('models.list.tiers'),
  async ({ baseline, target, settings }) => {
    const response = await baseline.models();
    expect(response).toHold(threeTiers(target.models, settings.service));
  },
);

test(
  'each model of the list has an id every time, whatever the request accepts',
  must('models.list.ids'),
  async ({ trials, target }) => {
    const responses = await trials.again(models);
    expect(responses.filter(isServed)).toAllHold(modelsWithIds(target.models));
  },
);

test(
  'the pro, mini and nano text models are listed every time, whatever the request accepts',
  must('models.list.tiers'),
  async ({ baseline, trials, target, settings }) => {
    const first = await baseline.models();
    // A page that is read again may hold others.
    const again = nextPage(target) ? [] : await trials.again(models);
    expect([first, ...again.filter(isServed)]).toAllHold(threeTiers(target.models, settings.service));
  },
);

for (const tier of tiers) {
  test(
    `the ${tier} model is accepted in a text request`,
    must('models.use.listed', 'spends'),
    async ({ baseline }) => {
      const response = await baseline.tier(tier);
      expect(response).toHold(servedIfPlanned);
    },
  );
}

for (const [what, place] of withInput) {
  test(
    `${place} is accepted, whatever its tier and the form of its input`,
    must('models.use.listed', 'spends'),
    async ({ trials }) => {
      const responses = await trials.served(what);
      expect(responses).toAllHold(servedIfPlanned);
    },
  );
}

for (const asking of inputs) {
  test(
    `${asking.place} for a model that is not listed is refused`,
    must('models.use.unlisted', 'spends'),
    async ({ trials }) => {
      const responses = await trials.unlisted(asking);
      expect(responses).toFailWith(404, 'model_not_found');
    },
  );
}

test(
  'a request for a model of an odd name is refused, whatever asks for it',
  must('models.use.unlisted', 'spends'),
  async ({ trials }) => {
    const responses = await trials.oddModels();
    expect(responses).toFailWith([404, 422], ['model_not_found', 'invalid_request']);
  },
);

for (const tier of ['mini', 'nano'] as const) {
  test(
    `the ${tier} model costs less than the pro model`,
    must('models.price.tiers', 'spends'),
    async ({ baseline, target }) => {
      const pairs = await baseline.pricePairs(tier);
      expect(pairs).toHold(theFirstIsSmaller(target.credits));
    },
  );

  test(
    `the ${tier} model costs less than the pro model, whatever carries the input`,
    must('models.price.tiers', 'spends'),
    async ({ trials, target }) => {
      const pairs = await trials.prices(tier);
      expect(pairs).toAllHold(theFirstIsSmaller(target.credits));
    },
  );
}
