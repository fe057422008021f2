import type { Target } from '../../../drive/target';
import mock from '../../../targets/mock';

/** The variant `bare`: lists and numbers without anything around them. */
export default { ...mock, models: '', credits: '' } satisfies Target;
