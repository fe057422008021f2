import type { Socket } from 'node:net';

/** Header lines as received, as latin1, without the optional space after the colon. */
export type RawHeaders = [name: string, value: string][];

/**
 * Returns a function that gives the header lines of the socket's current request. They are read from the bytes
 * because Node's parser strips whitespace around a value (RFC 9110 5.5). Requests must not be pipelined.
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
