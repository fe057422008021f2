import type { Target } from '../support/target';
import mock from './mock';

/** The guise `few-blocks`: messages as one string, and short workflows. */
export default {
  ...mock,
  messages: 'user: Reply with the word ok.',
  workflow: { ...mock.workflow, longest: 3 },
} satisfies Target;
