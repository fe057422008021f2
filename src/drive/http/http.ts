import { ClientRequest, maxHeaderSize } from 'node:http';
import querystring from 'node:querystring';
import type { APIRequest, APIRequestContext } from '@playwright/test';
import type { WireResponse } from '../../judge/response/stored-response';
import { leaveStacksUnformatted } from '../check/stacks';
import { type Arrival, watching } from './arrival';
import { decoded } from './codings';
import { isExempt } from './no-proxy';
import { timeLimits } from './time-limits';
import { HTTP2, tlsFailureIn } from './tls-failures';

export interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** Requests with this name share a time limit. */
  place?: string;
  /** Uses a connection of its own, as all requests but reads do. */
  fresh?: boolean;
  /**
   * Uses the kept connection of this name, which carries nothing else. Also for requests other than reads, if
   * they can cost nobody anything.
   */
  connection?: string;
}

/** Why there was no complete response: one line, never with a header or a value of ours. */
export interface WireFailure {
  /** `malformed`: something responded, but not in HTTP; `proxy`: the proxy did not let the request through. */
  kind: 'connection' | 'time-out' | 'oversize' | 'malformed' | 'proxy';
  reason: string;
  /** What the user can do, if the reason alone shows it. */
  remedy?: string;
  /** The connection was to a proxy, or through one. */
  proxied?: true;
  /** There was no connection, so the target did not receive the request. */
  unsent?: true;
}

/** A body above this size is not read further: nothing in the contract comes near it. */
const LARGEST_BODY = 16 * 2 ** 20;
/** A request context keeps all bodies in memory: after this many bytes it is replaced. */
const LARGEST_KEPT = 2 ** 20;
/**
 * A connection that was idle for this many milliseconds may have been closed without notice: servers close
 * theirs after 5 s or more.
 */
const LONGEST_IDLE = 4000;

export interface Http {
  send(wire: WireRequest): Promise<WireResponse | WireFailure>;
  close(): Promise<void>;
}

/** An HTTP proxy. User and password are as they are sent. */
export interface Proxy {
  server: string;
  username?: string;
  password?: string;
}

/**
 * Sends requests exactly as given: no inherited headers or cookies, no redirect followed, header values byte
 * for byte. Reads share kept connections. A server may close one just as the next request is sent (RFC 9112
 * 9.5), so a failed read is repeated at once on a new connection. Requests that cannot be repeated (RFC 9110
 * 9.2.2) have a connection of their own, unless a kept one is named; there, only a 408 is repeated.
 * @param timeout milliseconds for a complete response
 */
export function openHttp(timeout: number, proxy?: Proxy): Http {
  leaveStacksUnformatted(__filename);
  leaveOutEmptyAccept();
  const kept = new Map<string, Pool>();
  const limits = timeLimits(timeout);

  function newPool(spent: boolean): Pool {
    // Playwright's configuration (`use`) fills in everything that is left out here.
    const context = newContext({
      extraHTTPHeaders: {},
      storageState: { cookies: [], origins: [] },
      failOnStatusCode: false,
      ...(proxy && { proxy: encoded(proxy) }),
    });
    return { context, inFlight: 0, answered: null, bytes: 0, spent };
  }

  async function send(wire: WireRequest): Promise<WireResponse | WireFailure> {
    const read = wire.method === 'GET' || wire.method === 'HEAD';
    if (wire.fresh || !(read || wire.connection)) return transfer(wire, newPool(true));
    const { connection: name = '' } = wire;
    const pool = poolOf(name);
    const reused = pool.answered !== null;
    const received = await transfer(wire, pool);
    if (pool.spent && pool === kept.get(name)) kept.delete(name);
    // Each request has its own tunnel through a proxy.
    const again = reused && !proxy && (read ? saysClosed(received) : isIdleClose(received));
    return again ? transfer(wire, newPool(true)) : received;
  }

  function poolOf(name: string): Pool {
    const known = kept.get(name);
    if (known !== undefined && !isStale(known)) return known;
    if (known !== undefined) void dispose(known);
    const pool = newPool(false);
    kept.set(name, pool);
    return pool;
  }

  async function transfer(wire: WireRequest, pool: Pool): Promise<WireResponse | WireFailure> {
    pool.inFlight++;
    const { place = '' } = wire;
    const limit = Math.ceil(limits.at(place));
    try {
      const received = await receive(wire, pool, limit);
      if (!('kind' in received)) limits.answered(place, received.milliseconds);
      else if (received.kind === 'time-out') limits.silent(place);
      return received;
    } finally {
      // Other requests may still wait for their responses.
      if (--pool.inFlight === 0 && pool.spent) await dispose(pool);
    }
  }

  async function receive(wire: WireRequest, pool: Pool, limit: number): Promise<WireResponse | WireFailure> {
    const started = performance.now();
    const context = await pool.context;
    const options = {
      method: wire.method,
      headers: { accept: '', ...wire.headers, connection: pool.spent || proxy ? 'close' : 'keep-alive' },
      ...(wire.body && { data: wire.body }),
      maxRedirects: 0,
      timeout: limit,
    };
    const { arrival, result } = await watching(LARGEST_BODY, async (signal) => {
      const response = await context.fetch(wire.url, { ...options, signal });
      return { response, body: await response.body(), address: await response.serverAddr() };
    });
    if (result.status === 'rejected') {
      // The other connections of the pool are as old as the one that failed.
      pool.spent = true;
      if (arrival.tooLarge.signal.aborted) return tooLarge;
      const failure = explain(result.reason, arrival, limit, timeout);
      return proxy ? byWayOf(proxy.server, failure) : failure;
    }
    const { response, body, address } = result.value;
    if (body.length > LARGEST_BODY) return tooLarge;
    // A response from the proxy itself has no server address.
    if (proxy && address === null) return rejected(response.status());
    const headers = response.headersArray().map(({ name, value }): [string, string] => [name, value]);
    const cookies = headers.some(([name]) => name.toLowerCase() === 'set-cookie');
    pool.answered = performance.now();
    pool.bytes += body.length;
    pool.spent ||= cookies || pool.bytes > LARGEST_KEPT;
    try {
      const plain = decoded(body, headers, LARGEST_BODY);
      const milliseconds = performance.now() - started;
      return { status: response.status(), headers, body: plain, milliseconds };
    } catch (error) {
      return error instanceof RangeError ? tooLarge : malformed(messageOf(error));
    }
  }

  return {
    send,
    async close() {
      for (const pool of kept.values()) await dispose(pool);
    },
  };
}

/**
 * A request context with its connections, cookies and bodies. When it is used up it takes no more requests.
 * The header `connection: close` alone is not enough: if the server ignores it, the context keeps the
 * connection.
 */
interface Pool {
  context: Promise<APIRequestContext>;
  inFlight: number;
  /** The time of the last complete response; null before the first. */
  answered: number | null;
  /** Of all bodies so far. */
  bytes: number;
  /** It received a cookie, too many bytes or a failure, or was made for one request. */
  spent: boolean;
}

/** Playwright decodes user and password once more. */
function encoded({ server, username = '', password = '' }: Proxy): Proxy {
  return { server, username: encodeURIComponent(username), password: encodeURIComponent(password) };
}

/** Playwright takes a second to load, and most subcommands send nothing. */
async function newContext(options: Parameters<APIRequest['newContext']>[0]): Promise<APIRequestContext> {
  const { request } = await import('@playwright/test');
  return request.newContext(options);
}

async function dispose({ context }: Pool): Promise<void> {
  const opened = await context;
  await opened.dispose();
}

let isPatched = false;

/** Playwright adds an Accept header for everything to a request without one. An empty header prevents that. */
function leaveOutEmptyAccept(): void {
  if (isPatched) return;
  isPatched = true;
  const { setHeader } = ClientRequest.prototype;
  ClientRequest.prototype.setHeader = function (name, value) {
    return name.toLowerCase() === 'accept' && value === '' ? this : setHeader.call(this, name, value);
  };
}

/** Whether the connection may have been closed before the request, or still had bytes of another response. */
function saysClosed(received: WireResponse | WireFailure): boolean {
  return 'kind' in received
    ? received.kind === 'connection' || received.kind === 'malformed'
    : isIdleClose(received);
}

/** 408 is the response to an idle connection, so nothing was carried out (RFC 9110 15.5.9). */
const isIdleClose = (received: WireResponse | WireFailure) =>
  !('kind' in received) && received.status === 408;

function isStale({ inFlight, answered }: Pool): boolean {
  return inFlight === 0 && answered !== null && performance.now() - answered > LONGEST_IDLE;
}

const tooLarge: WireFailure = {
  kind: 'oversize',
  reason: `the response was cut off: larger than ${LARGEST_BODY / 2 ** 20} MiB`,
};

const malformed = (reason: string): WireFailure => ({ kind: 'malformed', reason });

const byWayOf = (proxy: string, failure: WireFailure): WireFailure => ({
  ...failure,
  reason: `${failure.reason}, by way of the proxy ${proxy}`,
  proxied: true,
});

/** The proxy responded instead of the target, which is not judged by it. */
function rejected(status: number): WireFailure {
  if (status >= 500) return { kind: 'connection', reason: `the proxy could not reach it (${status})` };
  return { kind: 'proxy', unsent: true, reason: `the proxy rejected the request (${status})` };
}

const reasons: [pattern: RegExp, failure: Omit<WireFailure, 'kind'>][] = [
  [/ENOTFOUND|EAI_AGAIN/, { reason: 'the host name could not be resolved', unsent: true }],
  [/ECONNREFUSED/, { reason: 'the connection was refused', unsent: true }],
  [/EHOSTUNREACH|ENETUNREACH/, { reason: 'the host could not be reached', unsent: true }],
  [
    /HPE_HEADER_OVERFLOW|Header overflow/i,
    {
      reason: 'the response had more header bytes than the client accepts',
      remedy: `The limit is ${maxHeaderSize}. Set NODE_OPTIONS=--max-http-header-size=65536 to raise it.`,
    },
  ],
  [
    /socket hang up|aborted|ECONNRESET|EPIPE|closed/i,
    { reason: 'the connection was closed before the response was complete' },
  ],
];

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Playwright's own error has the request headers in its call log, so it is not passed on.
 * @param limit the time limit of this request, in milliseconds
 */
function explain(error: unknown, arrival: Arrival, limit: number, timeout: number): WireFailure {
  const message = messageOf(error);
  if (/Timeout \d+ms exceeded|timed out/i.test(message)) {
    const within = limit < timeout ? `${limit} ms, as for others in ${timeout} ms` : `${limit} ms`;
    return { kind: 'time-out', reason: `no complete response within ${within} (TIMEOUT_MS)` };
  }
  const unread = parserReason(arrival.error);
  if (unread !== undefined) return unread;
  const headline = message.split('\n')[0] ?? '';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const tlsFailure = tlsFailureIn(code, headline);
  if (tlsFailure !== undefined) return { kind: 'connection', unsent: true, ...tlsFailure };
  const [, failure] = reasons.find(([pattern]) => pattern.test(headline)) ?? [];
  return { kind: 'connection', ...(failure ?? { reason: 'the request could not be completed' }) };
}

/** What Node's HTTP parser says about a response that it rejects; undefined for other errors. */
function parserReason(error: (Error & { code?: string; reason?: string; rawPacket?: Buffer }) | undefined) {
  const { code, reason, rawPacket } = error ?? {};
  if (!code?.startsWith('HPE_') || code === 'HPE_HEADER_OVERFLOW') return undefined;
  if (rawPacket !== undefined && isHttp2(rawPacket))
    return { ...malformed(`the server ${HTTP2.reason}`), remedy: HTTP2.remedy };
  // Node says of these bytes that another response should begin there.
  const isBehind =
    rawPacket?.subarray(0, 5).toString() === 'HTTP/' && /^Expected HTTP|^Data after/.test(reason ?? '');
  return malformed(`the response is not valid HTTP: ${isBehind ? 'bytes after its body' : reason}`);
}

/** A server that speaks HTTP/2 only begins with the frame SETTINGS or GOAWAY of stream 0 (RFC 9113 3.4, 4.1). */
const isHttp2 = (bytes: Buffer) =>
  bytes.length >= 9 && (bytes[3] === 4 || bytes[3] === 7) && bytes.readUInt32BE(5) === 0;

/**
 * The proxy that the environment sets for an address (HTTPS_PROXY, HTTP_PROXY, NO_PROXY, in either case).
 * @throws where its value is not an address
 */
export function proxyFor(url: URL, env: NodeJS.ProcessEnv): Proxy | undefined {
  const named = (name: string) => env[name] || env[name.toLowerCase()];
  if (isExempt(url, named('NO_PROXY') ?? '')) return;
  const variable = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const address = named(variable);
  if (!address) return;
  const withScheme = address.includes('://') ? address : `http://${address}`;
  if (!URL.canParse(withScheme)) throw new Error(`${variable} is no address of a proxy.`);
  const { protocol, host: server, username, password } = new URL(withScheme);
  return {
    server: `${protocol}//${server}`,
    ...(username && { username: querystring.unescape(username), password: querystring.unescape(password) }),
  };
}
