import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { anExchange } from '../../../proof/helpers/reports-runs';
import { exchangeHtml, indented } from './html';

test('a response keeps its numbers, escapes and duplicate names', () => {
  const answer = '{"credits":100000.0,"big":12345678901234567890,"e":1E3,"a":"\\u0041\\/{","a":[],"b":{ }}';
  const markup = String(exchangeHtml(anExchange({ answer })));
  for (const shown of [': 100000.0', ': 12345678901234567890', ': 1E3', '\\u0041\\/{'])
    expect(markup).toContain(shown);
  expect(indented(answer).match(/"a":/g)).toHaveLength(2);
});

test('JSON is indented as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(indented(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
    }),
  );
});
