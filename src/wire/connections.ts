import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import { LARGEST_BODY } from './failures';
import type { HttpProxy } from './proxies';
import { tunnelThrough } from './tunnel';

/** Carries one request at a time. Opens its socket at the first request, and again if that was closed. */
export interface Connection {
  client: Client;
  /** Null until it is connected. */
  socket: Socket | null;
  /** The first error of the socket. undici may report a later one, or none at the end of a body without a length. */
  error: Error | undefined;
  /** Its requests go through this proxy. */
  proxy?: HttpProxy;
}

/**
 * A connection that was idle for this many milliseconds may have been closed without notice: servers close
 * theirs after 5 s or more.
 */
const LONGEST_IDLE = 4000;
/** Milliseconds after which the next address of a name is tried. Node's 250 are too few for a distant host. */
const ATTEMPT = 1000;

/** Opens the sockets of all connections, which share TLS sessions. */
export const connector = (timeout: number, proxy?: HttpProxy): buildConnector.connector =>
  proxy === undefined
    ? buildConnector({ timeout, autoSelectFamilyAttemptTimeout: ATTEMPT })
    : tunnelThrough(proxy, timeout);

export function openConnection(
  origin: string,
  connect: buildConnector.connector,
  proxy?: HttpProxy,
): Connection {
  const client = new Client(origin, {
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        connection.socket = socket;
        connection.error = undefined;
        socket.once('error', (why) => {
          connection.error ??= why;
        });
        callback(null, socket);
      }),
    maxResponseSize: LARGEST_BODY,
    keepAliveTimeout: LONGEST_IDLE,
    keepAliveMaxTimeout: LONGEST_IDLE,
  });
  const connection: Connection = { client, socket: null, error: undefined, ...(proxy && { proxy }) };
  return connection;
}
