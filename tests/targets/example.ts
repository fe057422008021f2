import type { Block, BlockInput, Target } from '../../src/settings/target-file/target';

// Copy this file, keep what your target has, delete the rest, and set TARGET to the copy.
// If you leave out a part, its clauses are reported as "not tested: needs ...", never as violated.
// In place of any pointer you can give a function of the response ({ status, headers, body }).
// The type of its body is unknown, so cast it: ({ body }) => (body as { plan: { left: number } }).plan.left

export default {
  // Headers that every request needs besides Authorization, or a function of the account's variable. Reports show them,
  // and mask what comes from the environment, so read a secret from there: `process.env.GATEWAY_SECRET ?? ''`.
  headers: { 'X-Tenant': 'demo' },

  // A text request with exactly the given fields: any subset of model, prompt and messages, and others in probes.
  text: (fields) => ({ method: 'POST', path: '/v1/text', body: fields }),

  // A value of `messages` that the target accepts, if it rejects [{ role: 'user', content: '...' }].
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Reply with the word ok.' }] }],

  // Leave out `job` if no request returns a job_id. Leave out `submit` if `text` returns it.
  // Pointers are JSON Pointers (RFC 6901) into the response: of the submission for id, of the lookup for the others.
  // As a function, for a submission with status 303 or 302: id: ({ headers }) => headers.location?.split('/').at(-1)
  job: {
    submit: (fields) => ({ method: 'POST', path: '/v1/jobs', body: { input: fields } }),
    id: '/data/job_id',
    state: '/data/status',
    result: '/data/output',
  },

  workflow: {
    // Every input that a block needs, with the kind or kinds that it accepts, and every output field with its kind.
    // With two or more kinds, the suite can connect kinds that do not match.
    blockTypes: [
      { name: 'write', inputs: { prompt: 'text' }, outputs: { text: 'text' } },
      { name: 'draw', inputs: { prompt: 'text' }, outputs: { picture: 'image' } },
      { name: 'describe', inputs: { picture: 'image' }, outputs: { caption: 'text' } },
    ],
    // A literal for each kind that has one.
    samples: { text: 'A short sentence.' },
    // Submit the blocks in this order. Each input is { literal } or { block, field }.
    submit: (blocks) => ({ method: 'POST', path: '/v1/workflows', body: { steps: blocks.map(asStep) } }),
    // Only if the target rejects the suite's block names: the name of the block at this index.
    // blockName: (index) => `step_${index + 1}`,
    // Only if the target allows fewer than five blocks: the maximum.
    // longest: 3,
    runId: '/data/run_id',
  },

  // The second argument is the response to the submission, if the lookup needs more than the ID.
  run: (runId) => ({ path: `/v1/runs/${encodeURIComponent(runId)}` }),

  // The remaining credits in GET /v1/credits, a number or numeric string. Default: the only number in the response.
  // settlesWithin: seconds until every charge shows. Without it, no charge is judged.
  // resolution: every charge is a multiple of it. Leave it out if the balance is rounded: then missing charges and
  // wrong prices are inconclusive.
  credits: { at: '/data/remaining', resolution: 1, settlesWithin: 30 },

  // The list in GET /v1/models, if it is not the only list of objects with an id. With pages:
  // models: { list: '/data', next: ({ body }) => ... the request for the next page, or undefined },
  models: '/data',

  // The limit of the account of RATE_LIMIT_API_KEY, if you know it.
  rateLimit: { calls: 60, seconds: 60 },

  // Seconds: the most that a job takes, and the window of the rate limit.
  patience: { job: 60, window: 61 },

  // Seconds between retries. Default: those of the contract.
  retryDelays: [1, 3, 10],
} satisfies Target;

/** Writes references as `${steps.name.outputs.field}`. You could also build a graph of links here. */
function asStep({ name, type, inputs }: Block) {
  const write = (input: BlockInput) =>
    'literal' in input ? input.literal : `\${steps.${input.block}.outputs.${input.field}}`;
  return {
    id: name,
    type,
    with: Object.fromEntries(Object.entries(inputs).map(([to, from]) => [to, write(from)])),
  };
}
