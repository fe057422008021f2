import type { Block, BlockInput, Target } from '../../src/settings/target-file/target';

const value = (input: BlockInput): unknown => ('literal' in input ? input.literal : input);

const asMockBlock = ({ name, type, inputs }: Block) => ({
  name,
  type,
  inputs: Object.fromEntries(Object.entries(inputs).map(([input, from]) => [input, value(from)])),
});

/** Describes what the contract leaves unspecified, for the built-in mock. */
export default {
  text: (fields) => ({ method: 'POST', path: '/v1/text', body: fields }),
  job: {
    submit: (fields) => ({ method: 'POST', path: '/v1/jobs', body: fields }),
    id: '/job_id',
    state: '/state',
    result: '/result',
  },
  workflow: {
    blockTypes: [
      { name: 'write', inputs: { prompt: 'text' }, outputs: { text: 'text', words: 'number' } },
      { name: 'shorten', inputs: { text: 'text', length: 'number' }, outputs: { summary: 'text' } },
      { name: 'draw', inputs: { prompt: 'text' }, outputs: { image: 'image', seed: 'number' } },
      { name: 'resize', inputs: { image: 'image', width: 'number' }, outputs: { image: 'image' } },
      { name: 'describe', inputs: { image: 'image' }, outputs: { caption: 'text', score: 'number' } },
      { name: 'label', inputs: { value: ['text', 'number'] }, outputs: { label: 'text' } },
    ],
    samples: { text: 'Hello', number: 3 },
    submit: (blocks) => ({
      method: 'POST',
      path: '/v1/workflows',
      body: { blocks: blocks.map(asMockBlock) },
    }),
    runId: '/run_id',
  },
  run: (runId) => ({ path: `/v1/runs/${encodeURIComponent(runId)}` }),
  credits: { at: '/credits/remaining', resolution: 1, settlesWithin: 0.3 },
  models: '/models',
  rateLimit: { calls: 5, seconds: 0.5 },
  patience: { job: 1.5, window: 3 },
  retryDelays: [0.02, 0.05, 0.1],
} satisfies Target;
