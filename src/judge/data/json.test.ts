import { expect, test } from '@playwright/test';
import Big from 'big.js';
import fc from 'fast-check';
import { withoutRandomPart } from '../../probes/ids';
import { asNumber, asWritten, at, identifierIn, shapeOf } from './json';

const document = { 'a/b': { '~c': [10, { id: 'x' }] }, '': 0 };

test('a pointer finds its value as RFC 6901 says', () => {
  expect(at(document, '')).toBe(document);
  expect(at(document, '/a~1b/~0c/0')).toBe(10);
  expect(at(document, '/a~1b/~0c/1/id')).toBe('x');
  expect(at(document, '/')).toBe(0);
});

test('a pointer finds nothing if it leads to no field, through a value, or to an inherited property', () => {
  for (const pointer of ['/none', '/a~1b/~0c/2', '/a~1b/~0c/0/x', '/toString', '/constructor/name']) {
    expect(at(document, pointer), pointer).toBeUndefined();
  }
  expect(at(null, '/a')).toBeUndefined();
  expect(at('text', '/length')).toBeUndefined();
});

test('numbers and decimal strings count as numbers', () => {
  for (const [value, number] of [
    [0, 0],
    [1.5, 1.5],
    ['12', 12],
    [' 12.50 ', 12.5],
    ['-3', -3],
  ] as const) {
    expect(asNumber(value), String(value)).toBe(number);
  }
  for (const value of ['', '1e3', '0x10', '12 credits', '1,000', null, true, [1]]) {
    expect(asNumber(value), String(value)).toBeUndefined();
  }
});

test('numbers keep the digits that were written, and strings do not change', () => {
  const { value } = asWritten('{"a \\"1\\"":[-1.50,2e3],"run_id":1234567890123456789,"b":true}');
  expect(value).toEqual({ 'a "1"': ['-1.50', '2000'], run_id: '1234567890123456789', b: true });
  expect(identifierIn(value, 'run_id')).toBe('1234567890123456789');
});

test('a text is parsed as JSON.parse does, except for numbers', () => {
  const json = fc.jsonValue();
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value);
      const spelt = JSON.parse(text, (_, each) =>
        typeof each === 'number' ? new Big(each).toFixed() : each,
      );
      expect(asWritten(text)).toEqual({ value: spelt, twice: [] });
    }),
  );
  for (const text of ['', ' ', '{', '{}{}', '[1 2]', '01', '{"a":1,}', '<html>', 'NaN', "{'a':1}"]) {
    expect(asWritten(text), text).toEqual({ value: undefined, twice: [] });
  }
});

test('a duplicate name in an object is reported at any depth, in any escaping, and with equal values', () => {
  const texts: [text: string, twice: string[]][] = [
    ['{"a":1,"a":1}', ['a']],
    ['[{"b":[]},{"a":{"c":1,"c":{}}}]', ['c']],
    ['{"ab":1,"a\\u0062":2,"":0,"":0}', ['ab', '']],
    ['{"__proto__":1,"__proto__":2}', ['__proto__']],
    ['{"a":{"a":1},"b":{"a":1}}', []],
    ['[{"a":1},{"a":1}]', []],
  ];
  for (const [text, twice] of texts) expect(asWritten(text).twice, text).toEqual(twice);
});

test('a shape shows names and kinds, and no values', () => {
  const shape = shapeOf({
    id: 'secret',
    tags: ['a', 1, 'b'],
    none: null,
    deep: { a: { b: { c: { d: 1 } } } },
  });
  expect(shape).toBe('{deep: {a: {b: {...}}}, id: string, none: null, tags: [number | string]}');
  expect(shapeOf([])).toBe('[]');
  const blocks = { stepzzzz10: { image: '' }, stepaaaa10: { text: '' } };
  expect(shapeOf({ blocks }, withoutRandomPart)).toBe(
    '{blocks: {step: {image: string}, step: {text: string}}}',
  );
});
