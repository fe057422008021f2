import { PROMPT } from './drive/given';
import { advice, expect, must, test } from './drive/test';
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
  'the pro model is accepted in a text request',
  must('models.use.listed', 'spends'),
  async ({ baseline }) => {
    const response = await baseline.tier('pro');
    expect(response).toHold(servedIfPlanned);
  },
);

test(
  'the mini model is accepted in a text request',
  must('models.use.listed', 'spends'),
  async ({ baseline }) => {
    const response = await baseline.tier('mini');
    expect(response).toHold(servedIfPlanned);
  },
);

test(
  'the nano model is accepted in a text request',
  must('models.use.listed', 'spends'),
  async ({ baseline }) => {
    const response = await baseline.tier('nano');
    expect(response).toHold(servedIfPlanned);
  },
);

test('a random model id is refused', must('models.use.unlisted', 'spends'), async ({ owner, given }) => {
  const response = await owner.text({ model: await given.unlisted('random'), prompt: PROMPT });
  expect(response).toFailWith(404, 'model_not_found');
});

test(
  'a listed model id in another case is refused',
  must('models.use.unlisted', 'spends'),
  async ({ owner, given }) => {
    const response = await owner.text({ model: await given.unlisted('in another case'), prompt: PROMPT });
    expect(response).toFailWith(404, 'model_not_found');
  },
);

test(
  'a listed model id cut short is refused',
  must('models.use.unlisted', 'spends'),
  async ({ owner, given }) => {
    const response = await owner.text({ model: await given.unlisted('cut short'), prompt: PROMPT });
    expect(response).toFailWith(404, 'model_not_found');
  },
);

test(
  'a listed model id with a character appended is refused',
  must('models.use.unlisted', 'spends'),
  async ({ owner, given }) => {
    const response = await owner.text({
      model: await given.unlisted('one character longer'),
      prompt: PROMPT,
    });
    expect(response).toFailWith(404, 'model_not_found');
  },
);

test(
  'a listed model id with a space behind it is refused',
  must('models.use.unlisted', 'spends'),
  async ({ owner, given }) => {
    const response = await owner.text({ model: await given.unlisted('before a space'), prompt: PROMPT });
    expect(response).toFailWith(404, 'model_not_found');
  },
);

test(
  'the mini model costs less than the pro model',
  must('models.price.tiers', 'spends'),
  async ({ baseline, target }) => {
    const pairs = await baseline.pricePairs('mini');
    expect(pairs).toHold(theFirstIsSmaller(target.credits));
  },
);

test(
  'the nano model costs less than the pro model',
  must('models.price.tiers', 'spends'),
  async ({ baseline, target }) => {
    const pairs = await baseline.pricePairs('nano');
    expect(pairs).toHold(theFirstIsSmaller(target.credits));
  },
);
