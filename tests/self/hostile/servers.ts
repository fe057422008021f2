import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { startMock } from '../../../mock/server';
import { selfSigned } from './certificate';

/** A server that no client would wish for. */
export interface Hostile {
  /** As BASE_URL. */
  url: string;
  close(): Promise<void>;
}

type Open = () => Promise<Hostile>;
type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const MB = 2 ** 20;
/** Of the answers of a run, so many before a server that turns. */
const HALF = 150;

async function listening(server: Server, protocol = 'http'): Promise<Hostile> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      if (!server.listening) return;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

const http =
  (handle: Handle): Open =>
  () =>
    listening(createServer(handle));

/** Writes these bytes to whoever has sent something, and no more. */
const raw =
  (reply: (socket: Socket) => void): Open =>
  () =>
    listening(createNetServer((socket) => socket.once('data', () => reply(socket))));

const always = (status: number, type: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  http((_, response) => response.writeHead(status, { 'content-type': type, ...headers }).end(body));

const json = 'application/json';
const error = (code: string) => JSON.stringify({ error: { code, message: 'No.', type: 'acme_error' } });

const headOf = (length: number) =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${json}\r\ncontent-length: ${length}\r\n\r\n`;

const nothing: Open = async () => {
  const { url, close } = await listening(createNetServer());
  await close();
  return { url, close: async () => undefined };
};

/** Writes for as long as somebody reads, at most so many bytes. */
function pour(response: ServerResponse, piece: Buffer, most = Number.POSITIVE_INFINITY): void {
  let left = most;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= piece.length;
      if (!response.write(piece)) return;
    }
    if (left <= 0) response.end();
  };
  response.on('drain', more);
  more();
}

function drip(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': json });
  const timer = setInterval(() => response.write(' '), 100);
  response.on('close', () => clearInterval(timer));
}

function echo(incoming: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = [];
  incoming.on('data', (piece: Buffer) => pieces.push(piece));
  incoming.on('end', () => {
    const { method, url, headers } = incoming;
    const body = Buffer.concat(pieces).toString();
    response.writeHead(200, { 'content-type': json }).end(JSON.stringify({ method, url, headers, body }));
  });
}

/** Eight gibibytes of spaces, in eight megabytes: gzip members may follow each other (RFC 1952, 2.2). */
const bomb: Open = () => {
  const member = gzipSync(Buffer.alloc(64 * MB, ' '));
  const bytes = Buffer.concat(Array.from({ length: 128 }, () => member));
  return always(200, json, bytes, { 'content-encoding': 'gzip' })();
};

const deep = (head: string, foot: string) => `${head}${'['.repeat(100_000)}${']'.repeat(100_000)}${foot}`;

const models = (length: number) =>
  JSON.stringify({ models: Array.from({ length }, (_, index) => ({ id: `m${index}` })) });

/** The mock behind a server that may spoil its answers: `spoil` is told how many came before. */
const spoiled =
  (
    spoil: (
      answer: IncomingMessage,
      response: ServerResponse,
      before: number,
      incoming: IncomingMessage,
    ) => void,
  ): Open =>
  async () => {
    const mock = await startMock();
    let answers = 0;
    const server = await listening(
      createServer((incoming, response) => {
        const { method, url, rawHeaders } = incoming;
        const onward = request(`${mock.url}${url}`, { method, headers: rawHeaders }, (answer) =>
          spoil(answer, response, answers++, incoming),
        );
        onward.on('error', () => response.destroy());
        incoming.pipe(onward);
      }),
    );
    return { url: server.url, close: async () => void (await Promise.all([server.close(), mock.close()])) };
  };

function pass(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 0, answer.headers);
  answer.pipe(response);
}

/** The mock's own answers to reads, and another's to whatever is submitted. */
const onSubmissions = (handle: Handle) =>
  spoiled((answer, response, _, incoming) =>
    incoming.method === 'GET' ? pass(answer, response) : handle(incoming, response),
  );

/** The mock for so many answers, and then another. */
const after = (most: number, handle: Handle) =>
  spoiled((answer, response, before, incoming) =>
    before < most ? pass(answer, response) : handle(incoming, response),
  );

const page = '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>\n';
const application = '<!DOCTYPE html>\n<html><body><div id="root"></div></body></html>\n';

/** By what they do, in words that follow "a server that". */
export const servers = {
  'is not there': nothing,
  'accepts and never answers': raw(() => undefined),
  'resets every connection': raw((socket) => socket.resetAndDestroy()),
  'speaks no HTTP': raw((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')),
  'has a certificate that nobody knows': () =>
    listening(
      createTlsServer(selfSigned(), (_, response) => response.end('{}')),
      'https',
    ),
  'speaks HTTP where HTTPS is asked for': async () => {
    const plain = await always(200, json, '{}')();
    return { ...plain, url: plain.url.replace('http:', 'https:') };
  },
  'sends a megabyte of headers': raw((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\n${`x-filler: ${'x'.repeat(1000)}\r\n`.repeat(1000)}\r\n{}`),
  ),
  'never ends its headers': raw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('x-filler: x\r\n'), 100);
    socket.on('close', () => clearInterval(timer));
  }),
  'says 100 Continue without end': raw((socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 10);
    socket.on('close', () => clearInterval(timer));
  }),
  'closes in the middle of a body': raw((socket) => socket.end(`${headOf(1000)}{"models":[{"id":"`)),
  'tells a content-length above the body and waits': raw((socket) => socket.write(`${headOf(1000)}{}`)),
  'tells a content-length below the body': raw((socket) => socket.end(`${headOf(5)}{"models":[]}`)),
  'drips a body a byte at a time': http(drip),
  'sends a body without end': http((_, response) => pour(response, Buffer.alloc(MB, ' '))),
  'sends a body of 200 MB': http((_, response) => {
    response.writeHead(200, { 'content-type': json, 'content-length': 200 * MB });
    pour(response, Buffer.alloc(MB, ' '), 200 * MB);
  }),
  'sends a gzip bomb of 8 GiB': bomb,
  'says gzip and sends none': always(200, json, '{}', { 'content-encoding': 'gzip' }),
  'answers 200 {} to everything': always(200, json, '{}'),
  'answers 200 and an empty body to everything': always(200, json, ''),
  'answers 204 to everything': http((_, response) => response.writeHead(204).end()),
  'answers 200 null to everything': always(200, json, 'null'),
  'echoes every request': http(echo),
  'answers 200 and the page of a web application to everything': always(200, 'text/html', application),
  'answers 502 and an HTML page to everything': always(502, 'text/html', page),
  'redirects everything to itself': http(({ url }, response) =>
    response.writeHead(302, { location: url ?? '/' }).end(),
  ),
  'answers 404 not_found to everything': always(404, json, error('not_found')),
  'answers 401 invalid_api_key to everything': always(401, json, error('invalid_api_key')),
  'answers 502 upstream_error to everything': always(502, json, error('upstream_error')),
  'answers 429 rate_limited to everything': always(429, json, error('rate_limited')),
  'answers bytes that are no UTF-8': always(
    200,
    json,
    Buffer.from('{"models":[{"id":"\xff\xfe\xc3"}]}', 'latin1'),
  ),
  'nests its answer 100,000 deep': always(200, json, deep('', '')),
  'nests its errors 100,000 deep': always(400, json, deep('{"error":', '}')),
  'lists a million models': always(200, json, models(1_000_000)),
  'has the right statuses and empty bodies': spoiled((answer, response) => {
    response.writeHead(answer.statusCode ?? 0, { 'content-type': json }).end();
    answer.resume();
  }),
  'never answers a submission': onSubmissions(() => undefined),
  'closes in the middle of its answer to a submission': onSubmissions((_, response) => {
    response.writeHead(200, { 'content-type': json, 'content-length': 1000 });
    response.write('{', () => response.destroy());
  }),
  'sends a body without end to a submission': onSubmissions((_, response) =>
    pour(response, Buffer.alloc(MB, ' ')),
  ),
  'answers a submission 100,000 deep': onSubmissions((_, response) =>
    response.writeHead(200, { 'content-type': json }).end(deep('', '')),
  ),
  'dies half-way': after(HALF, (_, response) => response.socket?.destroy()),
  'hangs from half-way on': after(HALF, () => undefined),
  'answers 502 and an HTML page from half-way on': after(HALF, (_, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end(page),
  ),
  'answers 502 upstream_error from half-way on': after(HALF, (_, response) =>
    response.writeHead(502, { 'content-type': json }).end(error('upstream_error')),
  ),
  'answers 429 rate_limited from half-way on': after(HALF, (_, response) =>
    response.writeHead(429, { 'content-type': json }).end(error('rate_limited')),
  ),
} satisfies Record<string, Open>;
