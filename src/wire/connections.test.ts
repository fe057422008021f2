import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { listen, type Reply, valuesOf } from '../../proof/helpers/wire';
import { openHttp, type WireRequest } from './http';

const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';

/** Starts a server that writes raw bytes. `send` returns the status, or the reason why there is no response. */
async function serving(reply: Reply) {
  const { url, received, connections, close } = await listen(reply);
  const http = openHttp(2000);
  return {
    received,
    connections,
    async send(method: string, more: Partial<WireRequest> = {}) {
      const response = await http.send({ method, url: `${url}/`, headers: {}, body: null, ...more });
      return 'kind' in response ? `${response.kind}: ${response.reason}` : response.status;
    },
    async [Symbol.asyncDispose]() {
      await http.close();
      await close();
    },
  };
}

test('reads share a connection, submissions and fresh reads get a new one, and requests that name one reuse it', async () => {
  await using server = await serving((socket) => socket.write(answer));
  for (const method of ['GET', 'GET', 'POST', 'GET', 'DELETE', 'GET'])
    expect(await server.send(method)).toBe(200);
  expect(await server.send('GET', { fresh: true })).toBe(200);
  expect(await server.send('GET')).toBe(200);
  for (const method of ['GET', 'POST', 'POST'])
    expect(await server.send(method, { connection: 'of somebody' })).toBe(200);
  expect(server.connections).toEqual([1, 1, 2, 1, 3, 1, 4, 1, 5, 5, 5]);
  const kept = server.received.map((request) => valuesOf(request, 'connection').includes('keep-alive'));
  expect(kept).toEqual([true, true, false, true, false, true, false, true, true, true, true]);
});

test('two header lines that differ in their case are both sent, as given', async () => {
  await using server = await serving((socket) => socket.write(answer));
  await server.send('GET', { headers: { 'X-Two': ' a', 'x-two': 'b\t', 'X-None': '' } });
  const { headers = [] } = server.received[0] ?? {};
  expect(headers).toEqual(
    expect.arrayContaining([
      ['X-Two', ' a'],
      ['x-two', 'b\t'],
      ['X-None', ''],
    ]),
  );
  expect(headers.filter(([name]) => /^(?:accept|user-agent)$/i.test(name))).toEqual([]);
});

/** Ways in which a server ends connections without announcing it. */
const closing: Readonly<Record<string, Reply>> = {
  'closes the connection after each response': (socket) => socket.end(answer),
  'resets the connection in the middle of its second response': (socket, _, place) => {
    if (place === 1) return void socket.write(answer);
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{', () => socket.resetAndDestroy());
  },
};

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
    expect(server.received.filter(({ line }) => line.startsWith('POST'))).toHaveLength(20);
  });
}
