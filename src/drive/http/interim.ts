import { maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';

const START = Buffer.from('HTTP/1.1 100');

/**
 * Leaves 100 Continue out of what is read from a socket. A client must skip one that it did not ask for (RFC
 * 9110 15.2), but undici closes the connection.
 */
export function withoutContinue(socket: Socket): Socket {
  const { read, write } = socket;
  /** What was read of the next response, as long as it may be interim; null in the middle of a response. */
  let held: Buffer | null = null;
  socket.write = (...sent: unknown[]) => {
    held ??= Buffer.alloc(0);
    return Reflect.apply(write, socket, sent);
  };
  socket.read = (size) => {
    const chunk: Buffer | null = read.call(socket, size);
    if (chunk === null || held === null) return chunk;
    held = Buffer.concat([held, chunk]);
    while (held.length >= START.length && held.subarray(0, START.length).equals(START)) {
      const end = held.indexOf('\r\n\r\n');
      if (end === -1) break;
      held = held.subarray(end + 4);
    }
    const seen = held.subarray(0, START.length);
    if (seen.equals(START.subarray(0, seen.length)) && held.length < maxHeaderSize) return null;
    const response = held;
    held = null;
    return response;
  };
  return socket;
}
