import { expect, test } from '@playwright/test';
import type { Exchange } from '../data/evidence';
import { readText } from '../response/reading';
import { rowsOf } from './failure-text';

const rowsFor = (headers: [string, string][], body: string) => {
  const exchange: Exchange = {
    id: '1',
    actor: 'owner',
    variable: 'API_KEY',
    operation: 'job',
    request: { method: 'GET', url: 'https://api.example/v1/jobs/a%3Bb', headers: [], body: null },
    response: {
      ...{ status: 400, headers, otherHeaders: [], reading: readText(body), body },
      bodyBytes: body.length,
      milliseconds: 1,
    },
  };
  const rows = rowsOf([
    [
      {
        clause: 'errors.body.single-field',
        expected: { kind: 'rule', rule: 'single field' },
        received: { kind: 'answer', status: 400, contentType: 'text/html', start: body },
        exchanges: [exchange],
        seen: { exchanges: ['1', '2'], operations: [], senders: [], judged: 62 },
        universal: true,
      },
    ],
  ]);
  return Object.fromEntries(rows);
};

const page = '<html><head><title>Bad Request</title></head></html>';

test('a page is named by the server that its headers name, or else by its title', () => {
  expect(rowsFor([['server', 'nginx']], page).From).toBe('server: nginx');
  expect(rowsFor([], page).From).toBe(
    'a page with the title "Bad Request": is a gateway, firewall or container in front of the service?',
  );
  expect(rowsFor([], '{}').From).toBeUndefined();
});
