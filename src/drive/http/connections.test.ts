import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { listening } from '../../../proof/catalogue/hostile/listening';
import { openHttp, type WireRequest } from './http';

/** A received request: its method, its connection, and its position on the connection, both from 1. */
interface Arrival {
  method: string;
  connection: number;
  place: number;
  says: string;
}

/** Handles a request of a connection. */
type Serve = (socket: Socket, arrival: Arrival) => void;

const text = (body: string, head = '') =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${head}\r\n${body}`;
const answer: Serve = (socket) => socket.write(text('{}'));

/** Starts a server that writes raw bytes. `send` returns the status, or the reason why there is no response. */
async function serving(serve: Serve) {
  const arrivals: Arrival[] = [];
  let connections = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = ++connections;
    let place = 0;
    socket.on('end', () => socket.end());
    socket.on('data', (bytes) => {
      const says = bytes.toString('latin1');
      const arrival = { method: says.split(' ')[0] ?? '', connection, place: ++place, says };
      arrivals.push(arrival);
      serve(socket, arrival);
    });
  });
  const { url, close } = await listening(server);
  const http = openHttp(2000);
  return {
    url,
    arrivals,
    async send(method: string, more: Partial<WireRequest> = {}) {
      const received = await http.send({ method, url: `${url}/`, headers: {}, body: null, ...more });
      return 'kind' in received ? `${received.kind}: ${received.reason}` : received.status;
    },
    async [Symbol.asyncDispose]() {
      await http.close();
      await close();
    },
  };
}

const connectionOf = ({ connection }: Arrival) => connection;

test('reads share a connection, submissions and fresh reads get a new one, and requests that name one reuse it', async () => {
  await using server = await serving(answer);
  for (const method of ['GET', 'GET', 'POST', 'GET', 'DELETE', 'GET'])
    expect(await server.send(method)).toBe(200);
  expect(await server.send('GET', { fresh: true })).toBe(200);
  expect(await server.send('GET')).toBe(200);
  for (const method of ['GET', 'POST', 'POST'])
    expect(await server.send(method, { connection: 'of somebody' })).toBe(200);
  expect(server.arrivals.map(connectionOf)).toEqual([1, 1, 2, 1, 3, 1, 4, 1, 5, 5, 5]);
  const kept = server.arrivals.map(({ says }) => /^connection: keep-alive\r$/im.test(says));
  expect(kept).toEqual([true, true, false, true, false, true, false, true, true, true, true]);
});

test('two header lines that differ in their case are both sent, as given', async () => {
  await using server = await serving(answer);
  await server.send('GET', { headers: { 'X-Two': ' a', 'x-two': 'b\t', 'X-None': '' } });
  expect(server.arrivals[0]?.says).toMatch(/\r\nX-Two: {2}a\r\nx-two: b\t\r\nX-None: \r\n/);
  expect(server.arrivals[0]?.says).not.toMatch(/\r\n(?:accept|user-agent):/i);
});

/** Ways in which a server ends connections without announcing it. */
const closing: Readonly<Record<string, Serve>> = {
  'closes the connection after each response': (socket) => socket.end(text('{}')),
  'closes connections that were idle for 5 ms': closingIdle,
  'resets the connection in the middle of its second response': (socket, { place }) => {
    if (place === 1) return void socket.write(text('{}'));
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{', () => socket.resetAndDestroy());
  },
  'responds with 408 to an idle connection': (socket, { place }) => {
    if (place > 1) return;
    socket.write(text('{}'), () =>
      setTimeout(
        () => socket.end('HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'),
        5,
      ),
    );
  },
};
const idle = new WeakMap<Socket, NodeJS.Timeout>();
function closingIdle(socket: Socket): void {
  clearTimeout(idle.get(socket));
  socket.write(text('{}'));
  idle.set(
    socket,
    setTimeout(() => socket.end(), 5),
  );
}

for (const [name, serve] of Object.entries(closing)) {
  test(`every request gets a response and every submission is sent once if the server ${name}`, async () => {
    await using server = await serving(serve);
    const received: (number | string)[] = [];
    for (let count = 0; count < 60; count++) {
      received.push(await server.send(count % 3 === 2 ? 'POST' : 'GET'));
      // Sometimes waits as long as the server does, so that its close and the next request cross.
      await delay(count % 8);
    }
    expect(received).toEqual(received.map(() => 200));
    expect(server.arrivals.filter(({ method }) => method === 'POST')).toHaveLength(20);
  });
}
