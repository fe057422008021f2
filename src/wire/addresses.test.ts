import { expect, test } from '@playwright/test';
import { proxyFor } from './proxies';

const p = 'http://p.example:3128';
const other = 'http://other:1';
/** The environment, the expected proxy, and the address if it is not https://api.example. */
const proxies: Record<string, [env: Record<string, string>, server: string | undefined, address?: string]> = {
  'no proxy variable': [{}, undefined],
  'both variables and an https address': [{ HTTPS_PROXY: p, HTTP_PROXY: other }, p],
  'both variables and an http address': [{ HTTP_PROXY: p, HTTPS_PROXY: other }, p, 'http://api.example'],
  'a variable in lower case': [{ https_proxy: p }, p],
  'the host in NO_PROXY': [{ HTTPS_PROXY: p, NO_PROXY: 'a.example, api.example' }, undefined],
  'its domain in NO_PROXY': [{ HTTPS_PROXY: p, no_proxy: '.example' }, undefined],
  'the host and its port in NO_PROXY': [
    { HTTPS_PROXY: p, NO_PROXY: 'API.example:8443' },
    undefined,
    'https://api.example:8443',
  ],
  'every host in NO_PROXY': [{ HTTPS_PROXY: p, NO_PROXY: '*' }, undefined],
  'its IPv6 address and port in NO_PROXY': [
    { HTTP_PROXY: p, NO_PROXY: '[0:0::1]:8080' },
    undefined,
    'http://[::1]:8080',
  ],
  'its IPv6 range in NO_PROXY': [{ HTTP_PROXY: p, NO_PROXY: 'fd00::/8' }, undefined, 'http://[fd12::3]'],
  'its IPv4 range in NO_PROXY': [{ HTTP_PROXY: p, NO_PROXY: '10.0.0.0/8' }, undefined, 'http://10.2.3.4'],
  'the end of its name in NO_PROXY': [
    { HTTPS_PROXY: p, NO_PROXY: 'api.example' },
    p,
    'https://myapi.example',
  ],
};
for (const [name, [env, server, address = 'https://api.example']] of Object.entries(proxies)) {
  test(`with ${name}, requests go through ${server ?? 'no proxy'}`, () => {
    expect(proxyFor(new URL(address), env)?.server).toBe(server);
  });
}

test('the user name and password of a proxy are decoded and separated from its address', () => {
  expect(
    proxyFor(new URL('http://api.example'), { HTTP_PROXY: 'http://us%40er:pa%3Ass@p.example:8080' }),
  ).toEqual({
    server: 'http://p.example:8080',
    username: 'us@er',
    password: 'pa:ss',
  });
});

test('an invalid proxy address is reported by its variable, without the password', () => {
  const address = 'http://someone:secret@bad host';
  expect(() => proxyFor(new URL('http://api.example'), { HTTP_PROXY: address })).toThrow(
    /^HTTP_PROXY is no address of a proxy\.$/,
  );
});

test('a SOCKS proxy is not supported', () => {
  const env = { HTTPS_PROXY: 'socks5://127.0.0.1:1080' };
  expect(() => proxyFor(new URL('https://api.example'), env)).toThrow(
    /^HTTPS_PROXY: a SOCKS proxy is not supported\.$/,
  );
});
