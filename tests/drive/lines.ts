import type { Readable } from 'node:stream';

/**
 * Calls `take` with every line that a stream brings. Not node:readline, whose interface throws where the other
 * end of the connection is lost.
 */
export function eachLine(stream: Readable, take: (line: string) => void): void {
  let begun = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const [end = '', ...lines] = chunk.split('\n');
    begun += end;
    for (const line of lines) {
      take(begun);
      begun = line;
    }
  });
}
