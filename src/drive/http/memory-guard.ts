import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A body above this is not read further: nothing that the contract shows is near it. */
export const LARGEST_BODY = 16 * 2 ** 20;
/** A body that is still arriving (or unpacking) is cut off once the buffers of the process have grown by this. */
const LARGEST_GROWTH = 128 * 2 ** 20;
/** The most bytes that a packed one becomes (RFC 1951: 258 of two bits); what is packed otherwise knows no bound. */
const UNPACKED: Record<string, number> = { gzip: 1032, 'x-gzip': 1032, deflate: 1032 };

/** A response whose body is arriving, and how much its connection had carried before. */
interface Arriving {
  response: IncomingMessage;
  carried: number;
}

/** What is sent on behalf of one guard. */
interface Transfer {
  arriving?: Arriving;
}

const transfers = new AsyncLocalStorage<Transfer>();

subscribe('http.client.request.start', (message) => {
  const transfer = transfers.getStore();
  const { request } = message as { request: ClientRequest };
  if (transfer !== undefined)
    request.once('response', (response) => {
      transfer.arriving = { response, carried: response.socket.bytesRead };
    });
});

interface MemoryGuard {
  signal: AbortSignal;
  /** Sends the request whose response is guarded. */
  watching<Result>(send: () => Result): Result;
  stop(): void;
}

/**
 * Gives a signal once a response takes more memory than any may. Buffers are counted for the whole process, so where
 * those have grown, whatever else is in flight and cannot be that large is left alone.
 */
export function guardMemory(): MemoryGuard {
  const controller = new AbortController();
  const transfer: Transfer = {};
  // Left to itself, V8 keeps what was received of bodies that were cut off: a run takes twice the memory.
  if (held() > LARGEST_GROWTH / 2) collectGarbage();
  const before = held();
  const timer = setInterval(() => {
    if (held() - before > LARGEST_GROWTH && mayBeLarge(transfer)) controller.abort();
  }, 20);
  return {
    signal: controller.signal,
    watching: (send) => transfers.run(transfer, send),
    stop: () => clearInterval(timer),
  };
}

const held = () => getHeapStatistics().external_memory;

/** Whether what has arrived may be, or unpack to, more than is read of a body. */
function mayBeLarge({ arriving }: Transfer): boolean {
  if (arriving === undefined) return false;
  const { response, carried } = arriving;
  const { 'content-encoding': encoding } = response.headers;
  if (encoding !== undefined && !(encoding in UNPACKED)) return true;
  // Between its last byte and its end a response has no socket any more.
  const bytes = (response.socket?.bytesRead ?? 0) - carried;
  return bytes * (UNPACKED[encoding ?? ''] ?? 1) > LARGEST_BODY;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') return;
  collect();
  // Buffers are given back while the next collection runs.
  collect();
}
