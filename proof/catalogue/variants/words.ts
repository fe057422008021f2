import type { Check } from '../../../mock/call';
import { behind } from '../../../mock/defect';
import { chooseModel } from '../../../mock/models';
import type { Variant } from './variant';

const further = (
  'text-pro-32k text-pro-preview text-mini-2 text-nano-edge text-max chat-pro image-1 image-2-turbo ' +
  'embed-small embed-large speech-1 video-1'
).split(' ');

/** Other accounts than the owner's have a plan with only the cheapest text model. */
const isInPlan = (id: string, owner: boolean) => owner || !/-text-(pro|mini)$/.test(id);
const requirePlan: Check = ({ account, model }) =>
  isInPlan(model, account.name === 'owner') ? undefined : { code: 'model_not_found', about: model };

export const anotherWord: Variant = {
  phrase:
    'a service word with hyphen, dot and digits, and a dozen further models, one of another family; other accounts have the cheapest text model alone',
  change: [
    behind(chooseModel, requirePlan),
    ({ models }) => ({
      service: { word: 'nova-7.ai' },
      models: {
        present: (offered, call) =>
          models.present(
            offered.filter(({ id }) => isInPlan(id, call.account.name === 'owner')),
            call,
          ),
        offered: (word) => [
          { id: 'orbit-text-pro', text: true, price: 9 },
          ...further.map((name) => ({ id: `${word}-${name}`, text: /^(text|chat)/.test(name), price: 3 })),
          ...models.offered(word).slice(0, 3),
        ],
      },
    }),
  ],
};

const ordinals = ['erste', 'zweite', 'dritte', 'vierte', 'fünfte'];

export const ownWords: Variant = {
  phrase: 'faulty connections told by the place of the block in words that nobody taught the suite',
  change: {
    workflows: {
      describe: ({ position }) => `Der ${ordinals[position]} Block liest, was er nicht lesen kann.`,
    },
  },
};
