import { expect, test } from '@playwright/test';
import { proxyFor } from '../drive/http';
import { join } from '../drive/url';

test('the path of the base address is kept, with and without a slash at its end', () => {
  for (const base of ['https://api.example/a/b', 'https://api.example/a/b/', 'https://api.example/a/b//']) {
    expect(join(base, '/v1/models')).toBe('https://api.example/a/b/v1/models');
  }
  expect(join('https://api.example', '/v1/jobs/%EA%B0%80?x=%2F')).toBe(
    'https://api.example/v1/jobs/%EA%B0%80?x=%2F',
  );
});

const proxies: Record<string, [address: string, env: Record<string, string>, server: string | undefined]> = {
  'none is set': ['https://api.example', {}, undefined],
  'of an https address': [
    'https://api.example',
    { HTTPS_PROXY: 'http://p.example:3128', HTTP_PROXY: 'http://other:1' },
    'http://p.example:3128',
  ],
  'of an http address': [
    'http://api.example',
    { HTTP_PROXY: 'http://p.example:3128', HTTPS_PROXY: 'http://other:1' },
    'http://p.example:3128',
  ],
  'in lower case': ['https://api.example', { https_proxy: 'http://p.example:3128' }, 'http://p.example:3128'],
  'without a scheme': ['https://api.example', { HTTPS_PROXY: 'p.example:3128' }, 'http://p.example:3128'],
  empty: ['https://api.example', { HTTPS_PROXY: '' }, undefined],
  'with the host exempt': [
    'https://api.example',
    { HTTPS_PROXY: 'http://p', NO_PROXY: 'a.example, api.example' },
    undefined,
  ],
  'with its domain exempt': [
    'https://api.example',
    { HTTPS_PROXY: 'http://p', no_proxy: '.example' },
    undefined,
  ],
  'with its port exempt': [
    'https://api.example:8443',
    { HTTPS_PROXY: 'http://p', NO_PROXY: 'API.example:8443' },
    undefined,
  ],
  'with another port exempt': [
    'https://api.example',
    { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'api.example:8443' },
    'http://p:1',
  ],
  'with the port of its scheme and a star exempt': [
    'https://api.example',
    { HTTPS_PROXY: 'http://p', NO_PROXY: '*.example:443' },
    undefined,
  ],
  'with every host exempt': ['https://api.example', { HTTPS_PROXY: 'http://p', NO_PROXY: '*' }, undefined],
  'with a like name exempt': [
    'https://myapi.example',
    { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'api.example' },
    'http://p:1',
  ],
};
for (const [name, [address, env, server]] of Object.entries(proxies)) {
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
