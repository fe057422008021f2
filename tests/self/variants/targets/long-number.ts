import type { Target } from '../../../drive/target';
import mock from '../../../targets/mock';

/** The variant `long-number`: the credits are one of two numbers. */
export default { ...mock, credits: '/remaining' } satisfies Target;
