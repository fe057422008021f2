import type { Target } from '../support/target';
import mock from './mock';

/** The guise `deep-list`: the models are one of two lists with ids. */
export default {
  ...mock,
  models: '/result/catalogue/pages/0/models',
  credits: '/remaining',
} satisfies Target;
