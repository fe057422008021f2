import type { Target } from '../support/target';
import mock from './mock';

/** The guise `bare`: lists and numbers without anything around them. */
export default { ...mock, models: '', credits: '' } satisfies Target;
