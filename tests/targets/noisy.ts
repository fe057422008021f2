import type { Target } from '../support/target';
import mock from './mock';

/** The guise `noisy`: spelt as the mock, with more repeats. */
export default { ...mock, retryDelays: [0.02, 0.05, 0.1, 0.2] } satisfies Target;
