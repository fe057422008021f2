import type { Variant } from './variant';

const further = (
  'text-pro-32k text-pro-preview text-mini-2 text-nano-edge text-max chat-pro image-1 image-2-turbo ' +
  'embed-small embed-large speech-1 video-1'
).split(' ');

export const anotherWord: Variant = {
  phrase: 'a service word with hyphen, dot and digits, and a dozen further models, one of another family',
  change: ({ models }) => ({
    service: { word: 'nova-7.ai' },
    models: {
      offered: (word) => [
        { id: 'orbit-text-pro', text: true, price: 9 },
        ...further.map((name) => ({ id: `${word}-${name}`, text: /^(text|chat)/.test(name), price: 3 })),
        ...models.offered(word).slice(0, 3),
      ],
    },
  }),
};
