import type { Block, BlockInput, BlockType, RequestSpec, Target } from '../../drive/target';
import type { Mistake, SoundTarget } from './mistake';

/** Mistakes in how workflows are composed and sent, and their runs looked up. */

type Workflow = NonNullable<Target['workflow']>;

const workflow =
  (change: (right: Workflow) => Partial<Workflow>): NonNullable<Mistake['target']> =>
  (right: SoundTarget) => ({ ...right, workflow: { ...right.workflow, ...change(right.workflow) } });

const sent = (change: (spec: RequestSpec) => object) =>
  workflow((right) => ({
    submit: (blocks) => ({ ...right.submit(blocks), ...change(right.submit(blocks)) }),
  }));

/** The right builder, of other blocks. */
const blocksAs = (change: (blocks: Block[]) => Block[]) =>
  workflow((right) => ({ submit: (blocks) => right.submit(change(blocks)) }));

const inputsAs = (change: (input: BlockInput, block: Block, blocks: Block[]) => BlockInput) =>
  blocksAs((blocks) =>
    blocks.map((block) => ({
      ...block,
      inputs: Object.fromEntries(
        Object.entries(block.inputs).map(([name, input]) => [name, change(input, block, blocks)]),
      ),
    })),
  );

/** References spelt so, as what would be a literal. */
const referencesAs = (spell: (from: { block: string; field: string }) => unknown) =>
  inputsAs((input) => ('block' in input ? { literal: spell(input) } : input));

const types = (change: (type: BlockType) => BlockType) =>
  workflow(({ blockTypes }) => ({ blockTypes: blockTypes.map(change) }));

const type = (name: string, change: (type: BlockType) => Partial<BlockType>) =>
  types((each) => (each.name === name ? { ...each, ...change(each) } : each));

const both = ['mock', 'enveloped'] as const;

const run =
  (look: (id: string) => RequestSpec): NonNullable<Mistake['target']> =>
  (right) => ({ ...right, run: look });

export const workflowMistakes: Record<string, Omit<Mistake, 'part'>> = {
  'a typo in the path of workflows': {
    on: [...both, 'text-as-job'],
    target: sent(() => ({ path: '/v1/workflow' })),
    says: 'workflow.submit',
  },
  'GET for the POST of workflows': {
    on: both,
    target: sent(() => ({ method: 'GET' })),
    says: 'workflow.submit',
  },
  'the blocks nested where they are not': {
    on: both,
    target: sent(({ body }) => ({ body: { workflow: body } })),
    says: 'workflow.submit',
  },
  'another name for the list of blocks': {
    target: sent(({ body }) => ({ body: { steps: (body as { blocks: unknown }).blocks } })),
    says: 'workflow.submit',
  },
  'references as a string with a dot': {
    often: true,
    on: both,
    target: referencesAs(({ block, field }) => `${block}.${field}`),
    says: 'workflow',
  },
  'references as an object of other names': {
    on: both,
    target: referencesAs(({ block, field }) => ({ from: block, output: field })),
    says: 'workflow',
  },
  'references as templates of another kind': {
    on: ['templates'],
    target: referencesAs(({ block, field }) => `{{${block}.${field}}}`),
    says: 'workflow',
  },
  'references as literals, where every kind is text': {
    on: ['templates'],
    target: (right) => {
      const words = right.workflow.blockTypes.filter(({ name }) => name === 'write' || name === 'label');
      const made = referencesAs(({ block, field }) => `{{${block}.${field}}}`)(right) as SoundTarget;
      return { ...made, workflow: { ...made.workflow, blockTypes: words } };
    },
    says: 'workflow.references',
  },
  'references with block and field exchanged': {
    on: both,
    target: inputsAs((input) => ('block' in input ? { block: input.field, field: input.block } : input)),
    says: 'workflow',
  },
  'references to the type of a block instead of its name': {
    target: inputsAs((input, _, blocks) =>
      'block' in input
        ? { ...input, block: blocks.find(({ name }) => name === input.block)?.type ?? input.block }
        : input,
    ),
    says: 'workflow',
  },
  'the links of a graph left out': {
    on: ['graph'],
    target: sent(({ body }) => ({ body: { ...(body as object), links: [] } })),
    says: 'workflow.submit: the field that',
  },
  'the links of a graph the wrong way round': {
    on: ['graph'],
    target: sent(({ body }) => {
      const { links, ...others } = body as { links: { from: string; to: string }[] };
      return { body: { ...others, links: links.map(({ from, to }) => ({ from: to, to: from })) } };
    }),
    says: 'workflow',
  },
  'the type of a block misspelt': {
    on: both,
    target: type('label', () => ({ name: 'lable' })),
    says: 'workflow',
  },
  'the type of the first block misspelt': {
    on: both,
    target: type('write', () => ({ name: 'wirte' })),
    says: 'workflow',
  },
  'a type in capitals': {
    on: both,
    target: types((each) => ({ ...each, name: each.name.toUpperCase() })),
    says: 'workflow',
  },
  'an input of a block left out': {
    on: both,
    target: type('shorten', ({ inputs: { length: _, ...inputs } }) => ({ inputs })),
    says: 'workflow',
  },
  'an input that a block does not have': {
    on: both,
    target: type('write', ({ inputs }) => ({ inputs: { ...inputs, tone: 'text' } })),
    says: 'workflow',
  },
  'an input misspelt': {
    on: both,
    target: type('resize', () => ({ inputs: { image: 'image', widht: 'number' } })),
    says: 'workflow',
  },
  'an output misspelt': {
    on: both,
    target: type('write', () => ({ outputs: { txt: 'text', words: 'number' } })),
    says: 'workflow',
  },
  'an output of one block misspelt': {
    on: both,
    target: type('describe', () => ({ outputs: { captoin: 'text', score: 'number' } })),
    says: 'workflow',
  },
  'an output left out': { on: both, target: type('write', () => ({ outputs: { text: 'text' } })), says: '' },
  'an output left out that another block has': {
    on: both,
    target: type('draw', () => ({ outputs: { seed: 'number' } })),
    says: '',
  },
  'an output that a block does not have': {
    on: both,
    target: type('write', ({ outputs }) => ({ outputs: { ...outputs, image: 'image' } })),
    says: 'workflow',
  },
  'an output of another kind': {
    on: both,
    target: type('draw', () => ({ outputs: { image: 'image', seed: 'text' } })),
    says: 'workflow',
  },
  'an image declared as text': {
    on: both,
    target: type('draw', () => ({ outputs: { image: 'text', seed: 'number' } })),
    says: 'workflow',
  },
  'an input that takes more kinds than it does': {
    on: both,
    target: type('shorten', () => ({ inputs: { text: 'text', length: ['number', 'text'] } })),
    says: 'workflow',
  },
  'an input that takes fewer kinds than it does': {
    on: both,
    target: type('label', () => ({ inputs: { value: 'text' } })),
    says: '',
  },
  'an input of another kind': {
    on: both,
    target: type('shorten', () => ({ inputs: { text: 'text', length: 'image' } })),
    says: 'workflow',
  },
  'two names for one kind': {
    target: workflow(({ blockTypes, samples }) => ({
      blockTypes: blockTypes.map((each) =>
        each.name === 'label' ? { ...each, inputs: { value: ['string', 'number'] } } : each,
      ),
      samples: { ...samples, string: 'Hello' },
    })),
    says: 'workflow.kinds',
  },
  'one name for all kinds': {
    target: types((each) => ({
      ...each,
      inputs: Object.fromEntries(Object.keys(each.inputs).map((name) => [name, 'any'])),
      outputs: Object.fromEntries(Object.keys(each.outputs).map((name) => [name, 'any'])),
    })),
    says: 'workflow.blockTypes and workflow.samples allow no chain',
  },
  'samples of the wrong kind': {
    on: both,
    target: workflow(() => ({ samples: { text: 3, number: 'three' } })),
    says: 'workflow',
  },
  'a sample of the wrong kind': {
    on: both,
    target: workflow(() => ({ samples: { text: 'Hello', number: 'three' } })),
    says: 'workflow',
  },
  'a sample left out': { target: workflow(() => ({ samples: { number: 3 } })), says: 'workflow' },
  'more blocks than the server takes': {
    on: ['three-blocks'],
    target: workflow(() => ({ longest: 5 })),
    says: 'workflow',
  },
  'one name for every block': {
    on: ['graph'],
    target: workflow(() => ({ blockName: () => 'node_a-x' })),
    says: 'workflow.blockName',
  },
  'names of blocks of another form': {
    target: workflow(() => ({ blockName: (index) => `block ${index}` })),
    says: '',
  },
  'the blocks in reverse order': {
    target: blocksAs((blocks) => [...blocks].reverse()),
    says: 'workflow.submit: the blocks are not sent in the order given',
  },
  'only the first block': { target: blocksAs((blocks) => blocks.slice(0, 1)), says: 'workflow.submit' },
  'the types of blocks left out': {
    target: blocksAs((blocks) => blocks.map((block) => ({ ...block, type: 'write' }))),
    says: 'workflow.submit: the type of a block is left out',
  },
  'literals left out': {
    target: inputsAs((input) => ('literal' in input ? { literal: null } : input)),
    says: 'workflow.submit: the literal of',
  },
  'literals replaced': {
    target: inputsAs((input) => ('literal' in input ? { literal: 'Hello' } : input)),
    says: 'workflow.submit: the literal of',
  },
  'references to the block before, whatever was given': {
    target: inputsAs((input, block, blocks) =>
      'block' in input ? { ...input, block: blocks[blocks.indexOf(block) - 1]?.name ?? input.block } : input,
    ),
    says: 'workflow.submit: the block that',
  },
  'references to one field, whatever was given': {
    target: inputsAs((input) => ('block' in input ? { ...input, field: 'text' } : input)),
    says: 'workflow.submit: the field that',
  },
};

export const runMistakes: Record<string, Omit<Mistake, 'part'>> = {
  'a pointer to the run_id that leads nowhere': {
    on: both,
    target: workflow(() => ({ runId: '/id' })),
    says: 'workflow.runId',
  },
  'a pointer to the status of the answer instead of the run_id': {
    on: ['enveloped'],
    target: workflow(() => ({ runId: '/status' })),
    says: 'workflow.runId',
  },
  'a typo in the path of runs': {
    on: [...both, 'text-as-job'],
    target: run((id) => ({ path: `/v1/run/${id}` })),
    says: 'run',
  },
  'POST for the GET of runs': {
    on: both,
    target: run((id) => ({ method: 'POST', path: `/v1/runs/${id}` })),
    says: 'run',
  },
  'runs looked up where jobs are': {
    on: both,
    target: run((id) => ({ path: `/v1/jobs/${id}` })),
    says: 'run',
  },
  'runs looked up by a parameter of another name': {
    on: ['text-as-job'],
    target: run((id) => ({ path: `/v1/flow-status?id=${id}` })),
    says: 'run',
  },
  'runs looked up by a parameter where they stand in the path': {
    on: both,
    target: run((id) => ({ path: `/v1/runs?run_id=${id}` })),
    says: 'run',
  },
  'the id left out of the look-up of runs': {
    target: run(() => ({ path: '/v1/runs/latest' })),
    says: 'run: the id is left out',
  },
  'the id in capitals': {
    target: run((id) => ({ path: `/v1/runs/${id.toUpperCase()}` })),
    says: 'run: the id is left out',
  },
  'a run without a workflow': { target: ({ workflow: _, ...right }) => right, says: 'workflow' },
};
