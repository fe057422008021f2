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

/** Routes, checks and responses of the mock: contract 1, 4, 9. */
export interface Service {
  /** The service's name in model names and in `error.type`. */
  word: string;
  /** Prefix of every path. */
  prefix: string;
  /** Method and path by operation. Keeps service.version-path. The ID of a lookup is `:id` in the path, or `run_id` in the query. */
  routes: Readonly<Record<Exclude<Operation, 'unknown'>, { method: string; path: string }>>;
  /** The checks that a call must pass, in this order, by operation. */
  checks: Readonly<Record<Operation, readonly Check[]>>;
  serve: Readonly<Record<Operation, Serve>>;
  /** The status of an accepted call; 200 by default. */
  success: Readonly<Partial<Record<Operation, number>>>;
  /** Milliseconds to wait before the response is sent. */
  delay(call: Call): number;
  /** The last step of every response; may alter it. */
  finish(answer: Answer, call: Call): Answer;
  /** Turns the response into the bytes and headers to send. Keeps service.json. */
  write(answer: Answer, call: Call): Response | Promise<Response>;
  /** Chooses the Authorization header: as parsed, or as sent (with whitespace at its end). */
  authorization(parsed: string | undefined, onTheWire: string | undefined): string | undefined;
}

/** The reads that take no ID. */
export const plainReads = ['models', 'credits'] as const;

const entry: readonly Check[] = [authenticate, admit];
const ai: readonly Check[] = [requireBackend, requireDay, requireCredits, processByAi];
const textChecks: readonly Check[] = [...entry, readBody, chooseModel, requireInput, ...ai];

export const service: Service = {
  word: 'acme',
  prefix: '',
  routes: {
    models: { method: 'GET', path: '/v1/models' },
    credits: { method: 'GET', path: '/v1/credits' },
    job: { method: 'GET', path: '/v1/jobs/:id' },
    text: { method: 'POST', path: '/v1/text' },
    submit: { method: 'POST', path: '/v1/jobs' },
    workflow: { method: 'POST', path: '/v1/workflows' },
    run: { method: 'GET', path: '/v1/runs/:id' },
  },
  checks: {
    models: entry,
    credits: entry,
    job: [...entry, requireOwn('jobs')],
    text: textChecks,
    submit: textChecks,
    workflow: [...entry, readBody, readBlocks, checkConnections, ...ai],
    run: [...entry, requireOwn('runs')],
    unknown: [...entry, () => ({ code: 'not_found', about: 'such place' })],
  },
  serve: {
    models: listModels,
    credits: readCredits,
    job: lookUp('jobs'),
    text: answerText,
    submit: submitJob,
    workflow: submitWorkflow,
    run: lookUp('runs'),
    unknown: () => ({}),
  },
  success: { submit: 202, workflow: 202 },
  delay() {
    return 0;
  },
  finish(answer) {
    return answer;
  },
  write({ status, headers, body, raw }) {
    return new Response(raw === '' ? null : (raw ?? JSON.stringify(body) ?? null), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });
  },
  authorization(parsed) {
    return parsed;
  },
};
