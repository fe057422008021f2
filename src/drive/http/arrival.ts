import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** What arrives for one request, as Node sees it. */
export interface Arrival {
  /** Aborts the request when more bytes arrive than a response may have. */
  tooLarge: AbortController;
  /** Why the request failed. Playwright passes only the message on. */
  error?: Error;
}

interface Watched extends Arrival {
  most: number;
}

const sending = new AsyncLocalStorage<Watched>();
const arrivals = new WeakMap<ClientRequest, Watched>();

/**
 * Sends a request and watches its response. Its content codings are left in place: Playwright decodes only
 * one, and without a limit.
 * @param most the greatest number of bytes that a response may have
 */
export async function watching<Result>(
  most: number,
  send: (signal: AbortSignal) => Promise<Result>,
): Promise<{ arrival: Arrival; result: PromiseSettledResult<Result> }> {
  const arrival: Watched = { most, tooLarge: new AbortController() };
  const [result] = await Promise.allSettled([sending.run(arrival, () => send(arrival.tooLarge.signal))]);
  return { arrival, result };
}

subscribe('http.client.request.start', (message) => {
  const arrival = sending.getStore();
  const { request } = message as { request: ClientRequest };
  if (arrival === undefined) return;
  arrivals.set(request, arrival);
  request.once('error', (error) => {
    arrival.error = error;
  });
});

// Published before Playwright sees the response.
subscribe('http.client.response.finish', (message) => {
  const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
  const arrival = arrivals.get(request);
  if (arrival === undefined) return;
  delete response.headers['content-encoding'];
  const { socket } = response;
  let bytes = 0;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > arrival.most) arrival.tooLarge.abort();
  };
  socket.on('data', count);
  response.once('close', () => socket.off('data', count));
});
