import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { expect } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { startMock } from '../../mock/server';
import { listening } from '../catalogue/hostile/listening';
import { certificateFor } from '../helpers/certificate';
import { test } from '../helpers/reports-project';

/** A host that only the proxy can find. */
const HOST = 'api.invalid';
const settings = { API_KEY: mockKeys.API_KEY, BASE_URL: `https://${HOST}` };

/** Returns a proxy that opens every tunnel to one address, or responds itself. It records its requests. */
function proxyTo(port: number, answer?: string): { server: Server; asked: string[] } {
  const asked: string[] = [];
  const server = createServer();
  server.on('connect', ({ url, headers }, socket: Socket) => {
    asked.push(`${url} ${headers['proxy-authorization']}`);
    socket.on('error', () => socket.destroy());
    if (answer !== undefined) return void socket.end(answer);
    const tunnel = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    tunnel.on('error', () => socket.destroy());
    tunnel.pipe(socket).pipe(tunnel);
  });
  return { server, asked };
}

test('a run uses a proxy with a password to reach a host with a private certificate authority', async ({
  suite,
}, testInfo) => {
  await using mock = await startMock();
  const authority = certificateFor('a private authority');
  let connections = 0;
  await using front = await listening(
    createTlsServer(certificateFor(HOST, authority), (socket) => {
      connections++;
      const onward = connect(Number(new URL(mock.url).port), '127.0.0.1');
      onward.on('error', () => socket.destroy());
      onward.pipe(socket).pipe(onward);
    }),
  );
  const { server, asked } = proxyTo(Number(new URL(front.url).port));
  await using proxy = await listening(server);
  const issuers = testInfo.outputPath('issuers.pem');
  writeFileSync(issuers, authority.cert);
  const run = (more: object) =>
    suite.run(['test', 'models'], {
      ...settings,
      HTTPS_PROXY: proxy.url.replace('//', '//suite:p%20w%2541-of-proxy@'),
      ...more,
    });

  const { code, stdout } = await run({ NODE_EXTRA_CA_CERTS: issuers });
  expect(stdout).toMatch(new RegExp(`conforms \\(partial run\\): https://${HOST}: `));
  expect(code).toBe(0);
  const password = Buffer.from('suite:p w%41-of-proxy').toString('base64');
  expect(new Set(asked)).toEqual(new Set([`${HOST}:443 Basic ${password}`]));
  // A connection that is kept for further requests keeps its tunnel.
  expect(asked).toHaveLength(connections);

  const file = testInfo.outputPath('settings');
  writeFileSync(file, `NODE_EXTRA_CA_CERTS=${issuers}`);
  const untrusted = await run({ DOTENV_CONFIG_PATH: file });
  expect(untrusted.stdout).toContain(
    "the issuer of the server's certificate is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE), by way of the proxy ",
  );
  expect(untrusted.stdout).toContain("name a file with the issuer's certificate in NODE_EXTRA_CA_CERTS.");
  expect(untrusted.stdout).toContain('NODE_EXTRA_CA_CERTS comes too late from .env');
  expect(untrusted.code).toBe(3);
});

test('a response of the proxy is not attributed to the target', async ({ suite }) => {
  const { server } = proxyTo(0, 'HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
  await using proxy = await listening(server);
  const { code, stdout } = await suite.run(['test'], { ...settings, HTTPS_PROXY: proxy.url });
  expect(stdout).toContain('the proxy rejected the request (407): is it named right');
  expect(code).toBe(2);
});
