import { expect, test } from '@playwright/test';
import { mockKeys } from '../../../mock/accounts';
import type { Change } from '../../../mock/behaviour';
import { reportOn } from '../../../proof/run';

const base64url = (text: string | Buffer) => Buffer.from(text).toString('base64url');
const digest = Buffer.from('a digest of 32 bytes, 0123456789');
/** Keys that are encoded, with the number of their parts. */
const keys = {
  'a JWT': [`${base64url('{"alg":"HS256"}')}.${base64url('{"sub":"Fake-9"}')}.${base64url(digest)}`, 3],
  'random bytes after a prefix': [`acme_${base64url(digest.subarray(0, 26))}`, 1],
  'padded base64': [digest.subarray(0, 25).toString('base64'), 1],
} as const;

/** What a lenient decoder reads of a key. */
const readings: Record<string, (key: string, parts: number) => string> = {
  'padding is ignored': (key) => key.replace(/=+$/, ''),
  'a sign that base64 does not have is skipped': (key) => key.replaceAll('!', ''),
  'further parts are ignored': (key, parts) => key.split('.').slice(0, parts).join('.'),
  'the bits that are no byte are ignored': (key) => {
    const [last = ''] = /[^._]*$/.exec(key) ?? [];
    if (!/^[\w+/-]+=*$/.test(last)) return key;
    return key.slice(0, -last.length) + base64url(Buffer.from(last, 'base64')) + key.replace(/[^=]/g, '');
  },
};

/** A mock that issued this key, and compares what it reads of keys. */
const issuing = (key: string, read: (key: string) => string = (text) => text): Change => ({
  auth: {
    matches: (presented, issued) => read(presented) === read(issued === mockKeys.API_KEY ? key : issued),
  },
});

for (const [what, [key, parts]] of Object.entries(keys)) {
  const wrong = (read?: (key: string) => string) =>
    reportOn(
      { variant: issuing(key, read), keys: { ...mockKeys, API_KEY: key }, depth: 1 },
      /^auth\.key\.(wrong|valid)$/,
    );
  for (const [how, read] of Object.entries(readings))
    test(`at DEPTH=1, it is found that ${how} in ${what}`, async () => {
      const { clauses } = await wrong((text) => read(text, parts));
      expect(clauses.find(({ id }) => id === 'auth.key.wrong')?.verdict).toBe('violates');
    });
  test(`a server that compares the whole of ${what} conforms`, async () => {
    const { clauses } = await wrong();
    const judged = clauses.filter(({ id }) => /^auth\.key\.(wrong|valid)$/.test(id));
    expect(judged.map(({ verdict }) => verdict)).toEqual(['conforms', 'conforms']);
  });
}

for (const key of ['acme-team-key-1042', '2026111700001042', '9c1f0b7ae25d4830bb6c09f1e7a8d542'])
  test(`where another number is the key of somebody else, no wrong key differs in digits alone: ${key}`, async () => {
    const others: string[] = [];
    const numbered = (presented: string) => {
      const isOther = presented.replace(/\d/g, '') === key.replace(/\d/g, '') && presented !== key;
      if (isOther) others.push(presented);
      return presented === key;
    };
    const variant: Change = {
      auth: {
        matches: (presented, issued) =>
          issued === mockKeys.API_KEY ? numbered(presented) : presented === issued,
      },
    };
    const keys = { ...mockKeys, API_KEY: key };
    const { clauses } = await reportOn({ variant, keys, depth: 3 }, /^auth\.key\.(wrong|valid)$/);
    expect(others).toEqual([]);
    const judged = clauses.filter(({ id }) => /^auth\.key\.(wrong|valid)$/.test(id));
    expect(judged.map(({ verdict }) => verdict)).toEqual(['conforms', 'conforms']);
  });
