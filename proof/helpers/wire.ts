import { createServer, type Socket } from 'node:net';
import type { Sender } from '../../src/client/request';
import { type Listening, listening } from '../catalogue/hostile/listening';

export const key = 'Owner0FakeKey0a1B2c3D4e5F6g7H8i9J0k1L';

/** The sender that uses the key. */
export const owner: Sender = {
  actor: 'owner',
  variable: 'API_KEY',
  account: 'API_KEY',
  authorization: `Bearer ${key}`,
};

/** A request as received, byte for byte. */
interface Received {
  /** `GET /v1/models HTTP/1.1` */
  line: string;
  /** Names and values as latin1, without the separators of HTTP. */
  headers: [name: string, value: string][];
  body: Buffer;
}

/** Writes any response to a socket, or none. `place` is the position of the request on its connection, from 1. */
export type Reply = (socket: Socket, request: Received, place?: number) => void;

export interface Wire extends Listening {
  received: Received[];
  /** The connection of each request, from 1. */
  connections: number[];
}

/** Responds with a JSON body and closes the connection. */
export function json(status: number, value: unknown, headers: string[] = []): Reply {
  return (socket) => {
    const body = JSON.stringify(value);
    const head = [
      `HTTP/1.1 ${status} Status`,
      'connection: close',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    socket.end(`${[...head, ...headers].join('\r\n')}\r\n\r\n${body}`);
  };
}

/** Starts a server without an HTTP library, so that a test sees the bytes on the wire. */
export async function listen(reply: Reply): Promise<Wire> {
  const received: Received[] = [];
  const connections: number[] = [];
  let opened = 0;
  const server = createServer((socket) => {
    const connection = ++opened;
    let place = 0;
    let bytes = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      const request = requestIn(bytes);
      if (request === null) return;
      bytes = Buffer.alloc(0);
      connections.push(connection);
      received.push(request);
      reply(socket, request, ++place);
    });
  });
  return { received, connections, ...(await listening(server)) };
}

function requestIn(bytes: Buffer): Received | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [line = '', ...fields] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon), field.slice(colon + 2)];
  });
  const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
  const body = bytes.subarray(end + 4);
  return body.length < length ? null : { line, headers, body: Buffer.from(body) };
}

/** Returns the values of all headers with this name. */
export function valuesOf(request: Received | undefined, name: string): string[] {
  return (request?.headers ?? []).flatMap(([each, value]) => (each.toLowerCase() === name ? [value] : []));
}
