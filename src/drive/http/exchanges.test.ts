import { expect, test } from '@playwright/test';
import type { Response } from '../../judge/data/evidence';
import { fingerprintOf } from '../../judge/faults/signature';
import { answerOf, gistOf, isAccepted, observed } from '../../judge/response/answer';
import type { WireResponse } from '../../judge/response/stored-response';
import { formatObservation } from '../../judge/texts/wording';
import { receivedOf } from '../target-file/read';
import { toExchange } from './exchanges';
import { keepSecret, masked } from './secrets';

const key = 'sk-sentinel-0123456789-abcdefghij';
const wire = { method: 'GET', url: 'https://api.example/v1/credits', headers: {}, body: null };

/** Records a response with this body. */
function kept(body: string | Buffer, overrides: Partial<WireResponse> = {}) {
  keepSecret('API_KEY', key);
  const received = { status: 401, headers: [], body: Buffer.from(body), milliseconds: 1, ...overrides };
  const { exchange, answer } = toExchange(
    { actor: 'owner', variable: 'API_KEY' },
    'credits',
    wire,
    received,
    { run: 'a' },
  );
  if (answer === null || exchange.response === null) throw new Error('an answer came');
  return { exchange, answer, response: exchange.response };
}

test('functions of a target file get every header of a response, including those that reports hide', () => {
  const headers: [string, string][] = [
    ['X-Continue', `page-2 of ${key}`],
    ['X-Page-Token', 'page-2'],
  ];
  const { answer } = kept('[]', { headers });
  const journalled = JSON.parse(JSON.stringify(answer));
  for (const each of [answer, journalled])
    expect(receivedOf(each).headers).toEqual({
      'x-continue': `page-2 of ${key}`,
      'x-page-token': 'page-2',
    });
  expect(JSON.stringify(masked(answer.exchange))).not.toContain('page-2');
});

test('a recorded response has the useful headers, and only the names of all others', () => {
  const shown = [
    'content-type',
    'Date',
    'Retry-After',
    'x-request-id',
    'X-Amzn-Trace-Id',
    'x-ratelimit-remaining',
  ];
  const hidden = ['Set-Cookie', 'authorization', 'x-internal-host', 'X-Internal-Host'];
  const headers = [...shown, ...hidden].map((name): [string, string] => [name, 'value']);
  const { response } = kept('', { headers });
  expect(response.headers.map(([name]) => name)).toEqual(shown);
  expect(response.otherHeaders).toEqual(['set-cookie', 'authorization', 'x-internal-host']);
});

test('a key is masked before a text is truncated, so that no part of it is shown', () => {
  for (const padding of ['', 'x'.repeat(15), 'x'.repeat(30)]) {
    const { answer } = kept(`${padding}the key that was sent is ${key}, and it is wrong`);
    const words = formatObservation(masked(observed(answer)));
    expect(words).not.toContain('sk-sentinel');
    expect(words).toContain('[A');
  }
});

test('a key in a binary body is masked and noted as a leak, too', () => {
  const { exchange, answer } = kept(Buffer.from(`\xff${key}`, 'latin1'));
  const response = masked(exchange).response as Response;
  expect([answer.text, response.encoding, exchange.leaks]).toEqual([null, 'base64', ['API_KEY']]);
  expect(Buffer.from(response.body, 'base64').toString('latin1')).toBe('\xff[API_KEY]');
});

const KEPT = 64 * 1024;
for (const [title, body, whole] of [
  ['64 KiB', 'x'.repeat(KEPT), true],
  ['more than 64 KiB', 'x'.repeat(KEPT + 1), false],
  ['more than 64 KiB of three-byte characters', '가'.repeat(KEPT / 2), false],
  ['more than 64 KiB of binary data', Buffer.alloc(KEPT + 1, 0xff), false],
  ['64 KiB of binary data', Buffer.alloc(KEPT, 0xff), true],
] as const) {
  test(`a response of ${title} is stored ${whole ? 'whole' : 'in part, and cannot be judged again'}`, () => {
    const { exchange, answer, response } = kept(body);
    expect(response.cut).toBe(whole ? undefined : true);
    expect(response.bodyBytes).toBe(Buffer.byteLength(body));
    expect(Buffer.from(response.body, response.encoding ?? 'utf8').length).toBeLessThanOrEqual(KEPT);
    expect(response.body).not.toContain('\ufffd');
    expect(answerOf(exchange)?.text).toBe(whole ? answer.text : undefined);
  });
}

test('after 32 MiB, responses are stored in part unless they are short or other checks depend on them', () => {
  const kept = { bytes: 0 };
  const send = (status: number, body: string, preparation = false) => {
    const received = { status, headers: [], body: Buffer.from(body), milliseconds: 1 };
    const { exchange } = toExchange({ actor: 'owner', variable: null }, 'credits', wire, received, {
      run: 'a',
      preparation,
      kept,
    });
    return { exchange, response: exchange.response };
  };
  const body = JSON.stringify({ error: { message: 'x'.repeat(KEPT / 2), code: 'not_found' } });
  const rejected = { status: 404, code: 'not_found' };
  while (kept.bytes < 32 * 2 ** 20) expect(send(404, body).response?.body).toBe(body);
  const { exchange, response } = send(404, body);
  expect([response?.cut, response?.body.length, answerOf(exchange)]).toEqual([true, 4096, null]);
  expect(fingerprintOf(exchange)).toEqual(rejected);
  expect(send(404, '{}').response?.body).toBe('{}');
  expect(send(404, body, true).response?.body).toBe(body);
  for (const [text, accepted] of [
    [JSON.stringify({ text: 'x'.repeat(KEPT / 2) }), true],
    [body, false],
    ['x'.repeat(KEPT / 2), false],
  ] as const) {
    const answer = gistOf(send(200, text).exchange);
    expect(answer && isAccepted(answer)).toBe(accepted);
  }
});

test('a value that a target file sends under the name of a secret is masked, also where a response repeats it', () => {
  const secretive = {
    method: 'POST',
    url: 'https://api.example/v1/text?ticket=one-1',
    headers: { 'X-Passphrase': 'open-sesame-2' },
    body: Buffer.from('{"prompt": "Hi", "client_secret": "three-3"}'),
  };
  const body = Buffer.from('{"text": "open-sesame-2", "token": "four-4", "job_id": "job_1"}');
  const received = { status: 200, headers: [], body, milliseconds: 1 };
  const sender = { actor: 'owner', variable: 'API_KEY' } as const;
  const { exchange } = toExchange(sender, 'text', secretive, received, { run: 'a' });
  expect(JSON.stringify(masked(exchange))).not.toMatch(/one-1|sesame|three-3|four-4/);
  expect(exchange.leaks).toBeUndefined();
  // It is judged and repeated as it was sent.
  expect(exchange.response?.body).toBe(`${body}`);
});
