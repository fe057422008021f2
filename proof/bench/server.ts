import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Change } from '../../mock/behaviour';
import { type MockOptions, startMock } from '../../mock/server';
import type { Accepted } from './chain';

/** The mock in a process of its own, which keeps what it served until its parent asks for it, and ends with it. */

/** What its parent sends as the only argument, as JSON. */
export interface Setup extends Pick<MockOptions, 'defects'> {
  /** Milliseconds before each answer. */
  latency?: number;
  /** Milliseconds before the answer to a request that uses the AI. */
  ai?: number;
}

const log: Accepted[] = [];
const begun = new WeakMap<IncomingMessage, number>();

// These channels carry the same two, always.
type Message = { request: IncomingMessage; response: ServerResponse };
subscribe('http.server.request.start', (message) => {
  begun.set((message as Message).request, performance.now());
});
subscribe('http.server.response.finish', (message) => {
  const { request, response } = message as Message;
  log.push({
    method: request.method ?? '',
    path: request.url ?? '',
    authorization: request.headers.authorization ?? '',
    status: response.statusCode,
    started: begun.get(request) ?? 0,
    ended: performance.now(),
  });
});

async function main(): Promise<void> {
  const { latency = 0, ai = latency, defects }: Setup = JSON.parse(process.argv[2] ?? '{}');
  const variant: Change = {
    service: { delay: ({ price, rejection }) => (price > 0 && !rejection ? ai : latency) },
  };
  const { url } = await startMock({ variant, ...(defects && { defects }) });
  process.on('message', () => process.send?.(log));
  process.on('disconnect', () => process.exit());
  process.send?.(url);
}

void main();
