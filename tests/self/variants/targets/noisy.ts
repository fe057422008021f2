import type { Target } from '../../../drive/target';
import mock from '../../../targets/mock';

/** The variant `noisy`: spelt as the mock, with more repeats. */
export default { ...mock, retryDelays: [0.02, 0.05, 0.1, 0.2] } satisfies Target;
