import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A body above this size is not read further: nothing in the contract comes near it. */
export const LARGEST_BODY = 16 * 2 ** 20;
/** A body that is still arriving or unpacking is aborted once the buffers of the process have grown by this. */
const LARGEST_GROWTH = 128 * 2 ** 20;
/**
 * The greatest size that one byte of deflate can unpack to (RFC 1951: 258 bytes from two bits). Other
 * encodings have no bound.
 */
const UNPACKED: Record<string, number> = { gzip: 1032, 'x-gzip': 1032, deflate: 1032 };

/** A response whose body is arriving, and how much its connection had carried before. */
interface Arriving {
  response: IncomingMessage;
  carried: number;
}

/** Everything sent with one guard. */
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
 * Gives an abort signal once a response uses more memory than any may. Buffers are counted for the whole
 * process, so responses in flight that cannot be that large are left alone.
 */
export function guardMemory(): MemoryGuard {
  const controller = new AbortController();
  const transfer: Transfer = {};
  // Without this, V8 keeps the received parts of aborted bodies, and a run takes twice the memory.
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

/** Whether the bytes received so far may be, or unpack to, more than the limit for a body. */
function mayBeLarge({ arriving }: Transfer): boolean {
  if (arriving === undefined) return false;
  const { response, carried } = arriving;
  const { 'content-encoding': encoding } = response.headers;
  if (encoding !== undefined && !(encoding in UNPACKED)) return true;
  // Between its last byte and its end, a response no longer has a socket.
  const bytes = (response.socket?.bytesRead ?? 0) - carried;
  return bytes * (UNPACKED[encoding ?? ''] ?? 1) > LARGEST_BODY;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') return;
  collect();
  // Buffers are released while the next collection runs.
  collect();
}
