import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, type TestInfo } from '@playwright/test';
import { conformanceHere } from '../../proof/helpers/process';
import { test } from '../../proof/helpers/reports-project';
import { readEnvFile } from './env-file';

/** An unreadable or empty settings file ends every command, so that the mock is never tested by accident. */

const settings = 'BASE_URL=https://api.example\nAPI_KEY="a-key-of-a-user"\n';
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

const unusable: Record<string, { bytes: string | Buffer | null; says: string }> = {
  'in UTF-16 without a byte-order mark': {
    bytes: Buffer.from(settings, 'utf16le'),
    says: 'is UTF-16 without a byte-order mark: save it as UTF-8.',
  },
  'with comments alone': {
    bytes: '# BASE_URL=https://api.example\n\n# API_KEY=""\n',
    says: 'sets nothing, since no line of it is NAME=value: fill it in (.env.example shows how), or delete it.',
  },
  'that is a folder': { bytes: null, says: 'is a folder: name the file in it, or move it away.' },
};

/** Writes a settings file with these bytes; null creates a folder instead. */
function settingsFile(testInfo: TestInfo, bytes: string | Buffer | null): string {
  const file = testInfo.outputPath('.env');
  if (bytes === null) mkdirSync(file);
  else writeFileSync(file, bytes);
  return file;
}

for (const [what, { bytes, says }] of Object.entries(unusable))
  test(`plan exits with 2 for a settings file ${what}`, async ({}, testInfo) => {
    const file = settingsFile(testInfo, bytes);
    const { code, stdout, stderr } = await conformanceHere('plan', [], { DOTENV_CONFIG_PATH: file });
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `${file} ${says}\n` });
  });

for (const [encoding, encoded] of Object.entries({
  'UTF-8 with a byte-order mark': Buffer.from(`\ufeff${settings}`),
  'UTF-16 (little endian)': Buffer.from(`\ufeff${settings}`, 'utf16le'),
  'UTF-16 (big endian)': bigEndian(`\ufeff${settings}`),
}))
  test(`a settings file in ${encoding} is read by DOTENV_CONFIG_PATH and from the current folder`, async ({}, testInfo) => {
    const file = settingsFile(testInfo, encoded);
    for (const { code, stdout } of [
      await conformanceHere('plan', [], { DOTENV_CONFIG_PATH: file }),
      await conformanceHere('plan', [], {}, dirname(file)),
    ]) {
      expect(stdout).toContain('Target: https://api.example\n');
      expect(code).toBe(0);
    }
  });

test('the settings whose value ends before a # are named', ({}, testInfo) => {
  const lines = [
    'API_KEY=ab#c',
    'OTHER_API_KEY=ab #c',
    'export OLD_API_KEY = #c',
    'BASE_URL=https://a.example#x',
    'DEPTH=3 # nightly',
    'NAME= # none',
    "QUOTA_API_KEY='ab#c'",
    '# NO_CREDITS_API_KEY=ab#c',
  ];
  const { values, cut } = readEnvFile(settingsFile(testInfo, lines.join('\n')));
  expect(values).toMatchObject({ API_KEY: 'ab', QUOTA_API_KEY: 'ab#c' });
  expect(cut).toEqual(['API_KEY', 'OTHER_API_KEY', 'OLD_API_KEY', 'BASE_URL']);
});
