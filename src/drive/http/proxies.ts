import type { Socket } from 'node:net';
import querystring from 'node:querystring';
import { buildConnector, Client } from 'undici';
import { isExempt } from './no-proxy';

/** An HTTP proxy. User and password are as they are sent. */
export interface Proxy {
  server: string;
  username?: string;
  password?: string;
}

/** The proxy responded to CONNECT, in place of the target, which is not judged by it. */
export class ProxyResponse extends Error {
  constructor(readonly status: number) {
    super(`the proxy responded with ${status}`);
  }
}

/**
 * Connects through a tunnel of a proxy (CONNECT), also to an http address: a proxy that forwards a request may
 * change its headers, and its own responses look like those of the target.
 */
export function tunnelThrough(
  { server, username = '', password = '' }: Proxy,
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
      if (cause !== null) return callback(new Error('no tunnel', { cause }), null);
      const { statusCode } = tunnel;
      const socket = tunnel.socket as Socket;
      if (statusCode >= 300) {
        socket.on('error', () => undefined).destroy();
        callback(new ProxyResponse(statusCode), null);
      } else if (protocol === 'https:') secure({ ...options, httpSocket: socket }, callback);
      else callback(null, socket);
    });
  };
}

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
