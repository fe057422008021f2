import type { Target } from '../../../drive/target';
import mock from '../../../targets/mock';

/** The variant `korean`: the target names the blocks. */
export default {
  ...mock,
  messages: [{ role: 'user', content: '안녕하세요' }],
  workflow: {
    ...mock.workflow,
    samples: { text: '안녕하세요', number: 3 },
    blockName: (index) => `단계${'가나다라마바사아자차카타파하'.charAt(index)}`,
  },
} satisfies Target;
