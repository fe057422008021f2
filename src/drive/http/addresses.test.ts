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

test('a proxy that is no address is named, and its password is not', () => {
  const address = 'http://someone:secret@bad host';
  expect(() => proxyFor(new URL('http://api.example'), { HTTP_PROXY: address })).toThrow(
    /^HTTP_PROXY is no address of a proxy\.$/,
  );
});
