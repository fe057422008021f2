import { createServer as createSecureServer } from 'node:https';
import { expect, test } from '@playwright/test';
import { listening, raw } from '../../proof/catalogue/hostile/listening';
import { certificateFor } from '../../proof/helpers/certificate';
import type { Connection } from './connections';
import { explain } from './failures';
import { openHttp } from './http';

const wire = { method: 'POST', url: '', headers: {}, body: null };

async function failureAt(url: string, proxy?: string) {
  const http = openHttp(10_000, proxy === undefined ? undefined : { server: proxy });
  return await http.send({ ...wire, url }).finally(() => http.close());
}

for (const [code, meaning] of [
  ['EADDRNOTAVAIL', 'no connection: address not available (EADDRNOTAVAIL)'],
  ['EPERM', 'no connection: operation not permitted (EPERM)'],
  ['EMFILE', 'no connection: too many open files (EMFILE)'],
  ['ENETDOWN', 'no connection: network is down (ENETDOWN)'],
] as const)
  test(`a connection that fails with ${code} says what that means, and that this machine is the cause`, () => {
    const failure = explain(Object.assign(new Error(code), { code }), {} as Connection);
    expect(failure).toMatchObject({ reason: meaning, remedy: expect.stringContaining('this machine') });
  });

test('a connection that fails with any other code names it', () => {
  const reasons = ['EHOSTUNREACH', 'UND_ERR_OTHER'].map(
    (code) => explain(Object.assign(new Error(code), { code }), {} as Connection).reason,
  );
  expect(reasons).toEqual([
    'no connection: host is unreachable (EHOSTUNREACH)',
    'the request could not be completed (UND_ERR_OTHER)',
  ]);
});

/** TLS 1.2 without the extension renegotiation_info (RFC 5746). */
const hello = [3, 3, ...Array.from({ length: 32 }, (_, index) => index + 1), 0, 0xc0, 0x2f, 0];
const withoutRenegotiation = [0x16, 3, 3, 0, hello.length + 4, 2, 0, 0, hello.length, ...hello];

for (const [what, bytes, says] of [
  ['unrecognized_name', [0x15, 3, 3, 0, 2, 2, 112], 'the server has no certificate for this host name'],
  ['no secure renegotiation', withoutRenegotiation, 'the server lacks secure renegotiation (RFC 5746)'],
] as const)
  test(`a TLS handshake that ends with ${what} says so`, async () => {
    await using server = await raw((socket) => socket.end(Buffer.from([...bytes])))();
    const failure = await failureAt(server.url.replace('http:', 'https:'));
    expect(failure).toMatchObject({ unsent: true, reason: expect.stringContaining(says) });
  });

test('the certificate of a proxy is not called that of the server', async () => {
  await using proxy = await listening(createSecureServer(certificateFor('another.example')), 'https');
  expect(await failureAt('https://api.invalid', proxy.url)).toMatchObject({
    reason: expect.stringMatching(
      /^the TLS handshake failed: the issuer of the proxy's certificate is not trusted/,
    ),
  });
});
