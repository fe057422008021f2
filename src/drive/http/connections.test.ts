import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { listening } from '../../../proof/catalogue/hostile/listening';
import { openHttp, type WireRequest } from './http';

/** A request as it came in: `GET`, the connection that it came by, and its place there, both from 1. */
interface Arrival {
  method: string;
  connection: number;
  place: number;
  says: string;
}

/** What a server does with a request of a connection. */
type Serve = (socket: Socket, arrival: Arrival) => void;

const text = (body: string, head = '') =>
  `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${head}\r\n${body}`;
const answer: Serve = (socket) => socket.write(text('{}'));

/** A server that writes bytes; what is sent to it comes to its status, or to the reason why there is none. */
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

test('reads share a connection; a submission, and a read that asks for it, have one of their own, but where a kept one is named', async () => {
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

test('an answer that sets a cookie ends the sharing', async () => {
  const serve: Serve = (socket) => socket.write(text('{}', 'set-cookie: a=b\r\n'));
  await using server = await serving(serve);
  for (let count = 0; count < 3; count++) expect(await server.send('GET')).toBe(200);
  expect(server.arrivals.map(connectionOf)).toEqual([1, 2, 3]);
  expect(server.arrivals.some(({ says }) => /cookie/i.test(says))).toBe(false);
});

test('a context keeps what it has read, so that it is left behind after a MiB', async () => {
  const serve: Serve = (socket) => socket.write(text('x'.repeat(600_000)));
  await using server = await serving(serve);
  for (let count = 0; count < 5; count++) expect(await server.send('GET')).toBe(200);
  expect(server.arrivals.map(connectionOf)).toEqual([1, 1, 2, 2, 3]);
});

test('a connection that was idle for long is not used again', async () => {
  // As behind a gateway that forgot it: bytes are taken, and no answer ever comes.
  const serve: Serve = (socket, { place }) => {
    if (place === 1) socket.write(text('{}'));
  };
  await using server = await serving(serve);
  expect(await server.send('GET')).toBe(200);
  await delay(4100);
  expect(await server.send('GET')).toBe(200);
  expect(server.arrivals.map(connectionOf)).toEqual([1, 2]);
});

/** Ways in which a server ends connections that it does not announce. */
const closing: Readonly<Record<string, Serve>> = {
  'closes after each answer': (socket) => socket.end(text('{}')),
  'resets the connection after each answer': (socket) =>
    socket.write(text('{}'), () => socket.resetAndDestroy()),
  'closes what was idle for 5 ms': closingIdle,
  'closes half of the connection after each answer, and reads on': (socket) => {
    socket.removeAllListeners('end');
    socket.end(text('{}'));
  },
  'resets the connection in the middle of its second answer': (socket, { place }) => {
    if (place === 1) return void socket.write(text('{}'));
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{', () => socket.resetAndDestroy());
  },
  'closes the connection when it has read a second request': (socket, { place }) => {
    if (place === 1) socket.write(text('{}'));
    else socket.end();
  },
  'answers 408 to what is idle': (socket, { place }) => {
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
  test(`a server that ${name} answers every request, and meets every submission once`, async () => {
    await using server = await serving(serve);
    const received: (number | string)[] = [];
    for (let count = 0; count < 60; count++) {
      received.push(await server.send(count % 3 === 2 ? 'POST' : 'GET'));
      // As long as the server waits, now and then: its close and the next request cross.
      await delay(count % 8);
    }
    expect(received).toEqual(received.map(() => 200));
    expect(server.arrivals.filter(({ method }) => method === 'POST')).toHaveLength(20);
  });
}

test('a read that fails on a fresh connection too is told, and not repeated for ever', async () => {
  const serve: Serve = (socket, { connection, place }) => {
    if (connection === 1 && place === 1) socket.write(text('{}'));
    else socket.resetAndDestroy();
  };
  await using server = await serving(serve);
  expect(await server.send('GET')).toBe(200);
  const reason = 'connection: the connection was closed before the response was complete';
  expect(await server.send('GET')).toBe(reason);
  expect(server.arrivals.map(connectionOf)).toEqual([1, 1, 2]);
  expect(await server.send('GET')).toBe(reason);
  expect(await server.send('POST')).toBe(reason);
  expect(server.arrivals).toHaveLength(5);
});
