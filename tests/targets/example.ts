import type { Block, BlockInput, Target } from '../../src/drive/target';

// Copy this file, keep what your target has, delete the rest, and name the copy in TARGET.
// A part that is left out leaves its clauses "not tested: needs ...", never red.
// Wherever a pointer stands, a function of the answer ({ status, headers, body }) may stand instead.
// Its body is unknown until it is said what it is: ({ body }) => (body as { plan: { left: number } }).plan.left

export default {
  // Headers that every request needs beyond Authorization, or a function of the account's variable. Shown in
  // reports: no secrets.
  headers: { 'X-Tenant': 'demo' },

  // A text request with exactly the given fields: any subset of model, prompt, messages, and in probes more.
  text: (fields) => ({ method: 'POST', path: '/v1/text', body: fields }),

  // A value of `messages` that the target accepts, if this one is not: [{ role: 'user', content: '...' }].
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Reply with the word ok.' }] }],

  // Leave `job` out where no request gives a job_id. Leave `submit` out where `text` gives it.
  // Pointers are JSON Pointers (RFC 6901) into the answer: of the submission for id, of the lookup for the others.
  // A function: id: ({ headers }) => headers.location?.split('/').at(-1), as for a submission answered 303 or 302.
  job: {
    submit: (fields) => ({ method: 'POST', path: '/v1/jobs', body: { input: fields } }),
    id: '/data/job_id',
    state: '/data/status',
    result: '/data/output',
  },

  workflow: {
    // Every input that a block needs, with the kind or kinds that it accepts; every output field with its kind.
    // With two kinds or more the suite can connect kinds that do not match.
    blockTypes: [
      { name: 'write', inputs: { prompt: 'text' }, outputs: { text: 'text' } },
      { name: 'draw', inputs: { prompt: 'text' }, outputs: { picture: 'image' } },
      { name: 'describe', inputs: { picture: 'image' }, outputs: { caption: 'text' } },
    ],
    // A literal for each kind that can be written down.
    samples: { text: 'A short sentence.' },
    // The blocks come in the order in which they are to be submitted; each input is { literal } or { block, field }.
    submit: (blocks) => ({ method: 'POST', path: '/v1/workflows', body: { steps: blocks.map(asStep) } }),
    // Only where the target does not take block names of ours: the name of the block at this place.
    // blockName: (index) => `step_${index + 1}`,
    // The most blocks of a workflow, only where that is fewer than five.
    // longest: 3,
    runId: '/data/run_id',
  },

  // The second argument is the answer to the submission, where a lookup needs more of it than the id.
  run: (runId) => ({ path: `/v1/runs/${encodeURIComponent(runId)}` }),

  // The remaining credits in GET /v1/credits, a number or numeric string; unset, the only number in the answer.
  // With resolution (what every charge is a multiple of, as readings show it: leave it out where they are rounded)
  // and settlesWithin (seconds until every charge is in), missing charges and wrong prices are red; without them,
  // inconclusive.
  credits: { at: '/data/remaining', resolution: 1, settlesWithin: 30 },

  // The list in GET /v1/models, where it is not the only list of objects with an id. With pages:
  // models: { list: '/data', next: ({ body }) => ... the request for the next page, or undefined },
  models: '/data',

  // The limit of the account of RATE_LIMIT_API_KEY, where it is known.
  rateLimit: { calls: 60, seconds: 60 },

  // Seconds that a job may take until it is done, a charge until it is seen, and a window of the rate limit.
  patience: { job: 60, charge: 30, window: 61 },

  // Seconds between repeats after a disturbance; the contract's own where left out.
  retryDelays: [1, 3, 10],
} satisfies Target;

/** References spelt as `${steps.name.outputs.field}`; a graph of links would be built here just as well. */
function asStep({ name, type, inputs }: Block) {
  const spell = (input: BlockInput) =>
    'literal' in input ? input.literal : `\${steps.${input.block}.outputs.${input.field}}`;
  return {
    id: name,
    type,
    with: Object.fromEntries(Object.entries(inputs).map(([to, from]) => [to, spell(from)])),
  };
}
