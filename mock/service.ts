import { authenticate, requireBackend } from './auth';
import type { Answer, Call, Check, Operation, Serve } from './call';
import { readCredits, requireCredits } from './credits';
import { submitJob } from './jobs';
import { admit, requireDay } from './limits';
import { chooseModel, listModels } from './models';
import { answerText, inputChecks, readBody } from './text';
import { processByAi } from './upstream';
import { lookUp, requireOwn } from './work';
import { checkConnections, readBlocks, submitWorkflow } from './workflows';

/** How the mock is reached and how it speaks: contract 1, 4, 9. */
export interface Service {
  /** The neutral word in model names and error type. */
  word: string;
  /** What stands before every path. */
  prefix: string;
  /** Method and path by operation; `:id` in the path, or `run_id` in the query, is the id of a lookup. */
  routes: Readonly<Record<Exclude<Operation, 'unknown'>, { method: string; path: string }>>;
  /** What a call must pass, in this order, by operation. */
  checks: Readonly<Record<Operation, readonly Check[]>>;
  serve: Readonly<Record<Operation, Serve>>;
  /** The status of a served call. */
  success: Readonly<Record<Operation, number>>;
  /** Milliseconds before the answer. */
  delay(call: Call): number;
  /** The last word on every answer. */
  finish(answer: Answer, call: Call): Answer;
  /** The bytes of an answer and their headers. */
  write(answer: Answer, call: Call): Response;
  /** The Authorization header, from the parsed one and from the one on the wire (whitespace at its end kept). */
  authorization(parsed: string | undefined, onTheWire: string | undefined): string | undefined;
}

/** The endpoints that contract 4 shows. */
export const shown = {
  models: { method: 'GET', path: '/v1/models' },
  credits: { method: 'GET', path: '/v1/credits' },
  job: { method: 'GET', path: '/v1/jobs/:id' },
} as const;

export type Shown = keyof typeof shown;

/** Those that take no id. */
export type PlainRead = {
  [Id in Shown]: (typeof shown)[Id]['path'] extends `${string}:id` ? never : Id;
}[Shown];

export const shownOperations = Object.keys(shown) as Shown[];

export const isPlainRead = (operation: Operation): operation is PlainRead =>
  operation in shown && !shown[operation as Shown].path.endsWith(':id');

export const plainReads = shownOperations.filter(isPlainRead);

/** Something for each plain read. */
export const ofPlainReads = <Made>(make: () => Made) =>
  Object.fromEntries(plainReads.map((id) => [id, make()])) as Record<PlainRead, Made>;

const entry: readonly Check[] = [authenticate, admit];
const ai: readonly Check[] = [requireBackend, requireDay, requireCredits, processByAi];
const textChecks: readonly Check[] = [...entry, readBody, chooseModel, ...inputChecks, ...ai];

export const service: Service = {
  word: 'acme',
  prefix: '',
  routes: {
    ...shown,
    text: { method: 'POST', path: '/v1/text' },
    submit: { method: 'POST', path: '/v1/jobs' },
    workflow: { method: 'POST', path: '/v1/workflows' },
    run: { method: 'GET', path: '/v1/runs/:id' },
  },
  checks: {
    ...ofPlainReads(() => entry),
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
  success: {
    ...ofPlainReads(() => 200),
    job: 200,
    text: 200,
    submit: 202,
    workflow: 202,
    run: 200,
    unknown: 200,
  },
  delay() {
    return 0;
  },
  finish(answer) {
    return answer;
  },
  write({ status, headers, body, raw }) {
    return new Response(raw === '' ? null : (raw ?? JSON.stringify(body)), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });
  },
  authorization(parsed) {
    return parsed;
  },
};
