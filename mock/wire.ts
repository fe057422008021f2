import type { Socket } from 'node:net';

/**
 * Returns a function that gives the Authorization header of the socket's current request as received, as latin1. It is
 * read from the bytes because Node's parser strips whitespace around a value (RFC 9110 5.5). Requests must not be
 * pipelined.
 */
export function listenToAuthorization(socket: Socket): () => string | undefined {
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
  return () => /\r\nauthorization: ?([^\r\n]*)/i.exec(head.split('\r\n\r\n')[0] ?? '')?.[1];
}
