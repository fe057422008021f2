import type { Target } from '../support/target';
import mock from './mock';

const { models: _, ...rest } = mock;

/** The guise `deep-list`: the models are one of two lists with ids, and known by their names. */
export default { ...rest, credits: '/remaining' } satisfies Target;
