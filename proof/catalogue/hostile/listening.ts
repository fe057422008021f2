import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';

/** Servers on the loopback interface that send hostile responses. */

export interface Listening extends AsyncDisposable {
  /** The value for BASE_URL. */
  url: string;
  /** Stops the server at once and closes open connections. */
  close(): Promise<void>;
}

export type Open = () => Promise<Listening>;
export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export const MIB = 2 ** 20;

export async function listening(server: Server, protocol = 'http'): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  const url = `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close, [Symbol.asyncDispose]: close };
}

export function http(handle: Handle): Open {
  return () => listening(createServer(handle));
}

/** A TCP server that calls `reply` when the first bytes of a connection arrive. */
export function raw(reply: (socket: Socket) => void): Open {
  return () => listening(createNetServer((socket) => socket.once('data', () => reply(socket))));
}

/** A server that sends the same response to every request. */
export function always(
  status: number,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Open {
  return http((_, response) => response.writeHead(status, { 'content-type': type, ...headers }).end(body));
}

function* spaces() {
  for (;;) yield Buffer.alloc(MIB, ' ');
}

/** Writes as fast as the client reads, without end. */
export const pour: Handle = (_, response) => void Readable.from(spaces()).pipe(response);

/** Sends a text at this interval until the connection closes. */
export function repeat(socket: Socket, text: string, milliseconds: number): void {
  const timer = setInterval(() => socket.write(text), milliseconds);
  socket.on('close', () => clearInterval(timer));
}
