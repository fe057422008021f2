import type { BlockInput, Target } from '../../../drive/target';
import mock from '../../../targets/mock';

const value = (input: BlockInput): unknown =>
  'literal' in input ? input.literal : `\${steps.${input.block}.outputs.${input.field}}`;

/** The variant `template-references`: steps by name, which read each other as `${steps.a.outputs.text}`. */
export default {
  ...mock,
  workflow: {
    ...mock.workflow,
    submit: (blocks) => ({
      method: 'POST',
      path: '/v1/workflows',
      body: {
        steps: Object.fromEntries(
          blocks.map(({ name, type, inputs }) => [
            name,
            {
              uses: type,
              with: Object.fromEntries(Object.entries(inputs).map(([input, from]) => [input, value(from)])),
            },
          ]),
        ),
      },
    }),
  },
} satisfies Target;
