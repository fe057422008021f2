import { must, should } from '../clause';

export const models = {
  'models.list.ids': must(
    '4',
    'GET /v1/models returns a non-empty list of models, each with a non-empty string `id`.',
    'does not list models, each with an ID',
    { verifies: ['models'] },
  ),
  'models.list.unique': should('2.2', 'No ID is listed twice.', 'lists a model twice'),
  'models.list.tiers': must(
    '1',
    'The list holds the three text models of the service: `<service>-text-pro`, `<service>-text-mini` and `<service>-text-nano`.',
    'does not list the pro, mini and nano text models',
  ),
  'models.use.listed': must(
    '2.2',
    'The ID of each of the three text models is accepted in the field `model`.',
    'rejects a listed model',
    { needs: ['text'] },
  ),
  'models.use.unlisted': must(
    '4.1',
    'An ID that is not in the list is rejected with 404 model_not_found.',
    { accepts: 'a model that is not listed' },
    {
      codes: ['model_not_found', 'invalid_request'],
      needs: ['text'],
    },
  ),
  'models.price.tiers': must(
    '1',
    'The same request costs fewer credits on mini and on nano than on pro.',
    'does not charge less for mini and nano than for pro',
    { risk: 'money', needs: ['text', 'credits.settlesWithin'] },
  ),
};
