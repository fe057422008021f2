import type { Block as Read } from '../../mock/call';
import { workflows } from '../../mock/workflows';
import type { Block } from '../../src/settings/target-file/target';

/** The faulty connections of a workflow according to the mock, which is independent of the code under test. */
export const faultsIn = (blocks: readonly Block[]) =>
  workflows.faulty(blocks as readonly Read[]).map(({ reason, reader, input, block, field }) => ({
    flaw: reason,
    consumer: reader,
    input,
    source: block,
    field,
  }));
