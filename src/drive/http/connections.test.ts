import dns from 'node:dns';
import { createServer, isIP, type Socket } from 'node:net';
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

test('a cookie that a response sets is not sent, and its connection stays shared', async () => {
  const serve: Serve = (socket) => socket.write(text('{}', 'set-cookie: a=b\r\n'));
  await using server = await serving(serve);
  for (let count = 0; count < 3; count++) expect(await server.send('GET')).toBe(200);
  expect(server.arrivals.map(connectionOf)).toEqual([1, 1, 1]);
  expect(server.arrivals.some(({ says }) => /cookie/i.test(says))).toBe(false);
});

test('reads of which many are in flight all get their responses, also if each sets a cookie', async () => {
  const serve: Serve = (socket) => setTimeout(() => socket.write(text('{}', 'set-cookie: a=b\r\n')), 3);
  await using server = await serving(serve);
  const eight = Array.from({ length: 8 }, async (_, index) => {
    const received: (number | string)[] = [];
    for (let count = 0; count < 20; count++) {
      received.push(await server.send('GET'));
      await delay((index + count) % 3);
    }
    return received;
  });
  expect(new Set((await Promise.all(eight)).flat())).toEqual(new Set([200]));
  expect(new Set(server.arrivals.map(connectionOf)).size).toBeLessThanOrEqual(8);
});

const interim: Readonly<Record<string, string[]>> = {
  'a 103': ['HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
  'two of them, in pieces': ['HTTP/', '1.1 103 E\r\nx: y\r\n', '\r\nHTTP/1.1 102 P\r\n\r\n'],
};
for (const [what, pieces] of Object.entries(interim)) {
  test(`${what} before the response is skipped, also on a kept connection`, async () => {
    const serve: Serve = async (socket) => {
      for (const piece of pieces) {
        socket.write(piece);
        await delay(10);
      }
      socket.write(text('HTTP/1.1 100'));
    };
    await using server = await serving(serve);
    for (const method of ['GET', 'GET', 'POST']) expect(await server.send(method)).toBe(200);
    expect(server.arrivals.map(connectionOf)).toEqual([1, 1, 2]);
  });
}

const endings: Readonly<
  Record<string, [head: string, end: (socket: Socket) => void, expected: string | number]>
> = {
  'a body without a length that ends': ['', (socket) => socket.end(), 200],
  'a body without a length, reset': [
    '',
    (socket) => socket.resetAndDestroy(),
    'connection: the connection was closed before the response was complete',
  ],
  'a complete body, reset': ['content-length: 2\r\n', (socket) => socket.resetAndDestroy(), 200],
  'more bytes than its length': ['content-length: 2\r\n', (socket) => socket.end('<!-- -->'), 200],
};
for (const [what, [head, end, expected]] of Object.entries(endings)) {
  test(`${what} gives ${expected}`, async () => {
    await using server = await serving((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nconnection: close\r\n${head}\r\n{}`, () =>
        setTimeout(() => end(socket), 50),
      );
    });
    for (const method of ['POST', 'GET']) expect(await server.send(method)).toBe(expected);
  });
}

test('two header lines that differ in their case are both sent, as given', async () => {
  await using server = await serving(answer);
  await server.send('GET', { headers: { 'X-Two': ' a', 'x-two': 'b\t', 'X-None': '' } });
  expect(server.arrivals[0]?.says).toMatch(/\r\nX-Two: {2}a\r\nx-two: b\t\r\nX-None: \r\n/);
  expect(server.arrivals[0]?.says).not.toMatch(/\r\n(?:accept|user-agent):/i);
});

test('a name is reached at any of its addresses', async () => {
  await using server = await serving(answer);
  const { lookup } = dns;
  const found = ['127.0.0.2', '::1', '127.0.0.1'].map((address) => ({ address, family: isIP(address) }));
  Object.assign(dns, {
    lookup: (...all: unknown[]) => (all.at(-1) as (...result: unknown[]) => void)(null, found),
  });
  const url = server.url.replace('127.0.0.1', 'several.test');
  const received = await Promise.all([server.send('POST', { url }), server.send('POST', { url })]);
  Object.assign(dns, { lookup });
  expect(received).toEqual([200, 200]);
});

test('a connection that was idle for four seconds is not reused', async () => {
  // Behaves like a gateway that forgot the connection: it accepts bytes but never responds.
  const serve: Serve = (socket, { place }) => {
    if (place === 1) socket.write(text('{}'));
  };
  await using server = await serving(serve);
  expect(await server.send('GET')).toBe(200);
  await delay(4100);
  expect(await server.send('GET')).toBe(200);
  expect(server.arrivals.map(connectionOf)).toEqual([1, 2]);
});

/** Ways in which a server ends connections without announcing it. */
const closing: Readonly<Record<string, Serve>> = {
  'closes the connection after each response': (socket) => socket.end(text('{}')),
  'resets the connection after each response': (socket) =>
    socket.write(text('{}'), () => socket.resetAndDestroy()),
  'closes connections that were idle for 5 ms': closingIdle,
  'closes its half of the connection after each response and reads on': (socket) => {
    socket.removeAllListeners('end');
    socket.end(text('{}'));
  },
  'resets the connection in the middle of its second response': (socket, { place }) => {
    if (place === 1) return void socket.write(text('{}'));
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{', () => socket.resetAndDestroy());
  },
  'closes the connection when it has read a second request': (socket, { place }) => {
    if (place === 1) socket.write(text('{}'));
    else socket.end();
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

test('a read that also fails on a new connection is reported and not repeated again', async () => {
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
