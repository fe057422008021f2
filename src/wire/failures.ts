import { maxHeaderSize } from 'node:http';
import { getSystemErrorMap } from 'node:util';
import { headerOf } from '../judge/response/answer';
import type { Connection } from './connections';
import type { WireFailure } from './http';
import { NoTunnel, ProxyResponse } from './proxies';

/** A body above this size is not read further: nothing in the contract comes near it. */
export const LARGEST_BODY = 16 * 2 ** 20;

export const tooLarge: WireFailure = {
  kind: 'oversize',
  reason: `the response was cut off: larger than ${LARGEST_BODY / 2 ** 20} MiB`,
};

export const malformed = (reason: string): WireFailure => ({ kind: 'malformed', reason });

const closed: WireFailure = {
  kind: 'connection',
  reason: 'the connection was closed before the response was complete',
};

const HTTP2 = 'let the server, or a gateway in front of it, accept HTTP/1.1.';
const TLS = 'the TLS handshake failed: ';

/** By the code of an error of Node or undici. */
const failures: [code: RegExp, reason: string | undefined, remedy?: string][] = [
  [/^ENOTFOUND$|^EAI_AGAIN$/, 'the host name could not be resolved'],
  [
    /^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED)$/,
    'the client cannot send it',
    'does `headers` of the target file set a header of the connection (Expect, Keep-Alive, Transfer-Encoding, Upgrade), or a value that HTTP does not allow?',
  ],
  [/^ECONNREFUSED$/, 'the connection was refused'],
  [
    /^(?:EADDRNOTAVAIL|EACCES|EMFILE|ENFILE|ENETDOWN|EPERM)$/,
    undefined,
    'look at the network of this machine, its limit of open files, and what its sandbox or firewall forbids.',
  ],
  [
    /^UND_ERR_HEADERS_OVERFLOW$/,
    'the response had more header bytes than the client accepts',
    `The limit is ${maxHeaderSize}. Set NODE_OPTIONS=--max-http-header-size=65536 to raise it.`,
  ],
  [/^ECONNRESET$|^EPIPE$|^UND_ERR_(?:SOCKET|DESTROYED|RES_CONTENT_LENGTH_MISMATCH)$/, closed.reason],
  [
    /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/,
    `${TLS}the server's certificate has expired, or is not valid yet`,
    'renew it, or set the clock of this machine, or of the one that issued it.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME|^HOSTNAME_MISMATCH$/,
    `${TLS}the server's certificate is for another host`,
    'set BASE_URL to a name that the certificate lists, or reissue it for this one.',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY_LEAF|CERT_UNTRUSTED/,
    `${TLS}the issuer of the server's certificate is not trusted`,
    "name a file with the issuer's certificate in NODE_EXTRA_CA_CERTS.",
  ],
  [
    /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/,
    `${TLS}the server has no TLS version in common with Node`,
    'enable TLS 1.2 or 1.3 on the server.',
  ],
  [
    /UNRECOGNIZED_NAME/,
    `${TLS}the server has no certificate for this host name`,
    'is the host in BASE_URL right, and is it set up on the server?',
  ],
  [
    /UNSAFE_LEGACY_RENEGOTIATION/,
    `${TLS}the server lacks secure renegotiation (RFC 5746), which Node requires`,
    'enable it, or TLS 1.3, on the server or on the proxy that ends TLS in front of it.',
  ],
  [/NO_APPLICATION_PROTOCOL/, `${TLS}the server speaks HTTP/2 only`, HTTP2],
  [
    /_ALERT_/,
    `${TLS}the server rejected it`,
    'do its ciphers, or a client certificate that it requires, rule Node out?',
  ],
  [
    /CERT|CRL|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH/,
    `${TLS}the server's certificate is not accepted`,
    'renew it, or have it reissued by a trusted issuer.',
  ],
  [/^ERR_TLS|SSL/, `${TLS}no TLS is spoken there`, 'is BASE_URL an http:// address, or of another port?'],
];

/** What an error means that undici or Node gave in place of a response. */
export function explain(error: Error & { code?: string }, connection: Connection): WireFailure {
  if (error instanceof ProxyResponse) return rejected(error);
  if (error.cause instanceof Error) {
    const failure = explain(error.cause, connection);
    return error instanceof NoTunnel ? ofProxy(failure) : failure;
  }
  const { code = '' } = error;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooLarge;
  return through(connection, unreadable(error, connection) ?? missing(code));
}

function missing(code: string): WireFailure {
  const [, words, remedy] = failures.find(([pattern]) => pattern.test(code)) ?? [];
  const reason = words ?? meaningOf(code);
  const named = code === '' || reason === closed.reason ? reason : `${reason} (${code})`;
  return { kind: 'connection', reason: named, ...(remedy !== undefined && { remedy }) };
}

/** What the operating system says about an error: `address not available`. */
function meaningOf(code: string): string {
  const [, meaning] = [...getSystemErrorMap().values()].find(([name]) => name === code) ?? [];
  return meaning === undefined ? 'the request could not be completed' : `no connection: ${meaning}`;
}

/** The handshake was with the proxy, not with the target. */
const ofProxy = ({ reason, remedy, ...failure }: WireFailure): WireFailure => ({
  ...failure,
  reason: reason.replace('the server', 'the proxy'),
  ...(remedy !== undefined && { remedy: remedy.replace('BASE_URL', 'the address of the proxy') }),
});

/** A response that undici's parser rejects; undefined for other errors. */
function unreadable(error: Error & { code?: string }, { socket }: Connection): WireFailure | undefined {
  // undici says so of anything that it cannot read in a response with a length, and of one that is cut off.
  if (error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && socket?.readableEnded === false)
    return malformed('the response is not valid HTTP: its Content-Length is wrong, or what follows it');
  if (error.name !== 'HTTPParserError') return undefined;
  const { data } = error as { data?: string };
  if (!data) return closed;
  if (isHttp2(Buffer.from(data))) return { ...malformed('the server speaks HTTP/2 only'), remedy: HTTP2 };
  const words = error.message.slice(error.message.indexOf('(') + 1, -1);
  return malformed(`the response is not valid HTTP: ${words}`);
}

/** A server that speaks HTTP/2 only begins with the frame SETTINGS or GOAWAY of stream 0 (RFC 9113 3.4, 4.1). */
const isHttp2 = (bytes: Buffer) =>
  bytes.length >= 9 && (bytes[3] === 4 || bytes[3] === 7) && bytes.readUInt32BE(5) === 0;

/** The proxy responded instead of the target, which is not judged by it. */
function rejected({ status, place }: ProxyResponse): WireFailure {
  if (status >= 500) return { kind: 'connection', reason: `the proxy could not reach it (${status})` };
  const failure: WireFailure = { kind: 'proxy', reason: `the proxy rejected the request (${status})` };
  // Many allow tunnels to the port of https only.
  if (status === 407 || place.endsWith(':443')) return failure;
  const remedy = `let it allow CONNECT to ${place}: requests to an http address go through a tunnel, too. Or should NO_PROXY name the host?`;
  return { ...failure, remedy };
}

const through = ({ proxy }: Connection, failure: WireFailure): WireFailure =>
  proxy === undefined
    ? failure
    : { ...failure, reason: `${failure.reason}, by way of the proxy ${proxy.server}`, proxied: true };

/** The status and headers of a response whose body is on its way. */
export interface Head {
  status: number;
  headers: [name: string, value: string][];
}

/** Why there is no complete response within this number of milliseconds. */
export function whyLate(
  connection: Connection,
  timeout: number,
  isSent: boolean,
  head: Head | undefined,
): WireFailure {
  const begun = `a ${[head?.status, mediaTypeOf(head)].filter(Boolean).join(' ')} had begun`;
  const so = head ? begun : isSent ? 'its headers had not arrived' : 'there was no connection';
  const reason = `no complete response within ${timeout} ms (TIMEOUT_MS): ${so}`;
  return through(connection, { kind: 'time-out', reason });
}

/** `text/event-stream`; undefined where it is none. */
const mediaTypeOf = (head: Head | undefined) =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.exec(headerOf(head?.headers ?? [], 'content-type') ?? '')?.[0];
