import type {
  Block,
  BlockInput,
  BlockType,
  RequestSpec,
  Target,
} from '../../../src/settings/target-file/target';
import type { SoundTarget } from '../variants/variant';
import { both, row, rows, three, type WrongTarget } from './mistake';

/** Mistakes in building and sending workflows, and in the lookup of their runs. */

type Workflow = NonNullable<Target['workflow']>;

const workflow =
  (change: Partial<Workflow> | ((right: Workflow) => Partial<Workflow>)): WrongTarget =>
  (right) => ({
    ...right,
    workflow: { ...right.workflow, ...(typeof change === 'function' ? change(right.workflow) : change) },
  });

const sent = (change: (spec: RequestSpec) => object) =>
  workflow((right) => ({
    submit: (blocks) => ({ ...right.submit(blocks), ...change(right.submit(blocks)) }),
  }));

/** Changes the blocks and passes them to the correct builder. */
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

/** Writes references with `spell` and sends them as literals. */
const referencesAs = (spell: (from: { block: string; field: string }) => unknown) =>
  inputsAs((input) => ('block' in input ? { literal: spell(input) } : input));

const types = (change: (type: BlockType) => BlockType) =>
  workflow(({ blockTypes }) => ({ blockTypes: blockTypes.map(change) }));

const type = (name: string, change: Partial<BlockType> | ((type: BlockType) => Partial<BlockType>)) =>
  types((each) =>
    each.name === name ? { ...each, ...(typeof change === 'function' ? change(each) : change) } : each,
  );

const run =
  (look: (id: string) => RequestSpec): WrongTarget =>
  (right) => ({ ...right, run: look });

export const workflowMistakes = {
  'a typo in the path of workflows': row(
    'workflow.submit',
    three,
    sent(() => ({ path: '/v1/workflow' })),
  ),
  ...rows('workflow.submit', both, {
    'GET for the POST of workflows': sent(() => ({ method: 'GET' })),
    'the blocks nested where they are not': sent(({ body }) => ({ body: { workflow: body } })),
  }),
  ...rows('workflow.submit', 'mock', {
    'another name for the list of blocks': sent(({ body }) => ({
      body: { steps: (body as { blocks: unknown }).blocks },
    })),
    'only the first block': blocksAs((blocks) => blocks.slice(0, 1)),
  }),
  ...rows('workflow', both, {
    'references as a string with a dot': referencesAs(({ block, field }) => `${block}.${field}`),
    'references as an object of other names': referencesAs(({ block, field }) => ({
      from: block,
      output: field,
    })),
    'references with block and field exchanged': inputsAs((input) =>
      'block' in input ? { block: input.field, field: input.block } : input,
    ),
    'the type of a block misspelt': type('label', { name: 'lable' }),
    'the type of the first block misspelt': type('write', { name: 'wirte' }),
    'a type in capitals': types((each) => ({ ...each, name: each.name.toUpperCase() })),
    'an input of a block left out': type('shorten', ({ inputs: { length: _, ...inputs } }) => ({ inputs })),
    'an input that a block does not have': type('write', ({ inputs }) => ({
      inputs: { ...inputs, tone: 'text' },
    })),
    'an input misspelt': type('resize', { inputs: { image: 'image', widht: 'number' } }),
    'an output misspelt': type('write', { outputs: { txt: 'text', words: 'number' } }),
    'an output of one block misspelt': type('describe', {
      outputs: { captoin: 'text', score: 'number' },
    }),
    'an output that a block does not have': type('write', ({ outputs }) => ({
      outputs: { ...outputs, image: 'image' },
    })),
    'an output of another kind': type('draw', { outputs: { image: 'image', seed: 'text' } }),
    'an image declared as text': type('draw', { outputs: { image: 'text', seed: 'number' } }),
    'an input that takes more kinds than it does': type('shorten', {
      inputs: { text: 'text', length: ['number', 'text'] },
    }),
    'an input of another kind': type('shorten', { inputs: { text: 'text', length: 'image' } }),
    'samples of the wrong kind': workflow({ samples: { text: 3, number: 'three' } }),
    'a sample of the wrong kind': workflow({ samples: { text: 'Hello', number: 'three' } }),
  }),
  ...rows('workflow', 'templates', {
    'references as templates of another kind': referencesAs(({ block, field }) => `{{${block}.${field}}}`),
  }),
  ...rows('workflow.references', 'templates', {
    'references as literals, where every kind is text': (right) => {
      const words = right.workflow.blockTypes.filter(({ name }) => name === 'write' || name === 'label');
      const made = referencesAs(({ block, field }) => `{{${block}.${field}}}`)(right) as SoundTarget;
      return { ...made, workflow: { ...made.workflow, blockTypes: words } };
    },
  }),
  ...rows('workflow', 'mock', {
    'references to the type of a block instead of its name': inputsAs((input, _, blocks) =>
      'block' in input
        ? { ...input, block: blocks.find(({ name }) => name === input.block)?.type ?? input.block }
        : input,
    ),
    'a sample left out': workflow({ samples: { number: 3 } }),
  }),
  ...rows('workflow.submit: the field that', 'graph', {
    'the links of a graph left out': sent(({ body }) => ({ body: { ...(body as object), links: [] } })),
  }),
  ...rows('workflow', 'graph', {
    'the links of a graph the wrong way round': sent(({ body }) => {
      const { links, ...others } = body as { links: { from: string; to: string }[] };
      return { body: { ...others, links: links.map(({ from, to }) => ({ from: to, to: from })) } };
    }),
  }),
  ...rows('', both, {
    'an output left out': type('write', { outputs: { text: 'text' } }),
    'an output left out that another block has': type('draw', { outputs: { seed: 'number' } }),
    'an input that takes fewer kinds than it does': type('label', { inputs: { value: 'text' } }),
  }),
  ...rows('workflow.kinds', 'mock', {
    'two names for one kind': workflow(({ blockTypes, samples }) => ({
      blockTypes: blockTypes.map((each) =>
        each.name === 'label' ? { ...each, inputs: { value: ['string', 'number'] } } : each,
      ),
      samples: { ...samples, string: 'Hello' },
    })),
  }),
  ...rows('workflow.blockTypes and workflow.samples allow no chain', 'mock', {
    'one name for all kinds': types((each) => ({
      ...each,
      inputs: Object.fromEntries(Object.keys(each.inputs).map((name) => [name, 'any'])),
      outputs: Object.fromEntries(Object.keys(each.outputs).map((name) => [name, 'any'])),
    })),
  }),
  'more blocks than the server takes': row('workflow', 'three-blocks', workflow({ longest: 5 })),
  'one name for every block': row('workflow.blockName', 'graph', workflow({ blockName: () => 'node_a-x' })),
  'names of blocks of another form': row('', 'mock', workflow({ blockName: (index) => `block ${index}` })),
  ...rows('workflow.submit: the blocks are not sent in the order given', 'mock', {
    'the blocks in reverse order': blocksAs((blocks) => [...blocks].reverse()),
  }),
  ...rows('workflow.submit: the type of a block is left out', 'mock', {
    'the types of blocks left out': blocksAs((blocks) =>
      blocks.map((block) => ({ ...block, type: 'write' })),
    ),
  }),
  ...rows('workflow.submit: the literal of', 'mock', {
    'literals left out': inputsAs((input) => ('literal' in input ? { literal: null } : input)),
    'literals replaced': inputsAs((input) => ('literal' in input ? { literal: 'Hello' } : input)),
  }),
  ...rows('workflow.submit: the block that', 'mock', {
    'references to the block before, whatever was given': inputsAs((input, block, blocks) =>
      'block' in input ? { ...input, block: blocks[blocks.indexOf(block) - 1]?.name ?? input.block } : input,
    ),
  }),
  ...rows('workflow.submit: the field that', 'mock', {
    'references to one field, whatever was given': inputsAs((input) =>
      'block' in input ? { ...input, field: 'text' } : input,
    ),
  }),
};

export const runMistakes = {
  'a pointer to the run_id that leads nowhere': row('workflow.runId', both, workflow({ runId: '/id' })),
  ...rows('workflow.runId', 'enveloped', {
    'a pointer to the status of the answer instead of the run_id': workflow({ runId: '/status' }),
  }),
  'a typo in the path of runs': row(
    'run',
    three,
    run((id) => ({ path: `/v1/run/${id}` })),
  ),
  ...rows('run', both, {
    'POST for the GET of runs': run((id) => ({ method: 'POST', path: `/v1/runs/${id}` })),
    'runs looked up where jobs are': run((id) => ({ path: `/v1/jobs/${id}` })),
    'runs looked up by a parameter where they stand in the path': run((id) => ({
      path: `/v1/runs?run_id=${id}`,
    })),
  }),
  ...rows('run', 'text-as-job', {
    'runs looked up by a parameter of another name': run((id) => ({ path: `/v1/flow-status?id=${id}` })),
  }),
  ...rows('run: the id is left out', 'mock', {
    'the id left out of the lookup of runs': run(() => ({ path: '/v1/runs/latest' })),
    'the id in capitals': run((id) => ({ path: `/v1/runs/${id.toUpperCase()}` })),
  }),
  'a run without a workflow': row('run needs workflow', 'mock', ({ workflow: _, ...right }) => right),
};
