import { expect, test } from '@playwright/test';
import { indented } from './html';

test('JSON is indented, unless that would change its numbers, escapes or duplicate names', () => {
  expect(indented('{"a":[1,{}]}')).toBe('{\n  "a": [\n    1,\n    {}\n  ]\n}');
  for (const text of ['{"a":100000.0}', '[12345678901234567890]', '["\\u0041"]', '{"a":1,"a":2}', 'no JSON'])
    expect(indented(text)).toBe(text);
});
