import type { Target } from '../support/target';
import mock from './mock';

/** The guise `long-number`: the credits are one of two numbers. */
export default { ...mock, credits: '/remaining' } satisfies Target;
