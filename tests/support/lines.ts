import type { Socket } from 'node:net';

/**
 * Calls `take` with every line that a socket brings. Not node:readline, whose interface throws where the other
 * end of the connection is lost.
 */
export function eachLine(socket: Socket, take: (line: string) => void): void {
  let begun = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (begun + chunk).split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
}
