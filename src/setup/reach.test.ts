import { expect, test } from '@playwright/test';
import { anError } from '../../proof/helpers/an-error';
import { runAt } from '../../proof/helpers/open-mock';
import { knownIds } from '../../spec/operations';
import { sessionOf } from '../client/run/session';
import type { WireResponse } from '../judge/response/stored-response';
import { readSettings } from '../settings/settings';
import type { Target } from '../settings/target-file/target';
import type { Http, WireFailure, WireRequest } from '../wire/http';
import { reach } from './reach';

const key = 'Owner0FakeKey0a1B2c3D4e5F6g7H8i9J0k1L';
const models = { data: ['pro', 'mini', 'nano'].map((tier) => ({ id: `acme-text-${tier}` })) };

/** Builds a response with this text, by default an HTML page. `answer` builds one with JSON. */
const page = (
  status: number,
  text: string,
  headers = { 'Content-Type': 'text/html' } as object,
): WireResponse => ({
  status,
  headers: Object.entries(headers),
  body: Buffer.from(text),
  milliseconds: 1,
});
const answer = (status: number, json: unknown, headers = {}) => page(status, JSON.stringify(json), headers);

const { settings } = readSettings({});

/** Reaches a target with these responses. Returns what was found and the requests that were sent. */
async function finding(
  replies: (path: string, time: number) => WireResponse | WireFailure,
  target: Target = {},
  baseUrl = 'https://api.example/base/',
) {
  const asked: WireRequest[] = [];
  const http: Http = {
    send: async (wire) => {
      asked.push(wire);
      return replies(wire.url.replace('https://api.example/base', ''), asked.length);
    },
    close: async () => {},
  };
  const session = { ...sessionOf(runAt(baseUrl), settings, target, { API_KEY: key }), http };
  const found = await reach(session);
  return { found: { ...found, words: session.setup.words }, asked };
}

test('the service words are read from the list of models, which is requested with the key', async () => {
  const { found, asked } = await finding(() => answer(200, models));
  expect(found).toEqual({ words: ['acme'] });
  const read = {
    method: 'GET',
    url: 'https://api.example/base/v1/models',
    headers: { Authorization: `Bearer ${key}` },
  };
  // Once to see what is there, and once for the checks.
  expect(asked).toMatchObject([read, read]);
});

const redirect = page(302, '', { Location: 'https://login.example/' });
const error = (status: number, code: string, message = 'No.') => answer(status, anError(code, { message }));
const text = (status: number, body: string) => page(status, body, { 'Content-Type': 'text/plain' });
const notThere = 'is BASE_URL that of the API: is something missing from its path, or too much?';
const headerNeeded = 'is a header needed? `headers` in the target file sends it.';
const sendsTooMany = 'REQUESTS_PER_MINUTE sends fewer.';

interface Row {
  instead: WireResponse;
  remedy: string;
  /** How the response is shown, if not by its status, content type and text. */
  met?: string;
  stop?: 'unavailable';
  /** The response may be the service's own, so requests without the key show nothing more. */
  onlyWithKey?: true;
}
const gatewayPages: Record<string, Row> = {
  'a page': { instead: page(200, '<html>'), remedy: 'is BASE_URL that of' },
  'a missing route': { instead: answer(404, { detail: 'Not Found' }), remedy: notThere, onlyWithKey: true },
  'a rejected key': {
    instead: error(401, 'invalid_api_key'),
    met: '401 invalid_api_key, "No."',
    remedy: 'API_KEY is rejected: copy it again, or reissue it.',
    onlyWithKey: true,
  },
  'a removed header': {
    instead: error(401, 'missing_api_key'),
    met: '401 missing_api_key, "No."',
    remedy: 'Authorization was sent and did not arrive: a gateway',
    onlyWithKey: true,
  },
  'a missing header': {
    instead: error(422, 'invalid_request', 'X-Space?'),
    met: '422 invalid_request, "X-Space?"',
    remedy: headerNeeded,
    onlyWithKey: true,
  },
  'a limiter': {
    instead: text(429, 'Slow down'),
    remedy: `does this machine send too many requests? ${sendsTooMany}`,
    stop: 'unavailable',
  },
  Cloudflare: {
    instead: page(522, 'error code: 522', { Via: '1.1 x' }),
    met: '522 without a content type: error code: 522 (via: 1.1 x)',
    remedy: 'is the API up behind its gateway?',
    stop: 'unavailable',
  },
  'a redirect': { instead: redirect, met: '302 to https://login.example/', remedy: 'is BASE_URL' },
};

/** Returns a response as messages show it. */
function shownAs({ status, headers, body }: WireResponse): string {
  const [, type = 'without a content type'] = headers.find(([name]) => name === 'Content-Type') ?? [];
  return body.length === 0 ? `${status} with an empty body` : `${status} ${type}: ${body}`;
}

for (const [name, { instead, remedy, ...row }] of Object.entries(gatewayPages)) {
  test(`${name} at every known endpoint stops the run, unless one response is another`, async () => {
    const target = { retryDelays: [0.001] };
    const { met = shownAs(instead), stop = 'misconfigured', onlyWithKey = false } = row;
    const { found, asked } = await finding(() => instead, target);
    const who = onlyWithKey ? 'with the key' : 'with and without the key';
    const line = `/: ${met} at every known endpoint, ${who}: ${remedy}`;
    expect(found).toMatchObject({ kind: stop, lines: [expect.stringContaining(line)] });
    expect(JSON.stringify(found)).not.toContain(key);
    const keys = asked.map(({ headers }) => headers.Authorization !== undefined);
    const everyEndpoint = (hasKey: boolean) => knownIds.map(() => hasKey);
    const asking = [...everyEndpoint(true), ...(onlyWithKey ? [] : everyEndpoint(false))];
    expect(keys.slice(-asking.length)).toEqual(asking);
    for (const proper of asking.keys()) {
      const last = asked.length - asking.length + proper + 1;
      const but = await finding((_, time) => (time === last ? error(409, 'conflict') : instead), target);
      expect(but.found).not.toHaveProperty('kind');
    }
  });
}

for (const [location, base] of Object.entries({
  'https://api.example/v1/models': 'https://api.example',
  '/api/v1/models': 'http://api.example/api',
}))
  test(`a redirect to ${location} names the BASE_URL to set`, async () => {
    const moved = { ...redirect, headers: [['Location', location]] as [string, string][] };
    const { found } = await finding(() => moved, {}, 'http://api.example');
    const asked = 'at every known endpoint, with and without the key';
    const line = `http://api.example: 302 to ${location} ${asked}: set BASE_URL to ${base}`;
    expect(found).toMatchObject({ kind: 'misconfigured', lines: [line] });
  });

test('a BASE_URL with an additional /v1 stops the run, unless the service responds there', async () => {
  const nothing = () => answer(404, 'x');
  for (const base of ['/v1', '/v1/models']) {
    const { found } = await finding(nothing, {}, `https://api.example/base${base}/`);
    const line = `: BASE_URL ends in ${base}, with which the paths of the contract begin already: remove it.`;
    expect(found).toMatchObject({ kind: 'misconfigured', lines: [expect.stringContaining(line)] });
  }
  const deeper = (path: string) => (path === '/v1/v1/models' ? answer(200, models) : answer(404, 'x'));
  expect((await finding(deeper, {}, 'https://api.example/base/v1')).found).toEqual({ words: ['acme'] });
});
