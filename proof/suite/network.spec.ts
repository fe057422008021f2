import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
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

const answers: [answer: string, code: number, says: string, url?: string][] = [
  ['407 Proxy Authentication Required', 2, 'the proxy rejected the request (407): is it named right'],
];
for (const [answer, code, says, url = `https://${HOST}`] of answers) {
  test(`a response of the proxy is not attributed to the target: ${answer}`, async ({ suite }) => {
    const { server } = proxyTo(0, `HTTP/1.1 ${answer}\r\ncontent-length: 0\r\n\r\n`);
    await using proxy = await listening(server);
    const proxies = { HTTPS_PROXY: proxy.url, HTTP_PROXY: proxy.url, ALLOW_HTTP: 'yes' };
    const result = await suite.run(['test'], { ...settings, BASE_URL: url, ...proxies });
    expect(result.stdout).toContain(says);
    expect(result.code).toBe(code);
  });
}

// Each cause of a failed TLS handshake has its own message and remedy.

const authority = certificateFor('a private authority');
const LOCAL = '127.0.0.1';

const failing: Record<string, { server: TlsOptions; host?: string; trusted?: false; says: string }> = {
  'a certificate that has expired': {
    server: certificateFor(LOCAL, authority, [-2, -1]),
    says: "the server's certificate has expired (CERT_HAS_EXPIRED): renew it, or set the clock of this machine.",
  },
  'a client certificate to ask for': {
    host: 'localhost',
    server: { ...certificateFor('localhost', authority), requestCert: true, ca: authority.cert },
    says: 'the server rejected it (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED): do its ciphers, or a client certificate that it requires, rule Node out?',
  },
};

for (const [what, { server, host = LOCAL, trusted = true, says }] of Object.entries(failing)) {
  test(`a run reports the cause and the remedy if the server has ${what}`, async ({ suite }, testInfo) => {
    await using front = await listening(
      createSecureServer(server, (_, response) => response.end('{}')),
      'https',
    );
    const url = front.url.replace(LOCAL, host);
    const issuers = testInfo.outputPath('issuers.pem');
    writeFileSync(issuers, authority.cert);
    const { code, stdout } = await suite.run(['test', 'models'], {
      BASE_URL: url,
      API_KEY: mockKeys.API_KEY,
      ...(trusted && { NODE_EXTRA_CA_CERTS: issuers }),
    });
    expect(stdout).toContain(`${url}: the TLS handshake failed: ${says}\n`);
    expect(code).toBe(3);
  });
}
