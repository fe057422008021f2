import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { anyKey } from '../../proof/helpers/spellings';
import { keyVariables } from '../../spec/accounts';
import { readSettings } from './settings';
import { variables } from './table';

const key = 'Owner0FakeKey0a1B2c3D4e5F6g7H8i9J0k1L';
const live = { BASE_URL: 'https://api.example', API_KEY: key };

const problemsOf = (env: NodeJS.ProcessEnv) => readSettings(env).problems;

test('BASE_URL=mock ignores keys, TARGET and other settings of a live target, and warns about TARGET', () => {
  const { problems, warnings, settings } = readSettings({
    ...live,
    BASE_URL: 'mock',
    OTHER_API_KEY: 'a b',
    TARGET: 'nowhere.ts',
    SERVICE: 'other',
    FOREIGN_JOB_ID: 'a',
    MAX_AI_REQUESTS: '7',
  });
  expect(problems).toEqual([]);
  expect(warnings).toEqual([expect.stringMatching(/^TARGET has no effect with BASE_URL=mock: /)]);
  expect(settings).toMatchObject({
    baseUrl: null,
    keys: {},
    maxAiRequests: 7,
    inForce: ['BASE_URL', 'MAX_AI_REQUESTS'],
  });
  expect(settings.foreignJobId).toBeUndefined();
});

test('a NAME that contains part of a key is a problem', () => {
  const holding = (name: string) =>
    readSettings({ ...live, API_KEY: 'sk_0pqRsTuVwXyZ12', NAME: name }).problems;
  expect(holding('eu-pqRsTuVw')).toEqual([
    'NAME contains part of API_KEY and is shown in every report: choose another name.',
  ]);
  expect(holding('eu-pqRsTu')).toEqual([]);
});

test('an empty BASE_URL is a problem and never selects the mock', () => {
  const { problems, settings } = readSettings({ ...live, BASE_URL: '' });
  expect(problems).toEqual(['BASE_URL is set but empty: give the address, or unset it for the mock.']);
  expect(settings.baseUrl).toBe('an unusable BASE_URL');
});

for (const variable of [...keyVariables, 'TARGET']) {
  test(`${variable} without BASE_URL is a problem, even if it is empty`, () => {
    for (const value of [key, '']) {
      expect(problemsOf({ [variable]: value })).toEqual([
        `BASE_URL is not set although ${variable} is: give the address, or BASE_URL=mock.`,
      ]);
    }
  });
}

const unfit: Record<string, [env: NodeJS.ProcessEnv, problem: string]> = {
  'BASE_URL without API_KEY': [
    { API_KEY: undefined },
    'API_KEY is not set: BASE_URL needs the key of the account under test.',
  ],
  'a key that is empty': [{ API_KEY: '' }, 'API_KEY is set but empty'],
  'a key with a space': [{ API_KEY: `${key} ` }, 'API_KEY holds white space'],
  'a key after its scheme': [{ API_KEY: `Bearer ${key}` }, 'begins with Bearer: give the key alone'],
  'a key in quotes': [{ API_KEY: `'${key}'` }, 'API_KEY has a quote of its own at an end'],
  'a key of three characters': [{ API_KEY: 'abc' }, 'API_KEY is shorter than four characters'],
  'the same key for two accounts': [
    { NO_CREDITS_API_KEY: key },
    'API_KEY and NO_CREDITS_API_KEY hold the same key: each must be another account.',
  ],
  'an address without a scheme': [{ BASE_URL: 'api.example' }, 'BASE_URL is no http or https address'],
  'an address with a password': [{ BASE_URL: 'https://a:b@api.example' }, 'holds a user name or password'],
  'an address with a query': [{ BASE_URL: 'https://api.example/?a=b' }, 'BASE_URL has a query or fragment'],
  'a folder as PREVIOUS': [{ PREVIOUS: 'tests' }, 'PREVIOUS names a folder: name the file in it.'],
};
for (const [name, [env, problem]] of Object.entries(unfit)) {
  test(`${name} is a problem`, () => {
    expect(problemsOf({ ...live, ...env })).toEqual([expect.stringContaining(problem)]);
  });
}

const placeholders: Record<string, readonly string[]> = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the form
  $NAME: ['$API_KEY', '${API_KEY}', '${API_KEY:-none}', '$(cat key.txt)'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the form
  '{{ NAME }}': ['{{ api_key }}', '{{key}}', '${{ secrets.API_KEY }}'],
  '<...>': ['<your key>', '<key>'],
};
const placeholdersOfKeys: Record<string, readonly string[]> = {
  ...placeholders,
  '***': ['sk-***', '********', 'sk-...9f2c', 'sk-xxxx'],
  'an example': ['xxx', 'changeme', 'CHANGE_ME', 'your-api-key', 'todo', 'undefined'],
};

for (const [form, values] of Object.entries(placeholdersOfKeys))
  test(`a key that stands for one is a problem, for every variable: ${form}`, () => {
    for (const value of values)
      for (const variable of ['API_KEY', 'OLD_API_KEY'])
        expect(problemsOf({ ...live, [variable]: value }), value).toEqual([
          `${variable} is a placeholder of the form ${form}: give the key itself, or unset it.`,
        ]);
  });

test('an ID that stands for one is a problem, and an ID that is an address is none', () => {
  for (const [form, values] of Object.entries(placeholders))
    for (const value of values)
      expect(problemsOf({ ...live, FOREIGN_JOB_ID: value }), value).toEqual([
        `FOREIGN_JOB_ID is a placeholder of the form ${form}: give the ID itself, or unset it.`,
      ]);
  for (const value of ['gid://jobs/1', 'arn:aws:states:eu:1:execution:a:b', 'xxx', '{3F2504E0-4F89-11D3}'])
    expect(problemsOf({ ...live, FOREIGN_RUN_ID: value }), value).toEqual([]);
});

test('a key of any characters is a key, unless the whole of it is a placeholder', () => {
  for (const value of [
    'sk"Zq7w&Rt<5y%2Bu+Ix=Op8a#Sd?Fg;3h$Jk9L>z{Xc}V',
    '$2y$10$kJ3nV5mQ8rT1wX4zB7cF0u',
    '$aK9dJ3eLmQ',
    '{a8-Kd:93}$f(4)x',
    'id-1f2e:3d4c5b6a7988',
    'a%41b%zK0q8w7e6r',
    'env-live-9s8d7f6g5h4j',
    'whsec_x4xxk9j2h3g4f5d6',
    '<a1B2>c3D4e5F6g7H8',
    'Zm9vOmJhcg==',
  ])
    expect(problemsOf({ ...live, API_KEY: value }), value).toEqual([]);
  fc.assert(
    fc.property(anyKey, (value) => {
      fc.pre(!/^['"]|['"]$/.test(value));
      expect(problemsOf({ ...live, API_KEY: value })).toEqual([]);
    }),
  );
});

test('plain http is a problem unless ALLOW_HTTP is yes or the service is on this machine', () => {
  const read = (address: string, ALLOW_HTTP = '') => readSettings({ ...live, BASE_URL: address, ALLOW_HTTP });
  const warningsOf = (address: string) => read(address, 'yes').warnings;
  expect(warningsOf('http://api.example')).toEqual([
    'BASE_URL is plain http: keys travel unencrypted, and HTTPS (section 1) is not tested.',
  ]);
  expect(read('http://api.example', 'yes').problems).toEqual([]);
  for (const host of ['api.example', '10.0.0.1', 'app:8080', '127.example'])
    expect(read(`http://${host}`).problems, host).toEqual([
      'BASE_URL is plain http, so the key would travel unencrypted: give an https:// address, or allow it by --allow-http or ALLOW_HTTP=yes.',
    ]);
  expect(read('https://api.example', 'true').problems).toEqual([
    'ALLOW_HTTP can only be "yes": write yes, or unset it.',
  ]);
  for (const host of ['localhost:8080', '127.0.0.1', '127.1.2.3:9', '[::1]:80']) {
    expect(read(`http://${host}`), host).toMatchObject({ problems: [], warnings: [] });
  }
  expect(warningsOf('http://localhost.example')).toHaveLength(1);
});

test('a placeholder in BASE_URL is a problem, for a run and for its plan', () => {
  for (const address of [
    `http://${'$'}{HOST}`,
    'https://$HOST/api',
    'https://{base_url}',
    'https://<host>',
    'https://{{host}}/v1',
  ])
    expect(readSettings({ ...live, BASE_URL: address }).problems, address).toEqual([
      'BASE_URL has a placeholder: put the value in its place.',
    ]);
});

const numbers: Record<string, [fit: string, unfit: string]> = {
  MAX_AI_REQUESTS: ['0 3', '-1 1.5 many NaN'],
  CONCURRENCY: ['1 24', '0 101 x'],
  REQUESTS_PER_MINUTE: ['1 60', '0 -5 fast'],
  TIMEOUT_MS: ['50 30000', '49 600001 30s'],
  RATE_LIMIT_BURST: ['1 100', '0 x'],
};
for (const [variable, [fit, unfit]] of Object.entries(numbers)) {
  test(`${variable} accepts only whole numbers within its bounds`, () => {
    const problem = new RegExp(`^${variable} must be a whole number from \\d+ to \\d+\\.$`);
    for (const text of fit.split(' ')) expect(problemsOf({ [variable]: text }), text).toEqual([]);
    for (const text of unfit.split(' '))
      expect(problemsOf({ [variable]: text }), text).toEqual([expect.stringMatching(problem)]);
  });
}

test('DEPTH is 1 or 3', () => {
  expect(readSettings({ ...live }).settings.depth).toBe(1);
  expect(readSettings({ ...live, DEPTH: '3' }).settings.depth).toBe(3);
  for (const DEPTH of ['0', '2', '10', '-1', '1.5', 'deep', '__proto__'])
    expect(problemsOf({ DEPTH }), DEPTH).toEqual([
      'DEPTH must be 1 (the default) or 3 (more probes, for a nightly run).',
    ]);
});

test('a missing file is a problem with its remedy', () => {
  expect(readSettings({ KNOWN_FAILURES: '/gone.json' }).settings.knownFailures).toBeUndefined();
  expect(
    problemsOf({ ...live, TARGET: 'nowhere.ts', KNOWN_FAILURES: '/gone.json', PREVIOUS: '/gone.json' }),
  ).toEqual([
    `TARGET names a file that does not exist: ${join(__dirname, '..', '..', 'nowhere.ts')}. Correct the path, or unset it.`,
    'KNOWN_FAILURES names a file that does not exist: /gone.json. Correct the path, or unset it.',
    'PREVIOUS names a file that does not exist: /gone.json. Correct the path, or unset it.',
  ]);
});

test('the list that each run writes anew is not the list of known failures', ({}, testInfo) => {
  const written = testInfo.outputPath('known-failures.yaml');
  writeFileSync(written, '[]');
  const problems = (REPORTS: string) => readSettings({ KNOWN_FAILURES: written, REPORTS }).problems;
  expect(problems(testInfo.outputPath())).toEqual([
    expect.stringMatching(/^KNOWN_FAILURES names a file that each run writes anew: move it/),
  ]);
  expect(problems(testInfo.outputPath('elsewhere'))).toEqual([]);
});

test('all problems are reported at once in one line each, and no line shows a value except paths', () => {
  const value = (variable: string) => `Secret-of-${variable.toLowerCase()} `;
  const env = Object.fromEntries(variables.map((variable) => [variable, value(variable)]));
  const { problems, warnings } = readSettings(env);
  const printed = [...problems, ...warnings].join('\n');
  for (const variable of variables) expect(printed).toContain(variable);
  expect(printed.split('\n')).toHaveLength(problems.length + warnings.length);
  expect(printed).not.toMatch(/secret-of-(?!target|known_failures|previous)/i);
});
