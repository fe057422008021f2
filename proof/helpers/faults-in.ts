import type { Block as Read } from '../../mock/call';
import { workflows as reference } from '../../mock/workflows';
import type { Block } from '../../src/drive/target-file/target';
import type { Workflow } from '../../src/probes/chains';

/** The faulty connections of a workflow according to the mock, which is independent of the code under test. */
export function faultsIn({ blockTypes }: Workflow, blocks: readonly Block[]) {
  const types = Object.fromEntries(
    blockTypes.map(({ name, inputs, outputs }) => {
      const kinds = Object.entries(inputs).map(([input, kinds]) => [input, [kinds].flat()]);
      return [name, { inputs: Object.fromEntries(kinds), outputs }];
    }),
  );
  return reference
    .faulty(blocks as readonly Read[], types)
    .map(({ reason, reader, input, block, field }) => ({
      flaw: reason,
      consumer: reader,
      input,
      source: block,
      field,
    }));
}
