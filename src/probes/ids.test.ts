import { expect, test } from '@playwright/test';
import { membersOf } from '../../proof/helpers/members';
import { family } from './family';
import { freshId, freshName, nearIds, noneOwn, unknownIds, withoutRandomPart } from './ids';

const forms: Record<string, [sample: string, form: RegExp]> = {
  UUID: ['4b6cf2aa-77e1-4d0e-9a53-0d6f1c2b3a49', /^4b6cf2aa-77e1-4d0e-9a53-[0-9a-f]{12}$/],
  'UUID in capitals': ['4B6CF2AA-77E1-4D0E-9A53-0D6F1C2B3A49', /^4B6CF2AA-77E1-4D0E-9A53-[0-9A-F]{12}$/],
  'UUID with a prefix': ['job_4b6cf2aa77e14d0e9a530d6f1c2b3a49', /^job_4b6cf2aa77e14d0e9a53[0-9a-f]{12}$/],
  ULID: ['01JAVF8T1MYXQZ3KSHD4E5R6W7', /^01JAVF8T1MYXQZ[0-9A-HJKMNP-TV-Z]{12}$/],
  KSUID: ['0ujtsYcgvSTl8PAuAdqWYSMnLOv', /^0ujtsYcgvSTl8PA[0-9A-Za-z]{12}$/],
  'base58 ID': ['7EcDhSYGxXyscszYEp35KHN8vvw3', /^7EcDhSYGxXyscszY[1-9A-HJ-NP-Za-km-z]{12}$/],
  'nano ID': ['V1StGXR8_Z5jdHi6B-myT', /^[\w-]{21}$/],
  'long number': ['1234567890123456789', /^1234567\d{12}$/],
  'short word': ['q', /^[a-z]$/],
  'short ID with a prefix': ['job-x7Kp2Q', /^job-[a-z]\d[A-Z][a-z]\d[A-Z]$/],
  'short ID after a word': ['run4b6cf2', /^run\d[a-z]\d[a-z]{2}\d$/],
  'short ID with a prefix and a final digit': ['run-KpqxT7', /^run-[A-Z][a-z]{3}[A-Z]\d$/],
  'short ID with a final digit': ['KpqxT7', /^KpqxT9$/],
  'short hexadecimal ID': ['d338147f', /^[0-9a-f]{8}$/],
  'hexadecimal ID before a word': ['5f9ab3c07d.eu', /^[0-9a-f]{10}\.[a-z]{2}$/],
  'number after a word': ['job17', /^job9\d$/],
  'counter with a prefix': ['job_17', /^job_\d{9}$/],
  'number after a year': ['JOB-2026-679098', /^JOB-2026-9\d{5}$/],
  'short hexadecimal ID after a date': ['2026/11/25/3f3ae952', /^2026\/11\/25\/[0-9a-f]{8}$/],
  'short hexadecimal ID after a time': ['job-20261125T093055-a5b168', /^job-20261125T093055-[0-9a-f]{6}$/],
  'hexadecimal ID without letters': ['37139196', /^\d{8}$/],
  'number of fixed width': ['job-000123', /^job-9\d{5}$/],
};

const members = (families: typeof nearIds, id: string) => families.flatMap((family) => membersOf(family, id));

test('an edit that may be an ID of the same account is left out', () => {
  const other = (value: string) => noneOwn(family('other', { once: () => [{ words: '', value }] }));
  const left = (own: string, value: string) => other(value).once(own).length;
  expect(left('1', '2')).toBe(0);
  expect(left('run_1', 'job_2')).toBe(1);
  expect(left('job_4b6cf2aa77e1', ' job_4b6cf2aa77e1\t')).toBe(0);
  expect(left('4b6cf2aa-77e1-4d0e-9a53-0d6f1c2b3a49', '2')).toBe(1);
  // These are equal in a comparison of MySQL, in a ULID and in base64 without padding.
  expect(left('job_4b6cf2aa77e1', 'jöb_4b6cf２aa77e1')).toBe(0);
  expect(left('01JAVF8T1MYXQZ3KSHD4E5R6W7', '01JAVF8T1MYXQZ-3KSHD4E5R6W7')).toBe(0);
  expect(left('q7Xb2Lr4TzK8mWc3YhN6pA', 'q7Xb2Lr4T!zK8mWc3YhN6pB')).toBe(0);
  expect(left('q7Xb2Lr4TzK8mWc3YhN6pA', 'q7Xb2Lr4TzK8mWc3YhN6qA')).toBe(1);
});

test('an edit of a base64 ID that decodes to the same text is left out', () => {
  const bytesOf = (text: string) => Buffer.from(text.split('=')[0] ?? '', 'base64').toString();
  for (const text of ['Job:4b6cf2aa77e1', 'Job:4b6cf2aa77e']) {
    const id = Buffer.from(text).toString('base64');
    const edits = members(nearIds, id).map(({ value }) => value);
    expect(edits.filter((value) => bytesOf(value) === text)).toEqual([]);
    expect(edits.length).toBeGreaterThan(60);
  }
});

test('a changed last character of an unknown ID also changes its base64 value', () => {
  for (const last of 'ABCDEFGHIJKLMNOP') {
    const id = `q7Xb2Lr4TzK8mWc3YhN6p${last}`;
    const changed = members(unknownIds, id).filter(({ words }) => words === 'character 22 changed');
    expect(changed).not.toEqual([]);
    for (const { value } of changed)
      expect(Buffer.from(value, 'base64')).not.toEqual(Buffer.from(id, 'base64'));
  }
});

test('an unknown ID has only letters of the case that the original uses', () => {
  for (const id of ['56D32D299F35AFE6', 'EC49-UM26-GX27', 'job-20261125-a5b1682c661c']) {
    const capitals = /[A-Z]/.test(id);
    const other = members(unknownIds, id).filter(({ value }) => (capitals ? /[a-z]/ : /[A-Z]/).test(value));
    expect(other, id).toEqual([]);
  }
});

test('an unknown ID begins like all IDs of the service', () => {
  for (const start of ['job-', 'job_', 'run', 'req_text_', 'job-20261125-', '2026-11-']) {
    const other = members(unknownIds, `${start}4b6cf2aa77e14d0e9a530d6f1c2b3a49`).filter(
      ({ value }) => !value.startsWith(start),
    );
    expect(other, start).toEqual([]);
  }
});

test('a similar ID is neither a possible ID of the same account nor the same ID in another notation', () => {
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
  test(`a new ID for a ${name} has the same form and is different`, () => {
    expect(fresh(sample).filter((id) => id === sample || !form.test(id))).toEqual([]);
  });
}

test('a new ID for a plain number is a large number with nine digits', () => {
  expect(fresh('17').filter((id) => !/^9\d{8}$/.test(id))).toEqual([]);
});

test('a new ID is a UUID if there is no original, or one without letters and digits', () => {
  for (const like of [undefined, '', '---']) {
    expect(freshId(like)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }
});

test('a new name is its prefix, a lower-case word and digits', () => {
  expect(freshName('step')).toMatch(/^step[a-z]{4}\d{2}$/);
  expect(new Set(Array.from({ length: 50 }, () => freshName('step'))).size).toBeGreaterThan(45);
  expect([freshName('step'), 'steps', 'model12'].map(withoutRandomPart)).toEqual([
    'step',
    'steps',
    'model12',
  ]);
});
