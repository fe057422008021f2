import { expect, test } from '@playwright/test';
import { membersOf } from '../../proof/helpers/members';
import { freshId, freshName, nearIds, noneOwn, unknownIds, withoutRandomPart } from './ids';

const forms: Record<string, [sample: string, form: RegExp]> = {
  UUID: ['4b6cf2aa-77e1-4d0e-9a53-0d6f1c2b3a49', /^4b6cf2aa-77e1-4d0e-9a53-[0-9a-f]{12}$/],
  'UUID in capitals': ['4B6CF2AA-77E1-4D0E-9A53-0D6F1C2B3A49', /^4B6CF2AA-77E1-4D0E-9A53-[0-9A-F]{12}$/],
  'UUID with a prefix': ['job_4b6cf2aa77e14d0e9a530d6f1c2b3a49', /^job_4b6cf2aa77e14d0e9a53[0-9a-f]{12}$/],
  ULID: ['01JAVF8T1MYXQZ3KSHD4E5R6W7', /^01JAVF8T1MYXQZ[0-9A-HJKMNP-TV-Z]{12}$/],
  KSUID: ['0ujtsYcgvSTl8PAuAdqWYSMnLOv', /^0ujtsYcgvSTl8PA[0-9A-Za-z]{12}$/],
  'base58 id': ['7EcDhSYGxXyscszYEp35KHN8vvw3', /^7EcDhSYGxXyscszY[1-9A-HJ-NP-Za-km-z]{12}$/],
  'nano id': ['V1StGXR8_Z5jdHi6B-myT', /^[\w-]{21}$/],
  'long number': ['1234567890123456789', /^1234567\d{12}$/],
  'short word': ['q', /^[a-z]$/],
  'few characters with a prefix': ['job-x7Kp2Q', /^job-[a-z]\d[A-Z][a-z]\d[A-Z]$/],
  'few characters behind a word': ['run4b6cf2', /^run\d[a-z]\d[a-z]{2}\d$/],
  'few characters with a prefix, the last a digit': ['run-KpqxT7', /^run-[A-Z][a-z]{3}[A-Z]\d$/],
  'few characters, the last a digit': ['KpqxT7', /^KpqxT9$/],
  'few hexadecimal digits': ['d338147f', /^[0-9a-f]{8}$/],
  'hexadecimal digits before a word': ['5f9ab3c07d.eu', /^[0-9a-f]{10}\.[a-z]{2}$/],
  'number behind a word': ['job17', /^job9\d$/],
  'number that counts with a prefix': ['job_17', /^job_\d{9}$/],
  'number behind a year': ['JOB-2026-679098', /^JOB-2026-9\d{5}$/],
  'few hexadecimal digits behind a date': ['2026/11/25/3f3ae952', /^2026\/11\/25\/[0-9a-f]{8}$/],
  'few hexadecimal digits behind a time': ['job-20261125T093055-a5b168', /^job-20261125T093055-[0-9a-f]{6}$/],
  'hexadecimal digits without a letter': ['37139196', /^\d{8}$/],
  'number of fixed width': ['job-000123', /^job-9\d{5}$/],
};

const members = (families: typeof nearIds, id: string) =>
  families.flatMap((family) => membersOf(family, id, 1, 40));

test('an edit that counts as the own id does may be of the same account', () => {
  const other = (value: string) => noneOwn({ name: 'other', classic: () => [{ words: '', value }] });
  const left = (own: string, value: string) => other(value).classic?.(own).length;
  expect(left('1', '2')).toBe(0);
  expect(left('run_1', 'job_2')).toBe(1);
  expect(left('job_4b6cf2aa77e1', ' job_4b6cf2aa77e1\t')).toBe(0);
  expect(left('4b6cf2aa-77e1-4d0e-9a53-0d6f1c2b3a49', '2')).toBe(1);
  // As MySQL compares, a ULID reads, and base64 without padding.
  expect(left('job_4b6cf2aa77e1', 'jöb_4b6cf２aa77e1')).toBe(0);
  expect(left('01JAVF8T1MYXQZ3KSHD4E5R6W7', '01JAVF8T1MYXQZ-3KSHD4E5R6W7')).toBe(0);
  expect(left('q7Xb2Lr4TzK8mWc3YhN6pA', 'q7Xb2Lr4T!zK8mWc3YhN6pB')).toBe(0);
  expect(left('q7Xb2Lr4TzK8mWc3YhN6pA', 'q7Xb2Lr4TzK8mWc3YhN6qA')).toBe(1);
});

test('an edit that says the same in base64 may be the own id, where this is base64', () => {
  const bytesOf = (text: string) => Buffer.from(text.split('=')[0] ?? '', 'base64').toString();
  for (const text of ['Job:4b6cf2aa77e1', 'Job:4b6cf2aa77e']) {
    const id = Buffer.from(text).toString('base64');
    const edits = members(nearIds, id).map(({ value }) => value);
    expect(edits.filter((value) => bytesOf(value) === text)).toEqual([]);
    expect(edits.length).toBeGreaterThan(60);
  }
});

test('the last character of an unknown id is changed so that its bits in base64 differ, too', () => {
  for (const last of 'ABCDEFGHIJKLMNOP') {
    const id = `q7Xb2Lr4TzK8mWc3YhN6p${last}`;
    const changed = members(unknownIds, id).filter(({ words }) => words === 'character 22 changed');
    expect(changed).not.toEqual([]);
    for (const { value } of changed)
      expect(Buffer.from(value, 'base64')).not.toEqual(Buffer.from(id, 'base64'));
  }
});

test('an unknown id has no letter of another case where the given one has none', () => {
  for (const id of ['56D32D299F35AFE6', 'EC49-UM26-GX27', 'job-20261125-a5b1682c661c']) {
    const capitals = /[A-Z]/.test(id);
    const other = members(unknownIds, id).filter(({ value }) => (capitals ? /[a-z]/ : /[A-Z]/).test(value));
    expect(other, id).toEqual([]);
  }
});

test('an unknown id begins as all ids of the service do', () => {
  for (const start of ['job-', 'job_', 'run', 'req_text_', 'job-20261125-', '2026-11-']) {
    const other = members(unknownIds, `${start}4b6cf2aa77e14d0e9a530d6f1c2b3a49`).filter(
      ({ value }) => !value.startsWith(start),
    );
    expect(other, start).toEqual([]);
  }
});

test('an id that is almost the own one is no other of the same account, and not the same spelt otherwise', () => {
  for (const [id, own] of [
    ['17', /^[^a-z]*$/i],
    ['job_17', /^job_[^a-z]*$/i],
    ['20261124_000025', /^[^a-z]*$/i],
    ['4b6cf2aa-77e1-4d0e-9a53-0d6f1c2b3a49', /^[^a-z0-9]*(?:[^a-z0-9]*[a-f0-9]){32}[^a-z0-9]*$/i],
  ] as const) {
    const values = members(nearIds, id).map(({ value }) => value);
    const same = values.filter(
      (value) => own.test(value) && (!id.includes('-') || value.replace(/\W/g, '') === id.replace(/\W/g, '')),
    );
    expect(same).toEqual([]);
    expect(values.length).toBeGreaterThan(20);
  }
});

const fresh = (like: string) => Array.from({ length: 300 }, () => freshId(like));

for (const [name, [sample, form]] of Object.entries(forms)) {
  test(`a fresh ${name} has the form of the given one and is another`, () => {
    expect(fresh(sample).filter((id) => id === sample || !form.test(id))).toEqual([]);
  });
}

test('a fresh number for a plain number is large, and has nine digits', () => {
  expect(fresh('17').filter((id) => !/^9\d{8}$/.test(id))).toEqual([]);
});

test('without an id to go by, or with signs alone, a fresh id is a UUID', () => {
  for (const like of [undefined, '', '---']) {
    expect(freshId(like)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }
});

test('a fresh name is a lower-case word with digits behind its prefix', () => {
  expect(freshName('step')).toMatch(/^step[a-z]{4}\d{2}$/);
  expect(new Set(Array.from({ length: 50 }, () => freshName('step'))).size).toBeGreaterThan(45);
  expect([freshName('step'), 'steps', 'model12'].map(withoutRandomPart)).toEqual([
    'step',
    'steps',
    'model12',
  ]);
});
