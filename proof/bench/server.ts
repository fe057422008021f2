import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Change } from '../../mock/behaviour';
import { type MockOptions, startMock } from '../../mock/server';
import type { Accepted } from './chain';

/** The mock in its own process. It logs its requests, sends the log when its parent asks, and exits with it. */

/** The only argument of the process, as JSON. */
export interface Setup extends Pick<MockOptions, 'defects'> {
  /** Milliseconds before each response. */
  latency?: number;
  /** Milliseconds before the response to an AI request. */
  ai?: number;
}

const log: Accepted[] = [];
const begun = new WeakMap<IncomingMessage, number>();

// Messages of these channels always have these two fields.
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
