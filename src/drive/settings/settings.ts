import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyVariable, keyVariables } from '../../../spec/accounts';
import { finderOf, isWord, PART } from '../../judge/masking/mask';
import { commandLine } from '../../judge/texts/command-line';
import { isUnencrypted, problemsOfAddress, withoutSecrets } from './base-url';
import { inProject, reportsFolder, WRITTEN_KNOWN_FAILURES } from './folders';
import { type Form, isSetting, key, type Table, table, variables } from './table';

type Value<Name extends keyof Table> = ReturnType<Table[Name]['form']>;
type WithFallback = {
  [Name in keyof Table]: undefined extends Table[Name]['fallback'] ? never : Name;
}[keyof Table];
type Values = { [Name in keyof Table]?: Value<Name> | undefined } & { [Name in WithFallback]: Value<Name> };

export type Keys = Partial<Record<KeyVariable, string>>;

export interface Settings extends Values {
  /** Null: the built-in mock. */
  baseUrl: string | null;
  keys: Keys;
  /** Names of the variables that are set and used. */
  inForce: string[];
}

interface SettingsRead {
  settings: Settings;
  /** Problems, one line each, with the remedy. Variables are named, their values never shown. */
  problems: string[];
  warnings: string[];
}

/**
 * Reads the environment.
 * @param env the environment with .env already in it
 * @param file the names that .env sets, and those whose value a # cuts there
 */
export function readSettings(
  env: NodeJS.ProcessEnv,
  file: { names: readonly string[]; cut: readonly string[] } = { names: [], cut: [] },
): SettingsRead {
  const mock = env.BASE_URL === undefined || env.BASE_URL === 'mock';
  const problems: string[] = [];
  const keys = mock ? {} : keysIn(env, problems);
  const values = valuesIn(env, mock, problems);
  const ignored: readonly string[] = [
    ...keyVariables,
    ...Object.values(table).flatMap((each) => (each.ofTarget ? [each.variable] : [])),
  ];
  const settings: Settings = {
    baseUrl: mock ? null : withoutSecrets(env.BASE_URL ?? ''),
    keys,
    ...values,
    // The report folder does not affect the content of reports.
    inForce: variables.filter(
      (name) => env[name]?.trim() && name !== 'REPORTS' && !(mock && ignored.includes(name)),
    ),
  };
  return {
    settings,
    problems: [...problems, ...problemsOfAddress(env), ...problemsOf(env, settings)],
    warnings: warningsOf(env, settings, file),
  };
}

/** The values of the table. `problems` gets a line for each that cannot be used, which is then not set. */
function valuesIn(env: NodeJS.ProcessEnv, mock: boolean, problems: string[]): Values {
  const values = Object.entries(table).map(([name, { variable, form, fallback, ofTarget }]) => {
    const text = env[variable];
    const value =
      !text?.trim() || (mock && ofTarget) ? undefined : valueIn<unknown>(variable, text, form, problems);
    return [name, value ?? fallback];
  });
  return Object.fromEntries(values);
}

/** The keys, each of another account. */
function keysIn(env: NodeJS.ProcessEnv, problems: string[]): Keys {
  const keys: Keys = {};
  for (const variable of keyVariables) {
    const text = env[variable];
    const value = text === undefined ? undefined : valueIn(variable, text, key, problems);
    if (value === undefined) continue;
    const twin = keyVariables.find((other) => keys[other] === value);
    if (twin !== undefined)
      problems.push(`${twin} and ${variable} hold the same key: each must be another account.`);
    keys[variable] = value;
  }
  return keys;
}

/** The value of a text; undefined with a line in `problems` if it has another form. */
function valueIn<Value>(
  variable: string,
  text: string,
  form: Form<Value>,
  problems: string[],
): Value | undefined {
  try {
    return form(text);
  } catch (error) {
    problems.push(`${variable} ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

/** The lines whose condition is met. */
const linesWhere = (...all: readonly (readonly [isMet: unknown, line: string])[]): string[] =>
  all.flatMap(([isMet, line]) => (isMet ? [line] : []));

/** Variables that make Playwright and Node write headers to the terminal, where nothing masks them. */
const printing = { DEBUG: /pw|\*/, NODE_DEBUG: /http|net|tls|stream|\*/i };

/** What is wrong with variables of others, and between settings. */
function problemsOf(
  { REPORTS, DOTENV_CONFIG_PATH, ...env }: NodeJS.ProcessEnv,
  { baseUrl, keys, name = '', knownFailures }: Settings,
): string[] {
  const written = join(reportsFolder({ REPORTS }), WRITTEN_KNOWN_FAILURES);
  return linesWhere(
    ...Object.entries(printing).map(
      ([variable, pattern]) =>
        [
          baseUrl !== null && pattern.test(env[variable] ?? ''),
          `${variable} would print keys: unset it for a live target.`,
        ] as const,
    ),
    [
      DOTENV_CONFIG_PATH && !existsSync(DOTENV_CONFIG_PATH),
      `DOTENV_CONFIG_PATH names a file that does not exist: ${DOTENV_CONFIG_PATH}`,
    ],
    ...Object.entries(keys).map(
      ([variable, key]) =>
        [
          finderOf([{ name: variable, value: key }]).partIn(name) !== undefined,
          `NAME contains part of ${variable} and is shown in every report: choose another name.`,
        ] as const,
    ),
    [
      knownFailures !== undefined && inProject(knownFailures) === written,
      'KNOWN_FAILURES names a file that each run writes anew: move it out of the report folder, and name it there.',
    ],
  );
}

/** What has no effect, or not the one that it seems to have. */
function warningsOf(
  env: NodeJS.ProcessEnv,
  { baseUrl, keys, allowHttp, rateLimitBurst }: Settings,
  file: { names: readonly string[]; cut: readonly string[] },
): string[] {
  const { BASE_URL = '', TARGET } = env;
  const isKey = (name: string) => /_API_?KEY$/i.test(name);
  const unknown = Object.keys(env).filter((name) => isKey(name) && !isSetting(name));
  return linesWhere(
    // They cannot be masked everywhere.
    ...Object.entries(keys).flatMap(([variable, value]): [boolean, string][] => [
      [
        isWord(value),
        `${variable} is a word or a number: reports show it where a response repeats it. Use a key made for this suite.`,
      ],
      [
        !isWord(value) && value.length < PART,
        `${variable} is short: it is masked, but reports are not searched for it.`,
      ],
    ]),
    [
      allowHttp && isUnencrypted(BASE_URL),
      'BASE_URL is plain http: keys travel unencrypted, and HTTPS (section 1) is not tested.',
    ],
    [
      baseUrl !== null && rateLimitBurst !== undefined && keys.RATE_LIMIT_API_KEY === undefined,
      'RATE_LIMIT_BURST has no effect without RATE_LIMIT_API_KEY.',
    ],
    [
      BASE_URL === 'mock' && TARGET,
      `TARGET has no effect with BASE_URL=mock: start "${commandLine('mock')}" and give its address to try a target file.`,
    ],
    [
      baseUrl !== null && unknown.length > 0,
      `${unknown.join(', ')}: not read, since the keys of accounts are ${keyVariables.join(', ')}.`,
    ],
    ...file.cut
      .filter(isSetting)
      .map(
        (name) =>
          [true, `.env: the value of ${name} ends before a #: put all of it in single quotes.`] as const,
      ),
    [
      file.names.includes('NODE_EXTRA_CA_CERTS'),
      'NODE_EXTRA_CA_CERTS comes too late from .env: Node reads it from the environment.',
    ],
  );
}
