import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isKeyVariable, type KeyVariable, keyVariables } from '../../spec/accounts';
import { finderOf, isWord, PART } from '../judge/masking/mask';
import { inClear, isInClear as isPlainHttp } from '../judge/response/plain-http';
import { commandLine } from '../judge/texts/command-line';
import { inProject, reportsFolder, WRITTEN_KNOWN_FAILURES } from './folders';
import { isSetting, type Row, type Table, table } from './table';

type Values = {
  [Name in Exclude<keyof Table, KeyVariable>]: ReturnType<Table[Name]['form']> | Table[Name]['fallback'];
};

export type Keys = Partial<Record<KeyVariable, string>>;

export interface Settings extends Values {
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
  const given: NodeJS.ProcessEnv = { ...env, BASE_URL: env.BASE_URL ?? 'mock' };
  const isIgnored = ({ ofTarget = false }: Row<unknown>) => ofTarget && given.BASE_URL === 'mock';
  const problems: string[] = [];
  /** The value of a variable. `problems` gets a line if it cannot be used, and then it is not set. */
  const read = (row: Row<unknown>) => {
    const { variable, form, fallback, neverBlank = false } = row;
    const text = given[variable];
    if (text === undefined || isIgnored(row) || (text.trim() === '' && !neverBlank)) return fallback;
    try {
      return form(text);
    } catch (error) {
      problems.push(`${variable} ${error instanceof Error ? error.message : error}`);
      return fallback;
    }
  };
  const values = Object.entries(table).map(([name, row]) => [name, read(row)] as const);
  const isKey = ([name, value]: readonly [string, unknown]) => isKeyVariable(name) && value !== undefined;
  const settings: Settings = {
    ...(Object.fromEntries(values.filter(([name]) => !isKeyVariable(name))) as Values),
    keys: Object.fromEntries(values.filter(isKey)),
    // The report folder does not affect the content of reports.
    inForce: Object.values(table).flatMap((row) =>
      env[row.variable]?.trim() && row !== table.reports && !isIgnored(row) ? row.variable : [],
    ),
  };
  return {
    settings,
    problems: [...problems, ...problemsOf(env, settings)],
    warnings: warningsOf(env, settings, file),
  };
}

/** The lines of those whose condition is met. */
const linesOf = (...all: readonly unknown[]): string[] =>
  all.filter((each): each is string => typeof each === 'string' && each !== '');

const isInClear = (address: string | null) =>
  address !== null && URL.canParse(address) && isPlainHttp(new URL(address));

/** What is wrong with variables of others, and between settings. */
function problemsOf(
  { REPORTS, ...env }: NodeJS.ProcessEnv,
  { baseUrl, allowHttp, keys, name = '', knownFailures }: Settings,
): string[] {
  const { BASE_URL, API_KEY, DOTENV_CONFIG_PATH } = env;
  const written = join(reportsFolder({ REPORTS }), WRITTEN_KNOWN_FAILURES);
  const orphans = [...keyVariables, 'TARGET'].filter((variable) => variable in env);
  return linesOf(
    BASE_URL === undefined &&
      orphans.length > 0 &&
      `BASE_URL is not set although ${orphans.join(', ')} is: give the address, or BASE_URL=mock.`,
    baseUrl !== null &&
      API_KEY === undefined &&
      'API_KEY is not set: BASE_URL needs the key of the account under test.',
    isInClear(baseUrl) && !allowHttp && inClear('BASE_URL'),
    ...Object.entries(keys).flatMap(([variable, key], index, all) => [
      ...all
        .slice(0, index)
        .map(
          ([twin, value]) =>
            value === key && `${twin} and ${variable} hold the same key: each must be another account.`,
        ),
      finderOf([{ name: variable, value: key }]).partIn(name) !== undefined &&
        `NAME contains part of ${variable} and is shown in every report: choose another name.`,
    ]),
    DOTENV_CONFIG_PATH &&
      !existsSync(DOTENV_CONFIG_PATH) &&
      `DOTENV_CONFIG_PATH names a file that does not exist: ${DOTENV_CONFIG_PATH}`,
    knownFailures !== undefined &&
      inProject(knownFailures) === written &&
      'KNOWN_FAILURES names a file that each run writes anew: move it out of the report folder, and name it there.',
  );
}

/** What has no effect, or not the one that it seems to have. */
function warningsOf(
  env: NodeJS.ProcessEnv,
  { baseUrl, keys, allowHttp, rateLimitBurst }: Settings,
  file: { names: readonly string[]; cut: readonly string[] },
): string[] {
  const unknown = Object.keys(env).filter((name) => /_API_?KEY$/i.test(name) && !isSetting(name));
  return linesOf(
    // They cannot be masked everywhere.
    ...Object.entries(keys).map(([variable, value]) =>
      isWord(value)
        ? `${variable} is a word or a number: reports show it where a response repeats it. Use a key made for this suite.`
        : value.length < PART && `${variable} is short: it is masked, but reports are not searched for it.`,
    ),
    isInClear(baseUrl) &&
      allowHttp &&
      'BASE_URL is plain http: keys travel unencrypted, and HTTPS (section 1) is not tested.',
    baseUrl !== null &&
      rateLimitBurst !== undefined &&
      keys.RATE_LIMIT_API_KEY === undefined &&
      'RATE_LIMIT_BURST has no effect without RATE_LIMIT_API_KEY.',
    env.BASE_URL === 'mock' &&
      env.TARGET &&
      `TARGET has no effect with BASE_URL=mock: start "${commandLine('mock')}" and give its address to try a target file.`,
    baseUrl !== null &&
      unknown.length > 0 &&
      `${unknown.join(', ')}: not read, since the keys of accounts are ${keyVariables.join(', ')}.`,
    ...file.cut.map(
      (name) =>
        isSetting(name) && `.env: the value of ${name} ends before a #: put all of it in single quotes.`,
    ),
    file.names.includes('NODE_EXTRA_CA_CERTS') &&
      'NODE_EXTRA_CA_CERTS comes too late from .env: Node reads it from the environment.',
  );
}
