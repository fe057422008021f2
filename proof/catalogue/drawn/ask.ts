import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { mockKeys } from '../../../mock/accounts';
import type { Operation } from '../../../mock/call';
import { isObject } from '../../../mock/json';
import { type MockOptions, startMock } from '../../../mock/server';
import { isPlainRead, shown } from '../../../mock/service';

/** A request as it is to be sent; without more, one of API_KEY. */
export interface Sent {
  method?: string;
  path: string;
  /** In latin1; null for no header. */
  authorization?: string | null;
  headers?: Record<string, string>;
  /** A text is sent as it is, another value as JSON. */
  body?: unknown;
}

export interface Reply {
  status: number;
  text: string;
  /** Undefined where the text is no JSON. */
  body: unknown;
  /** The members of `error`; empty where there is none. */
  error: Record<string, unknown>;
}

/** Sends one request after another, all over one connection. */
export type Ask = (sent: Sent) => Promise<Reply>;

const owner = `Bearer ${mockKeys.API_KEY}`;

export const wasAccepted = ({ status }: Reply) => status >= 200 && status < 300;

/** A mock that lasts as long as it is held, and how to ask it. */
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

/** @returns how to ask, and how to end it */
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
      // A text would take the header with it into UTF-8.
      sending.end(Buffer.from(text));
      const [answer] = (await once(sending, 'response')) as [IncomingMessage];
      const pieces: Buffer[] = [];
      for await (const piece of answer) pieces.push(piece as Buffer);
      return replyOf(answer.statusCode ?? 0, Buffer.concat(pieces).toString());
    },
  };
}

/** What a text is as JSON; undefined where it is none. */
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

/** What to ask of an operation: without more, what API_KEY is served. */
export interface Request extends Omit<Sent, 'path' | 'method'> {
  /** Of a lookup: a new job or run of API_KEY's where absent. */
  id?: string;
}

export const textFields = { model: 'acme-text-nano', prompt: 'Hello' };
export const soundBlocks = [
  { name: 'one', type: 'write', inputs: { prompt: 'Hello' } },
  { name: 'two', type: 'label', inputs: { value: { block: 'one', field: 'text' } } },
];

/** Submits a job or a workflow. @returns its id */
export async function submitted(ask: Ask, kind: 'jobs' | 'runs', authorization = owner): Promise<string> {
  const { body } = await reach(ask, kind === 'jobs' ? 'submit' : 'workflow', { authorization });
  return isObject(body) ? String(body[kind === 'jobs' ? 'job_id' : 'run_id']) : '';
}

/** Whether an answer is not the one that the contract asks for. */
export const otherThan =
  (status: number, code: string) =>
  (reply: Reply): boolean =>
    reply.status !== status || reply.error.code !== code;

/** Sends so often, and says whether this held of any answer. */
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

/** The credits that an account has left: that of API_KEY, where no other is named. */
export const left = async (ask: Ask, authorization = owner): Promise<number> =>
  ((await ask({ path: '/v1/credits', authorization })).body as { credits: { remaining: number } }).credits
    .remaining;

/** What such an account has fewer credits after something than before. */
export async function costOf(ask: Ask, act: () => Promise<unknown>, authorization = owner): Promise<number> {
  const before = await left(ask, authorization);
  await act();
  return before - (await left(ask, authorization));
}

/** Sends a request to an operation of the mock. */
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
