import type { WireResponse } from '../judge/response/stored-response';
import { decoded } from './codings';
import type { Connection } from './connections';
import { explain, type Head, LARGEST_BODY, malformed, tooLarge, whyLate } from './failures';
import type { HttpProxy } from './proxies';

export interface WireRequest {
  method: string;
  url: string;
  /** Two names that differ in their case are two lines. */
  headers: Record<string, string>;
  body: Buffer | null;
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
  /** The target did not receive the request: there was no connection. */
  unsent?: true;
}

export interface Http {
  send(wire: WireRequest): Promise<WireResponse | WireFailure>;
  close(): Promise<void>;
}

/**
 * Sends requests exactly as given, once: no headers of its own but Host, Connection, Content-Length and
 * Accept-Encoding, no cookies, no redirect followed, header values byte for byte. Reads share kept connections.
 * A server may close one just as the next request is sent (RFC 9112 9.5), so a failed read is repeated at once
 * on a new connection. Requests that cannot be repeated (RFC 9110 9.2.2) have a connection of their own, unless
 * a kept one is named; there, one is repeated only if the server did not carry it out.
 * @param timeout milliseconds for a complete response
 */
export function openHttp(timeout: number, proxy?: HttpProxy): Http {
  // undici takes a fifth of a second to load, and workers and most subcommands send nothing.
  const { connector, openConnection }: typeof import('./connections') = require('./connections');
  const connect = connector(timeout, proxy);
  const all = new Set<Connection>();
  const idle = new Map<string, Connection[]>();

  function opened(url: string): Connection {
    const connection = openConnection(new URL(url).origin, connect, proxy);
    all.add(connection);
    return connection;
  }

  async function send(wire: WireRequest): Promise<WireResponse | WireFailure> {
    const isRead = wire.method === 'GET' || wire.method === 'HEAD';
    const isKept = !wire.fresh && (isRead || wire.connection);
    if (!isKept) return once(wire);
    const name = `${wire.connection ?? ''} ${new URL(wire.url).origin}`;
    const waiting = idle.get(name) ?? idle.set(name, []).get(name) ?? [];
    const connection = waiting.pop() ?? opened(wire.url);
    const { socket } = connection;
    const received = await transfer(wire, connection, timeout, true);
    if ('kind' in received) await discard(connection);
    else waiting.push(connection);
    const isReused = socket !== null && connection.socket === socket;
    return isReused && (isRead ? saysClosed(received) : isIgnored(received)) ? once(wire) : received;
  }

  async function once(wire: WireRequest): Promise<WireResponse | WireFailure> {
    const connection = opened(wire.url);
    const received = await transfer(wire, connection, timeout, false);
    await discard(connection);
    return received;
  }

  async function discard(connection: Connection): Promise<void> {
    all.delete(connection);
    await connection.client.destroy();
  }

  return {
    send,
    async close() {
      await Promise.all([...all].map(discard));
    },
  };
}

/** Sends a request and reads its response, or says why there is none within the time limit. */
async function transfer(
  { method, url, headers, body }: WireRequest,
  connection: Connection,
  timeout: number,
  isKept: boolean,
): Promise<WireResponse | WireFailure> {
  const started = performance.now();
  const { pathname, search } = new URL(url);
  const accepts = Object.keys(headers).some((name) => name.toLowerCase() === 'accept-encoding');
  const lines = Object.entries({ ...(!accepts && { 'accept-encoding': 'gzip,deflate,br' }), ...headers });
  const chunks: Buffer[] = [];
  const failureOf = (error: Error | undefined) => (error ? explain(error, connection) : undefined);
  let isSent = false;
  let head: Head | undefined;
  const failure = await new Promise<WireFailure | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(whyLate(connection, timeout, isSent, head)), timeout);
    const end = (why?: WireFailure) => {
      clearTimeout(timer);
      resolve(why);
    };
    const options = { method: method.toUpperCase(), path: pathname + search, headers: lines.flat(), body };
    connection.client.dispatch(
      { ...options, headersTimeout: 0, bodyTimeout: 0, ...(!isKept && { reset: true }) },
      {
        onRequestStart() {
          isSent = true;
        },
        onResponseStart({ rawHeaders }, status) {
          if (status >= 200) head = { status, headers: pairsOf(rawHeaders as Buffer[]) };
        },
        onResponseData: (_, chunk) => void chunks.push(chunk),
        onResponseEnd: () => end(failureOf(connection.error)),
        onResponseError: (_, error) => end(failureOf(connection.error ?? error)),
      },
    );
  });
  if (failure !== undefined) return isSent ? failure : { ...failure, unsent: true };
  if (head === undefined) return malformed('the response has no status');
  try {
    const plain = decoded(Buffer.concat(chunks), head.headers, LARGEST_BODY);
    return { ...head, body: plain, milliseconds: performance.now() - started };
  } catch (error) {
    if (error instanceof RangeError) return tooLarge;
    return malformed(error instanceof Error ? error.message : String(error));
  }
}

/** Whether the connection may have been closed before the request, or still had bytes of another response. */
const saysClosed = (received: WireResponse | WireFailure) =>
  isIgnored(received) ||
  ('kind' in received && (received.kind === 'connection' || received.kind === 'malformed'));

/** Whether the server carried nothing out: 408 is the response to an idle connection (RFC 9110 15.5.9). */
const isIgnored = (received: WireResponse | WireFailure) =>
  'kind' in received ? received.unsent === true : received.status === 408;

/** Names and values as bytes (latin1), in their order. */
const pairsOf = (raw: readonly Buffer[]): Head['headers'] =>
  Array.from({ length: raw.length / 2 }, (_, index) => [
    `${raw[2 * index]?.toString('latin1')}`,
    `${raw[2 * index + 1]?.toString('latin1')}`,
  ]);
