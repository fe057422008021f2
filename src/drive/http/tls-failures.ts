/** Why a TLS handshake failed, and what the user can do. */
interface TlsFailure {
  reason: string;
  remedy: string;
}

/** Playwright and Node send HTTP/1.1 only. */
export const HTTP2 = {
  reason: 'speaks HTTP/2 only',
  remedy: 'let the server, or a gateway in front of it, accept HTTP/1.1.',
};

/** By the error of Node: its code first, then the words of OpenSSL. */
const failures: [pattern: RegExp, cause: string, remedy: string][] = [
  [/CERT_HAS_EXPIRED/, "the server's certificate has expired", 'renew it, or set the clock of this machine.'],
  [
    /CERT_NOT_YET_VALID/,
    "the server's certificate is not valid yet",
    'set the clock of this machine, or of the one that issued it.',
  ],
  [
    /ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH/,
    "the server's certificate is for another host",
    'set BASE_URL to a name that the certificate lists, or reissue it for this one.',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY_LEAF|CERT_UNTRUSTED/,
    "the issuer of the server's certificate is not trusted",
    "name a file with the issuer's certificate in NODE_EXTRA_CA_CERTS.",
  ],
  [
    /protocol version|unsupported protocol|UNSUPPORTED_PROTOCOL/,
    'the server has no TLS version in common with Node',
    'enable TLS 1.2 or 1.3 on the server.',
  ],
  [/no application protocol|NO_APPLICATION_PROTOCOL/i, `the server ${HTTP2.reason}`, HTTP2.remedy],
  [
    /SSL alert number|_ALERT_/,
    'the server rejected it',
    'do its ciphers, or a client certificate that it requires, rule Node out?',
  ],
  [
    /certificate|CERT_/i,
    "the server's certificate is not accepted",
    'renew it, or have it reissued by a trusted issuer.',
  ],
  [/ERR_TLS|SSL/, 'no TLS is spoken there', 'is BASE_URL an http:// address, or of another port?'],
];

/** Undefined where the error is not about a TLS handshake. */
export function tlsFailureIn(code: string, message: string): TlsFailure | undefined {
  const [, cause, remedy] = failures.find(([pattern]) => pattern.test(`${code} ${message}`)) ?? [];
  return cause && remedy ? { reason: `the TLS handshake failed: ${cause}`, remedy } : undefined;
}
