import { expect, test } from '@playwright/test';
import { formOf, typed } from './shown';

const names = [
  'job_id',
  'state',
  'result',
  'text',
  'tokens',
  'cached',
  'id',
  'owner',
  'error',
  'code',
  'more',
];
const known = {
  isName: (name: string) => names.includes(name),
  isValue: (text: string) => text === 'job-1' || text === '17',
};

test('a form has the types and lengths of the values, and known names and IDs alone as they are', () => {
  const job = {
    job_id: 'job-1',
    state: 'done',
    result: { text: 'Private words.', tokens: 12, cached: true },
    'somebody@example.com': '',
    alice_smith: 1,
  };
  expect(formOf(job, known)).toEqual({
    job_id: 'job-1',
    state: '4 characters',
    result: { text: '14 characters', tokens: 'number', cached: 'boolean' },
    'field 4, 20 characters': '',
    'field 5, 11 characters': 'number',
  });
  const items = [{ id: 17, owner: null }, { id: 18, owner: null }, { id: 19, owner: null }, 'x', 'y'];
  expect(formOf(items, known, typed)).toEqual([
    { id: 17, owner: null },
    { id: 0, owner: null },
    '1 characters',
  ]);
  expect(formOf('Private words.', known)).toBe('14 characters');
});
