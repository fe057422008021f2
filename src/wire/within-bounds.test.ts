import { expect, test } from '@playwright/test';
import { answerOf, errorOf } from '../judge/response/answer';
import type { WireResponse } from '../judge/response/stored-response';
import { toExchange } from './exchanges';
import { withinBounds } from './within-bounds';

const wire = { method: 'GET', url: 'http://127.0.0.1/v1/credits', headers: {}, body: null };
const received = (text: string) =>
  withinBounds({ status: 401, headers: [], body: Buffer.from(text), milliseconds: 1 });
const errorWith = (message: string) =>
  `{"error":{"code":"invalid_api_key","message":"${message}","type":"acme_error"}}`;

for (const [what, unit] of Object.entries({ text: 'x', escapes: '\\n', quotes: '\\"', umlauts: 'ü' }))
  test(`of a long message of ${what}, the beginning is judged, and the size is that of the body`, () => {
    const text = errorWith(unit.repeat(100_000));
    const bounded = received(text) as WireResponse;
    const answer = answerOf(toExchange({ actor: 'owner', variable: null }, 'credits', wire, bounded, 'a'));
    expect(answer && errorOf(answer)).toEqual({
      code: 'invalid_api_key',
      message: JSON.parse(`"${unit.repeat(Math.floor(10_000 / unit.length))}"`),
    });
    expect(answer?.exchange.response?.bodyBytes).toBe(Buffer.byteLength(text));
  });

test('of a long text that is no JSON, the beginning is judged', () => {
  expect(received('x'.repeat(100_000))).toMatchObject({ bytes: 100_000, body: { length: 65_536 } });
});

test('a body of very many values is not judged, and a short one stays as it is', () => {
  expect(received(`[${'1,'.repeat(2 ** 20)}1]`)).toMatchObject({ kind: 'oversize' });
  const short = {
    status: 200,
    headers: [],
    body: Buffer.from(errorWith('x'.repeat(6_000))),
    milliseconds: 1,
  };
  expect(withinBounds(short)).toBe(short);
});
