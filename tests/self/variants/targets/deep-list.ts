import type { Target } from '../../../drive/target';
import mock from '../../../targets/mock';

const { models: _, ...rest } = mock;

/** The variant `deep-list`: the models are one of two lists with ids, and known by their names. */
export default { ...rest, credits: '/remaining' } satisfies Target;
