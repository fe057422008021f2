import { expect, test } from '@playwright/test';
import { proxyFor } from './http';

const p = 'http://p.example:3128';
const other = 'http://other:1';
/** Settings of the environment, the proxy for an address, and that address where it is not the usual one. */
const proxies: Record<string, [env: Record<string, string>, server: string | undefined, address?: string]> = {
  'none is set': [{}, undefined],
  'of an https address': [{ HTTPS_PROXY: p, HTTP_PROXY: other }, p],
  'of an http address': [{ HTTP_PROXY: p, HTTPS_PROXY: other }, p, 'http://api.example'],
  'in lower case': [{ https_proxy: p }, p],
  'without a scheme': [{ HTTPS_PROXY: 'p.example:3128' }, p],
  empty: [{ HTTPS_PROXY: '' }, undefined],
  'with the host exempt': [{ HTTPS_PROXY: p, NO_PROXY: 'a.example, api.example' }, undefined],
  'with its domain exempt': [{ HTTPS_PROXY: p, no_proxy: '.example' }, undefined],
  'with its port exempt': [
    { HTTPS_PROXY: p, NO_PROXY: 'API.example:8443' },
    undefined,
    'https://api.example:8443',
  ],
  'with another port exempt': [{ HTTPS_PROXY: p, NO_PROXY: 'api.example:8443' }, p],
  'with the port of its scheme and a star exempt': [{ HTTPS_PROXY: p, NO_PROXY: '*.example:443' }, undefined],
  'with every host exempt': [{ HTTPS_PROXY: p, NO_PROXY: '*' }, undefined],
  'with an IPv6 address exempt': [{ HTTP_PROXY: p, NO_PROXY: '::1' }, undefined, 'http://[::1]:8080'],
  'with an IPv6 address and its port exempt': [
    { HTTP_PROXY: p, NO_PROXY: '[0:0::1]:8080' },
    undefined,
    'http://[::1]:8080',
  ],
  'with another port of an IPv6 address exempt': [
    { HTTP_PROXY: p, NO_PROXY: '[::1]:81' },
    p,
    'http://[::1]:8080',
  ],
  'with a range of IPv6 exempt': [{ HTTP_PROXY: p, NO_PROXY: 'fd00::/8' }, undefined, 'http://[fd12::3]'],
  'with a range of IPv4 exempt': [{ HTTP_PROXY: p, NO_PROXY: '10.0.0.0/8' }, undefined, 'http://10.2.3.4'],
  'with another range exempt': [{ HTTP_PROXY: p, NO_PROXY: '10.0.0.0/8' }, p, 'http://11.2.3.4'],
  'with what is no range exempt': [{ HTTP_PROXY: p, NO_PROXY: '10.0.0.0/99, 0/x' }, p, 'http://10.2.3.4'],
  'with a like name exempt': [{ HTTPS_PROXY: p, NO_PROXY: 'api.example' }, p, 'https://myapi.example'],
};
for (const [name, [env, server, address = 'https://api.example']] of Object.entries(proxies)) {
  test(`the proxy ${name}: ${server ?? 'no proxy'}`, () => {
    expect(proxyFor(new URL(address), env)?.server).toBe(server);
  });
}

test("a proxy's name and password are handed on decoded, and apart from its address", () => {
  expect(
    proxyFor(new URL('http://api.example'), { HTTP_PROXY: 'http://us%40er:pa%3Ass@p.example:8080' }),
  ).toEqual({
    server: 'http://p.example:8080',
    username: 'us@er',
    password: 'pa:ss',
  });
});

test('a percent sign that escapes nothing is part of the name or password of a proxy', () => {
  const found = proxyFor(new URL('http://api.example'), { HTTP_PROXY: 'http://us%er:100%@p.example:8080' });
  expect(found).toMatchObject({ username: 'us%er', password: '100%' });
});

test('a proxy that is no address is named, and its password is not', () => {
  const address = 'http://someone:secret@bad host';
  expect(() => proxyFor(new URL('http://api.example'), { HTTP_PROXY: address })).toThrow(
    /^HTTP_PROXY is no address of a proxy\.$/,
  );
});
