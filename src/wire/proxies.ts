import querystring from 'node:querystring';
import { isExempt } from './no-proxy';

/** An HTTP proxy. User and password are as they are sent. */
export interface HttpProxy {
  server: string;
  username?: string;
  password?: string;
}

/** The proxy responded to CONNECT, in place of the target, which is not judged by it. */
export class ProxyResponse extends Error {
  /** @param place the host and port that a tunnel was asked for */
  constructor(
    readonly status: number,
    readonly place: string,
  ) {
    super(`the proxy responded with ${status}`);
  }
}

/** There is no tunnel: the cause is a failed connection to the proxy. */
export class NoTunnel extends Error {}

/**
 * The proxy that the environment sets for an address (HTTPS_PROXY, HTTP_PROXY, NO_PROXY, in either case).
 * @throws where its value is not the address of an HTTP proxy
 */
export function proxyFor(url: URL, env: NodeJS.ProcessEnv): HttpProxy | undefined {
  const named = (name: string) => env[name] || env[name.toLowerCase()];
  if (isExempt(url, named('NO_PROXY') ?? '')) return;
  const variable = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const address = named(variable);
  if (!address) return;
  const withScheme = address.includes('://') ? address : `http://${address}`;
  if (!URL.canParse(withScheme)) throw new Error(`${variable} is no address of a proxy.`);
  const { protocol, host: server, username, password } = new URL(withScheme);
  if (protocol.startsWith('socks')) throw new Error(`${variable}: a SOCKS proxy is not supported.`);
  return {
    server: `${protocol}//${server}`,
    ...(username && { username: querystring.unescape(username), password: querystring.unescape(password) }),
  };
}
