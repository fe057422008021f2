import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { mockKeys } from '../../../mock/accounts';
import type { Operation } from '../../../mock/call';
import { isObject } from '../../../mock/json';
import { type MockOptions, startMock } from '../../../mock/server';
import { isPlainRead, shown } from '../../../mock/service';

/** A request to send. By default it carries API_KEY. */
export interface Sent {
  method?: string;
  path: string;
  /** Header value as latin1; null omits the header. */
  authorization?: string | null;
  headers?: Record<string, string>;
  /** A string is sent unchanged, any other value as JSON. */
  body?: unknown;
}

export interface Reply {
  status: number;
  text: string;
  /** Undefined if the text is not JSON. */
  body: unknown;
  /** The fields of `error`; empty if there is no error object. */
  error: Record<string, unknown>;
}

/** Sends a request; all requests use one connection. */
export type Ask = (sent: Sent) => Promise<Reply>;

const owner = `Bearer ${mockKeys.API_KEY}`;

export const wasAccepted = ({ status }: Reply) => status >= 200 && status < 300;

/** Starts a mock that is closed on disposal, and returns it with a function that sends requests to it. */
export async function mockToAsk(options: MockOptions = {}) {
  const mock = await startMock(options);
  const { ask, close } = askOf(mock.url);
  return {
    ask,
    url: mock.url,
    async [Symbol.asyncDispose]() {
      close();
      await mock.close();
    },
  };
}

/** @returns a function that sends requests, and one that closes the connection */
export function askOf(url: string): { ask: Ask; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    close: () => agent.destroy(),
    async ask({ method = 'GET', path, authorization = owner, headers = {}, body }) {
      const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
      const sending = request(url + path, {
        agent,
        method,
        headers: {
          ...(text !== '' && { 'content-type': 'application/json' }),
          'content-length': Buffer.byteLength(text),
          ...(authorization !== null && { authorization }),
          ...headers,
        },
      });
      // With a string body, Node would encode the headers as UTF-8, too.
      sending.end(Buffer.from(text));
      const [answer] = (await once(sending, 'response')) as [IncomingMessage];
      const pieces: Buffer[] = [];
      for await (const piece of answer) pieces.push(piece as Buffer);
      return replyOf(answer.statusCode ?? 0, Buffer.concat(pieces).toString());
    },
  };
}

/** Parses a text as JSON; undefined if it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isJson = (text: string) => jsonOf(text) !== undefined;

function replyOf(status: number, text: string): Reply {
  const body = jsonOf(text);
  return { status, text, body, error: isObject(body) && isObject(body.error) ? body.error : {} };
}

/** Changes to a request of an operation. Without changes, API_KEY is accepted. */
export interface Request extends Omit<Sent, 'path' | 'method'> {
  /** The ID of a lookup; a new job or run of API_KEY if omitted. */
  id?: string;
}

export const textFields = { model: 'acme-text-nano', prompt: 'Hello' };
export const soundBlocks = [
  { name: 'one', type: 'write', inputs: { prompt: 'Hello' } },
  { name: 'two', type: 'label', inputs: { value: { block: 'one', field: 'text' } } },
];

/** Submits a job or a workflow. @returns its ID */
export async function submitted(ask: Ask, kind: 'jobs' | 'runs', authorization = owner): Promise<string> {
  const { body } = await reach(ask, kind === 'jobs' ? 'submit' : 'workflow', { authorization });
  return isObject(body) ? String(body[kind === 'jobs' ? 'job_id' : 'run_id']) : '';
}

/** Returns whether a response lacks the status or the code that the contract requires. */
export const otherThan =
  (status: number, code: string) =>
  (reply: Reply): boolean =>
    reply.status !== status || reply.error.code !== code;

/** Sends `times` requests and returns whether `holds` was true for any response. */
export async function ever(
  times: number,
  send: () => Promise<Reply>,
  holds: (reply: Reply) => boolean,
): Promise<boolean> {
  let any = false;
  for (let sent = 0; sent < times; sent++) any = holds(await send()) || any;
  return any;
}

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Reads the remaining credits of an account, by default that of API_KEY. */
export const left = async (ask: Ask, authorization = owner): Promise<number> =>
  ((await ask({ path: '/v1/credits', authorization })).body as { credits: { remaining: number } }).credits
    .remaining;

/** Returns how many credits such an account loses during `act`. */
export async function costOf(ask: Ask, act: () => Promise<unknown>, authorization = owner): Promise<number> {
  const before = await left(ask, authorization);
  await act();
  return before - (await left(ask, authorization));
}

/** Sends a request of an operation of the mock. */
export async function reach(
  ask: Ask,
  operation: Exclude<Operation, 'unknown'>,
  { id, ...more }: Request = {},
): Promise<Reply> {
  if (isPlainRead(operation)) return ask({ path: shown[operation].path, ...more });
  if (operation === 'job' || operation === 'run') {
    const kind = operation === 'job' ? 'jobs' : 'runs';
    return ask({ path: `/v1/${kind}/${encodeURIComponent(id ?? (await submitted(ask, kind)))}`, ...more });
  }
  if (operation === 'workflow')
    return ask({ method: 'POST', path: '/v1/workflows', body: { blocks: soundBlocks }, ...more });
  return ask({
    method: 'POST',
    path: operation === 'text' ? '/v1/text' : '/v1/jobs',
    body: textFields,
    ...more,
  });
}
