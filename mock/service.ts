import { authenticate, requireBackend } from './auth';
import type { Answer, Call, Check, Operation, Serve } from './call';
import { readCredits, requireCredits } from './credits';
import { submitJob } from './jobs';
import { admit, requireDay } from './limits';
import { chooseModel, listModels } from './models';
import { answerText, readBody, requireInput } from './text';
import { processByAi } from './upstream';
import { lookUp, requireOwn } from './work';
import { checkConnections, readBlocks, submitWorkflow } from './workflows';

/** The reads that take no ID. */
export const plainReads = ['models', 'credits'] as const;

const entry: readonly Check[] = [authenticate, admit];
const ai: readonly Check[] = [requireBackend, requireDay, requireCredits, processByAi];
const textChecks: readonly Check[] = [...entry, readBody, chooseModel, requireInput, ...ai];

/** The checks that a call must pass, in this order, by operation. */
const checks: Readonly<Record<Operation, readonly Check[]>> = {
  models: entry,
  credits: entry,
  job: [...entry, requireOwn('jobs')],
  text: textChecks,
  submit: textChecks,
  workflow: [...entry, readBody, readBlocks, checkConnections, ...ai],
  run: [...entry, requireOwn('runs')],
  unknown: [...entry, () => ({ code: 'not_found', about: 'such place' })],
};

const serve: Readonly<Record<Operation, Serve>> = {
  models: listModels,
  credits: readCredits,
  job: lookUp('jobs'),
  text: answerText,
  submit: submitJob,
  workflow: submitWorkflow,
  run: lookUp('runs'),
  unknown: () => ({}),
};

/** The status of an accepted call; 200 by default. */
const success: Readonly<Partial<Record<Operation, number>>> = { submit: 202, workflow: 202 };

/** Routes, checks and responses of the mock: contract 1, 4, 9. */
export const service = {
  /** The service's name in model names and in `error.type`. */
  word: 'acme',
  /** Prefix of every path. */
  prefix: '',
  /** Keeps service.version-path. The ID of a lookup is `:id` in the path, or `run_id` in the query. */
  routes: {
    models: { method: 'GET', path: '/v1/models' },
    credits: { method: 'GET', path: '/v1/credits' },
    job: { method: 'GET', path: '/v1/jobs/:id' },
    text: { method: 'POST', path: '/v1/text' },
    submit: { method: 'POST', path: '/v1/jobs' },
    workflow: { method: 'POST', path: '/v1/workflows' },
    run: { method: 'GET', path: '/v1/runs/:id' },
  },
  checks,
  serve,
  success,
  /** Milliseconds to wait before the response is sent. */
  delay: (_call: Call) => 0,
  /** The last step of every response; may alter it. */
  finish: (answer: Answer, _call: Call) => answer,
  /** Turns the response into the bytes and headers to send. Keeps service.json. */
  write: ({ status, headers, body, raw }: Answer, _call: Call): Response | Promise<Response> =>
    new Response(raw === '' ? null : (raw ?? JSON.stringify(body) ?? null), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    }),
  /** Chooses the Authorization header: as parsed, or as sent (with whitespace at its end). */
  authorization: (parsed: string | undefined, _onTheWire: string | undefined) => parsed,
};
