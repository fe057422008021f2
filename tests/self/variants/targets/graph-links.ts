import type { Block, Target } from '../../../drive/target';
import mock from '../../../targets/mock';

const node = ({ name, type, inputs }: Block) => ({
  id: name,
  kind: type,
  values: Object.fromEntries(
    Object.entries(inputs).flatMap(([input, from]) => ('literal' in from ? [[input, from.literal]] : [])),
  ),
});

const links = ({ name, inputs }: Block) =>
  Object.entries(inputs).flatMap(([input, from]) =>
    'literal' in from ? [] : [{ from: `${from.block}.${from.field}`, to: `${name}.${input}` }],
  );

/** The variant `graph-links`: nodes with literals, and links between their ports; the target names the nodes. */
export default {
  ...mock,
  workflow: {
    ...mock.workflow,
    blockName: (index) => `node_${'abcdefghijklmnopqr'.charAt(index)}-x`,
    submit: (blocks) => ({
      method: 'POST',
      path: '/v1/workflows',
      body: { nodes: blocks.map(node), links: blocks.flatMap(links) },
    }),
  },
} satisfies Target;
