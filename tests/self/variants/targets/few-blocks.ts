import type { Target } from '../../../drive/target';
import mock from '../../../targets/mock';

/** The guise `few-blocks`: messages as one string, and short workflows. */
export default {
  ...mock,
  messages: 'user: Reply with the word ok.',
  workflow: { ...mock.workflow, longest: 3 },
} satisfies Target;
