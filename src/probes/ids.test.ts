import { expect, test } from '@playwright/test';
import { family } from './family';
import { freshId, nearIds, noneOwn, unknownIds } from './ids';

const forms: Record<string, [sample: string, form: RegExp]> = {
  UUID: ['4b6cf2aa-77e1-4d0e-9a53-0d6f1c2b3a49', /^4b6cf2aa-77e1-4d0e-9a53-[0-9a-f]{12}$/],
  'UUID with a prefix': ['job_4b6cf2aa77e14d0e9a530d6f1c2b3a49', /^job_4b6cf2aa77e14d0e9a53[0-9a-f]{12}$/],
  ULID: ['01JAVF8T1MYXQZ3KSHD4E5R6W7', /^01JAVF8T1MYXQZ[0-9A-HJKMNP-TV-Z]{12}$/],
  'nano ID': ['V1StGXR8_Z5jdHi6B-myT', /^[\w-]{21}$/],
  'long number': ['1234567890123456789', /^1234567\d{12}$/],
  'short ID with a prefix': ['job-x7Kp2Q', /^job-[a-z]\d[A-Z][a-z]\d[A-Z]$/],
  'short ID after a word': ['run4b6cf2', /^run\d[a-z]\d[a-z]{2}\d$/],
  'short hexadecimal ID': ['d338147f', /^[0-9a-f]{8}$/],
  'counter with a prefix': ['job_17', /^job_\d{9}$/],
  'short hexadecimal ID after a time': ['job-20261125T093055-a5b168', /^job-20261125T093055-[0-9a-f]{6}$/],
  'number of fixed width': ['job-000123', /^job-9\d{5}$/],
};

const members = (families: typeof nearIds, id: string) => families.flatMap((family) => family.probes(id));

test('an edit that may be an ID of the same account is left out', () => {
  const other = (value: string) => noneOwn(family('other', {}, () => [{ words: '', value }]));
  const left = (own: string, value: string) => other(value).probes(own).length;
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

test('a new ID is a UUID if there is no original, or one without letters and digits', () => {
  for (const like of [undefined, '', '---']) {
    expect(freshId(like)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }
});
