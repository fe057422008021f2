import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { TlsOptions } from 'node:tls';
import { expect } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { listening } from '../catalogue/hostile/listening';
import { certificateFor } from '../helpers/certificate';
import { test } from '../helpers/reports-project';

// Each cause of a failed TLS handshake has its own message and remedy.

const authority = certificateFor('a private authority');
const HOST = '127.0.0.1';

const failing: Record<string, { server: TlsOptions; trusted?: false; says: string }> = {
  'a certificate that has expired': {
    server: certificateFor(HOST, authority, [-2, -1]),
    says: "the server's certificate has expired: renew it, or set the clock of this machine.",
  },
  'a certificate that is not valid yet': {
    server: certificateFor(HOST, authority, [1, 2]),
    says: "the server's certificate is not valid yet: set the clock of this machine, or of the one that issued it.",
  },
  'a certificate for another host': {
    server: certificateFor('another.example', authority),
    says: "the server's certificate is for another host: set BASE_URL to a name that the certificate lists, or reissue it for this one.",
  },
  'a certificate whose issuer is not trusted': {
    server: certificateFor(HOST, authority),
    trusted: false,
    says: "the issuer of the server's certificate is not trusted: name a file with the issuer's certificate in NODE_EXTRA_CA_CERTS.",
  },
  'a certificate that is self-signed': {
    server: certificateFor(HOST),
    says: "the issuer of the server's certificate is not trusted: name a file with the issuer's certificate in NODE_EXTRA_CA_CERTS.",
  },
  'only TLS 1.1': {
    server: {
      ...certificateFor(HOST, authority),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    },
    says: 'the server has no TLS version in common with Node: enable TLS 1.2 or 1.3 on the server.',
  },
  'no cipher in common': {
    server: { ...certificateFor(HOST, authority), maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' },
    says: 'the server rejected it: do its ciphers, or a client certificate that it requires, rule Node out?',
  },
};

for (const [what, { server, trusted = true, says }] of Object.entries(failing)) {
  test(`a run reports the cause and the remedy if the server has ${what}`, async ({ suite }, testInfo) => {
    await using front = await listening(
      createServer(server, (_, response) => response.end('{}')),
      'https',
    );
    const issuers = testInfo.outputPath('issuers.pem');
    writeFileSync(issuers, authority.cert);
    const { code, stdout } = await suite.run(['test', 'models'], {
      BASE_URL: front.url,
      API_KEY: mockKeys.API_KEY,
      ...(trusted && { NODE_EXTRA_CA_CERTS: issuers }),
    });
    expect(stdout).toContain(`${front.url}: the TLS handshake failed: ${says}\n`);
    expect(code).toBe(3);
  });
}
