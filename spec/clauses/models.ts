import type { Chapter } from '../ledger';

export const models = {
  'models.list.ids': {
    level: 'must',
    sentence: 'GET /v1/models answers a list of models, not empty, each with a non-empty string `id`.',
    section: '4',
  },
  'models.list.unique': {
    level: 'advice',
    sentence: 'No id is listed twice.',
    section: '2.2',
  },
  'models.list.tiers': {
    level: 'must',
    sentence:
      'The list holds the three text models of the service: `<service>-text-pro`, `<service>-text-mini` and `<service>-text-nano`.',
    section: '1',
  },
  'models.use.listed': {
    level: 'must',
    sentence: 'The id of each of the three text models is accepted in the field `model`.',
    section: '2.2',
    needs: ['text'],
  },
  'models.use.unlisted': {
    level: 'must',
    sentence: 'An id that is not in the list is refused with 404 model_not_found.',
    section: '4.1',
    codes: ['model_not_found'],
    needs: ['text'],
  },
  'models.price.tiers': {
    level: 'must',
    sentence: 'The same request costs fewer credits on mini and on nano than on pro.',
    section: '1',
    needs: ['text', 'credits'],
  },
} as const satisfies Chapter;
