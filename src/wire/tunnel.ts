import type { Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import { type HttpProxy, NoTunnel, ProxyResponse } from './proxies';

/**
 * Connects through a tunnel of a proxy (CONNECT), also to an http address: a proxy that forwards a request may
 * change its headers, and its own responses look like those of the target.
 */
export function tunnelThrough(
  { server, username = '', password = '' }: HttpProxy,
  timeout: number,
): buildConnector.connector {
  const secure = buildConnector({ timeout });
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  const authorization = username && { 'proxy-authorization': `Basic ${credentials}` };
  return (options, callback) => {
    const { hostname, protocol, port } = options;
    const host = hostname.includes(':') ? `[${hostname}]` : hostname;
    const path = `${host}:${port || (protocol === 'https:' ? 443 : 80)}`;
    const client = new Client(server, { connect: { timeout }, headersTimeout: timeout });
    client.connect({ path, headers: { host: path, ...authorization } }, (cause, tunnel) => {
      // An error of undici itself would make it connect again.
      if (cause !== null) return callback(new NoTunnel('no tunnel', { cause }), null);
      const { statusCode } = tunnel;
      const socket = tunnel.socket as Socket;
      if (statusCode >= 300) {
        socket.on('error', () => undefined).destroy();
        callback(new ProxyResponse(statusCode, path), null);
      } else if (protocol === 'https:') secure({ ...options, httpSocket: socket }, callback);
      else callback(null, socket);
    });
  };
}
