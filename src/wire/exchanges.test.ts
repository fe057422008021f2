import { expect, test } from '@playwright/test';
import { answerOf, observed } from '../judge/response/answer';
import type { WireResponse } from '../judge/response/stored-response';
import { formatObservation } from '../judge/texts/wording';
import { toExchange } from './exchanges';
import { keepSecret, masked } from './secrets';

const key = 'sk-sentinel-0123456789-abcdefghij';
const wire = { method: 'GET', url: 'https://api.example/v1/credits', headers: {}, body: null };

/** Records a response with this body. */
function kept(body: string | Buffer, overrides: Partial<WireResponse> = {}) {
  keepSecret('API_KEY', key);
  const received = { status: 401, headers: [], body: Buffer.from(body), milliseconds: 1, ...overrides };
  const sender = { actor: 'owner', variable: 'API_KEY' } as const;
  const exchange = toExchange(sender, 'credits', wire, received, 'a');
  const answer = answerOf(exchange);
  if (answer === null || exchange.response === null) throw new Error('an answer came');
  return { exchange, answer, response: exchange.response };
}

test('of the headers of a response, reports show the useful ones', () => {
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
  const { exchange } = kept('', { headers });
  expect(masked(exchange).response?.headers.map(([name]) => name)).toEqual(shown);
});

test('a key is masked before a text is truncated, so that no part of it is shown', () => {
  for (const padding of ['', 'x'.repeat(15), 'x'.repeat(30)]) {
    const { answer } = kept(`${padding}the key that was sent is ${key}, and it is wrong`);
    const words = formatObservation(masked(observed(answer)));
    expect(words).not.toContain('sk-sentinel');
  }
});

test('a value that a target file sends under the name of a secret is masked, also where a response repeats it', () => {
  const secretive = {
    method: 'POST',
    url: 'https://api.example/v1/text?access_token=one-1',
    headers: { 'X-Passphrase': 'open-sesame-2' },
    body: Buffer.from('{"prompt": "Hi", "client_secret": "three-3"}'),
  };
  const body = Buffer.from('{"text": "open-sesame-2", "token": "four-4", "job_id": "job_1"}');
  const received = { status: 200, headers: [], body, milliseconds: 1 };
  const sender = { actor: 'owner', variable: 'API_KEY' } as const;
  const exchange = toExchange(sender, 'text', secretive, received, 'a');
  expect(JSON.stringify(masked(exchange))).not.toMatch(/one-1|sesame|three-3/);
  expect(exchange.leaks).toBeUndefined();
  // It is judged and repeated as it was sent.
  expect(exchange.response?.body).toBe(`${body}`);
});
