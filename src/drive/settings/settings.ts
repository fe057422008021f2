import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keyVariables } from '../../../spec/accounts';
import { finderOf } from '../../judge/masking/mask';
import { commandLine } from '../../judge/texts/command-line';
import { isUnencrypted, problemsOfAddress, withoutSecrets } from './base-url';
import { inProject, reportsFolder, WRITTEN_KNOWN_FAILURES } from './folders';
import { type Keys, readKeys, warningsOfKeys } from './keys';
import { isSetting, type Table, table, variables } from './table';

type Value<Name extends keyof Table> = ReturnType<Table[Name]['form']>;
type WithFallback = {
  [Name in keyof Table]: undefined extends Table[Name]['fallback'] ? never : Name;
}[keyof Table];
type Values = { [Name in keyof Table]?: Value<Name> | undefined } & { [Name in WithFallback]: Value<Name> };

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
  const { keys, problems } = mock ? { keys: {} as Keys, problems: [] } : readKeys(env);
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
    warnings: [...warningsOfKeys(keys), ...warningsOf(env, settings, file)],
  };
}

/** The values of the table. `problems` gets a line for each that cannot be used, which is then not set. */
function valuesIn(env: NodeJS.ProcessEnv, mock: boolean, problems: string[]): Values {
  const values = Object.entries(table).map(([name, { variable, form, fallback, ofTarget }]) => {
    const text = env[variable];
    if (!text?.trim() || (mock && ofTarget)) return [name, fallback];
    try {
      return [name, form(text)];
    } catch (error) {
      problems.push(`${variable} ${error instanceof Error ? error.message : error}`);
      return [name, fallback];
    }
  });
  return Object.fromEntries(values);
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
