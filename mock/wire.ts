import type { Socket } from 'node:net';

/** Header lines as they came, byte for byte (latin1), the one optional space after the colon left out. */
export type RawHeaders = [name: string, value: string][];

/**
 * The header lines of the request that the socket carries at the time of the call. Node's parser drops whitespace
 * at the ends of a value (RFC 9110 5.5), so they are read beside it. Requests on one connection must not be pipelined.
 */
export function listenToHeaders(socket: Socket): () => RawHeaders {
  let head = '';
  let complete = false;
  socket.prependListener('data', (bytes: Buffer) => {
    const text = bytes.toString('latin1');
    if (complete && /^[A-Z]+ \S+ HTTP\/1\.[01]\r\n/.test(text)) {
      head = '';
      complete = false;
    }
    if (!complete) head += text;
    complete = head.includes('\r\n\r\n');
  });
  return () =>
    head
      .slice(0, head.indexOf('\r\n\r\n'))
      .split('\r\n')
      .slice(1)
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
      });
}
