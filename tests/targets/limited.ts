import type { Target } from '../support/target';
import mock from './mock';

/** The guise `limited`: the gaps between repeats outlast the window of half a second. */
export default { ...mock, retryDelays: [0.5, 0.6, 0.7] } satisfies Target;
