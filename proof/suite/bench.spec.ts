import { expect, test } from '@playwright/test';
import { mockKeys } from '../../mock/accounts';
import { type Accepted, busy, longestChain } from '../bench/chain';

/** Returns a request with API_KEY; `from` and `to` are in milliseconds. */
function accepted(line: string, from: number, to: number, more: Partial<Accepted> = {}): Accepted {
  const [method = '', path = ''] = line.split(' ');
  const authorization = `Bearer ${mockKeys.API_KEY}`;
  return { method, path, authorization, status: 200, started: from, ended: to, ...more };
}

const log = [
  accepted('GET /v1/models', 0, 100),
  accepted('GET /v1/credits', 100, 250),
  accepted('POST /v1/text', 250, 1250),
  accepted('GET /v1/credits', 1250, 1400),
  accepted('POST /v1/jobs', 1300, 1500, { status: 202 }),
  accepted('POST /v1/text', 1500, 9500, { status: 404 }),
  accepted('POST /v1/text', 1500, 9500, { authorization: 'Bearer another' }),
];

test('the longest chain has the list of models and the AI requests of API_KEY, each between two readings', () => {
  expect(longestChain(log)).toEqual({ requests: 7, milliseconds: 100 + (1000 + 300) + (200 + 300) });
});

test('AI requests that overlap count once, from the start of the first to the end of the last', () => {
  const more = [accepted('POST /v1/text', 2000, 3000), accepted('POST /v1/text', 2400, 3100)];
  const { requests, milliseconds } = longestChain(log);
  expect(longestChain([...log, ...more])).toEqual({
    requests: requests + 3,
    milliseconds: milliseconds + 1100 + 300,
  });
});

test('a server is busy while at least one request is in progress', () => {
  expect(busy(log.slice(0, 2))).toBe(250);
  expect(busy(log)).toBe(9500);
  expect(busy([accepted('GET /', 5, 10), accepted('GET /', 0, 2), accepted('GET /', 1, 3)])).toBe(8);
});
