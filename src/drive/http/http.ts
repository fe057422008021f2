import { ClientRequest, maxHeaderSize } from 'node:http';
import querystring from 'node:querystring';
import type { APIRequest, APIRequestContext } from '@playwright/test';
import type { WireResponse } from '../../judge/stored-response';
import { leaveStacksUnformatted } from '../stacks';
import { guardMemory, LARGEST_BODY } from './memory-guard';
import { isExempt } from './no-proxy';
import { timeLimits } from './time-limits';
import { tlsFailureIn } from './tls-failures';

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
  /** `proxy`: the proxy did not let the request through. */
  kind: 'connection' | 'time-out' | 'oversize' | 'proxy';
  reason: string;
  /** What the user can do, if the reason alone shows it. */
  remedy?: string;
  /** The connection was to a proxy, or through one. */
  proxied?: true;
}

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

/**
 * Sends requests exactly as given: no inherited headers or cookies, no redirect followed, header values byte
 * for byte. Reads share kept connections. A server may close one just as the next request is sent (RFC 9112
 * 9.5), so a failed read is repeated at once on a new connection. Requests that cannot be repeated (RFC 9110
 * 9.2.2) have a connection of their own, unless a kept one is named.
 * @param timeout milliseconds for a complete response
 * @param proxy address of an HTTP proxy, or undefined
 */
export function openHttp(
  timeout: number,
  proxy?: { server: string; username?: string; password?: string },
): Http {
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
      ...(proxy && { proxy }),
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
    return reused && !proxy && saysClosed(received) ? transfer(wire, newPool(true)) : received;
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
    const guard = guardMemory();
    const started = performance.now();
    const { place = '' } = wire;
    const limit = Math.ceil(limits.at(place));
    try {
      const context = await pool.context;
      const options = {
        method: wire.method,
        headers: { accept: '', ...wire.headers, connection: pool.spent || proxy ? 'close' : 'keep-alive' },
        ...(wire.body && { data: wire.body }),
        maxRedirects: 0,
        timeout: limit,
        signal: guard.signal,
      };
      const response = await guard.watching(() => context.fetch(wire.url, options));
      // A response from the proxy itself has no server address.
      if (proxy && (await response.serverAddr()) === null) return rejected(response.status());
      const body = await response.body();
      const headers = response.headersArray().map(({ name, value }): [string, string] => [name, value]);
      const cookies = headers.some(([name]) => name.toLowerCase() === 'set-cookie');
      pool.answered = performance.now();
      pool.bytes += body.length;
      pool.spent ||= cookies || pool.bytes > LARGEST_KEPT;
      if (body.length > LARGEST_BODY) return { kind: 'oversize', reason: tooLarge };
      const milliseconds = performance.now() - started;
      limits.answered(place, milliseconds);
      return { status: response.status(), headers, body, milliseconds };
    } catch (error) {
      // The other connections of the pool are as old as the one that failed.
      pool.spent = true;
      if (guard.signal.aborted) return { kind: 'oversize', reason: tooLarge };
      const failure = explain(error, limit, timeout);
      if (failure.kind === 'time-out') limits.silent(place);
      return proxy
        ? { ...failure, reason: `${failure.reason}, by way of the proxy ${proxy.server}`, proxied: true }
        : failure;
    } finally {
      guard.stop();
      // Other requests may still wait for their responses.
      if (--pool.inFlight === 0 && pool.spent) await dispose(pool);
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

/**
 * Whether the connection may have been closed before the request: 408 is the response to an idle one (RFC
 * 9110 15.5.9).
 */
function saysClosed(received: WireResponse | WireFailure): boolean {
  return 'kind' in received ? received.kind === 'connection' : received.status === 408;
}

function isStale({ inFlight, answered }: Pool): boolean {
  return inFlight === 0 && answered !== null && performance.now() - answered > LONGEST_IDLE;
}

const tooLarge = `the response was cut off: larger than ${LARGEST_BODY / 2 ** 20} MiB`;

/** The proxy responded instead of the target, which is not judged by it. */
function rejected(status: number): WireFailure {
  if (status >= 500) return { kind: 'connection', reason: `the proxy could not reach it (${status})` };
  return { kind: 'proxy', reason: `the proxy rejected the request (${status})` };
}

const reasons: [pattern: RegExp, reason: string, remedy?: string][] = [
  [/ENOTFOUND|EAI_AGAIN/, 'the host name could not be resolved'],
  [/ECONNREFUSED/, 'the connection was refused'],
  [/EHOSTUNREACH|ENETUNREACH/, 'the host could not be reached'],
  [
    /HPE_HEADER_OVERFLOW|Header overflow/i,
    'the response had more header bytes than the client accepts',
    `The limit is ${maxHeaderSize}. Set NODE_OPTIONS=--max-http-header-size=65536 to raise it.`,
  ],
  [/Parse Error|HPE_/, 'the response was not valid HTTP'],
  [/decompress/, 'the response could not be decompressed'],
  [
    /socket hang up|aborted|ECONNRESET|EPIPE|closed/i,
    'the connection was closed before the response was complete',
  ],
];

/** Playwright's own error has the request headers in its call log, so it is not passed on. */
function explain(error: unknown, limit: number, timeout: number): WireFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (/Timeout \d+ms exceeded|timed out/i.test(message)) {
    const within = limit < timeout ? `${limit} ms, as for others in ${timeout} ms` : `${limit} ms`;
    return { kind: 'time-out', reason: `no complete response within ${within} (TIMEOUT_MS)` };
  }
  const headline = message.split('\n')[0] ?? '';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const tlsFailure = tlsFailureIn(code, headline);
  if (tlsFailure !== undefined) return { kind: 'connection', ...tlsFailure };
  const [, reason = 'the request could not be completed', remedy] =
    reasons.find(([pattern]) => pattern.test(headline)) ?? [];
  return { kind: 'connection', reason, ...(remedy !== undefined && { remedy }) };
}

/**
 * The proxy that the environment sets for an address (HTTPS_PROXY, HTTP_PROXY, NO_PROXY, in either case).
 * @throws where its value is not an address
 */
export function proxyFor(
  url: URL,
  env: NodeJS.ProcessEnv,
): { server: string; username?: string; password?: string } | undefined {
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
