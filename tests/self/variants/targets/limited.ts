import type { Target } from '../../../drive/target';
import mock from '../../../targets/mock';

/** The variant `limited`: the gaps between repeats outlast the window of half a second. */
export default { ...mock, retryDelays: [0.5, 0.6, 0.7] } satisfies Target;
