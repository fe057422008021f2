import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isKeyVariable, type KeyVariable, keyVariables } from '../../../spec/accounts';
import { chapters, ledger } from '../../../spec/ledger';
import { finderOf, isWord, PART } from '../../judge/masking/mask';
import { inClear, isInClear } from '../../judge/response/plain-http';
import { commandLine } from '../../judge/texts/command-line';
import { addTo, readEnvFile } from './env-file';

/** Every variable that the suite reads. */
export const variables = [
  'BASE_URL',
  'ALLOW_HTTP',
  ...keyVariables,
  'TARGET',
  'SERVICE',
  'FOREIGN_JOB_ID',
  'FOREIGN_RUN_ID',
  'RATE_LIMIT_BURST',
  'MAX_AI_REQUESTS',
  'CONCURRENCY',
  'REQUESTS_PER_MINUTE',
  'TIMEOUT_MS',
  'SEED',
  'DEPTH',
  'REQUIRE',
  'KNOWN_FAILURES',
  'NAME',
  'PREVIOUS',
  'REPORTS',
] as const;

export interface Settings {
  /** Null: the built-in mock. */
  baseUrl: string | null;
  keys: Partial<Record<KeyVariable, string>>;
  target?: string;
  /** What reports call the target. */
  name?: string;
  service?: string;
  foreignJobId?: string;
  foreignRunId?: string;
  rateLimitBurst?: number;
  /** Where it is not set, the plan of a run is the limit. */
  maxAiRequests?: number;
  /** How many requests may be in flight together. */
  concurrency: number;
  requestsPerMinute?: number;
  timeoutMs: number;
  /** The seed with which probes are sampled; random where it is not set. */
  seed?: number;
  /** How many probes of each family are sampled. */
  depth: number;
  /** Clause ids, chapters, or `all`. */
  require: string[];
  knownFailures?: string;
  /** conformance.json of the last run on the target. */
  previous?: string;
  /** Names of the variables that are set and used. */
  inForce: string[];
}

/**
 * A relative path in a setting is relative to the folder of playwright.config.ts, wherever a run is started.
 * For a command started in another folder, it is relative to that folder.
 */
export function inProject(path: string): string {
  return resolve(process.env.CONFORMANCE_FOLDER ?? join(__dirname, '..', '..', '..'), path);
}

/** The report folder: REPORTS, or one that is the same for every run. */
export function reportsFolder(env: NodeJS.ProcessEnv): string {
  const usual = process.env.CONFORMANCE_FOLDER === undefined ? 'reports/output' : 'conformance-report';
  return inProject(env.REPORTS || usual);
}

/**
 * Adds the settings of .env, or of the file in DOTENV_CONFIG_PATH, to an environment. Variables that are
 * already set win.
 * @returns the names that the file sets, and why it cannot be used
 */
export function addEnvFile(env: NodeJS.ProcessEnv): { names: string[]; problem?: string } {
  const { values, ...found } = readEnvFile(inProject(env.DOTENV_CONFIG_PATH || '.env'));
  addTo(env, values);
  return { names: Object.keys(values), ...found };
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
 * @param namesInFile the names that .env sets, to find misspelt ones
 */
export function readSettings(env: NodeJS.ProcessEnv, namesInFile: readonly string[] = []): SettingsRead {
  const problems: string[] = [];
  const warnings: string[] = [];
  const given = (name: string) => (env[name] === undefined || env[name] === '' ? undefined : env[name]);

  const mock = env.BASE_URL === undefined || env.BASE_URL === 'mock';
  const keys = mock ? {} : readKeys(env, problems);
  for (const [variable, key] of Object.entries(keys)) {
    if (isWord(key))
      warnings.push(
        `${variable} is a word or a number: reports show it where a response repeats it. Use a key made for this suite.`,
      );
    else if (key.length < PART)
      warnings.push(`${variable} is short: it is masked, but reports are not searched for it.`);
  }
  checkNames(env, namesInFile, problems, warnings);
  if (!mock) {
    for (const [variable, pattern] of Object.entries(printing))
      if (pattern.test(env[variable] ?? ''))
        problems.push(`${variable} would print keys: unset it for a live target.`);
  }
  const settingsFile = env.DOTENV_CONFIG_PATH;
  if (settingsFile && !existsSync(settingsFile))
    problems.push(`DOTENV_CONFIG_PATH names a file that does not exist: ${settingsFile}`);
  if (env.BASE_URL === '')
    problems.push('BASE_URL is set but empty: give the address, or unset it for the mock.');
  if (env.BASE_URL === undefined) {
    const orphans = [...keyVariables, 'TARGET'].filter((name) => env[name] !== undefined);
    if (orphans.length > 0) {
      problems.push(
        `BASE_URL is not set although ${orphans.join(', ')} is: give the address, or BASE_URL=mock.`,
      );
    }
  }
  const { ALLOW_HTTP = '' } = env;
  if (!['', 'yes'].includes(ALLOW_HTTP))
    problems.push('ALLOW_HTTP can only be "yes": write yes, or unset it.');
  if (!mock && env.BASE_URL !== '') checkUrl(env.BASE_URL ?? '', ALLOW_HTTP === 'yes', problems, warnings);
  if (!mock && keys.API_KEY === undefined && env.API_KEY === undefined) {
    problems.push('API_KEY is not set: BASE_URL needs the key of the account under test.');
  }

  const number = (name: string, least: number, most: number) => {
    const text = given(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    problems.push(`${name} must be a whole number from ${least} to ${most}.`);
    return undefined;
  };
  const file = (name: string) => {
    const path = given(name);
    const found = path !== undefined && existsSync(inProject(path));
    if (path === undefined) return undefined;
    if (!found)
      problems.push(
        `${name} names a file that does not exist: ${inProject(path)}. Correct the path, or unset ${name}.`,
      );
    else if (!statSync(inProject(path)).isDirectory()) return path;
    else problems.push(`${name} names a folder: name the file in it.`);
    return undefined;
  };
  const word = (name: string) => {
    const text = given(name);
    if (text !== undefined && /\s/.test(text)) problems.push(`${name} holds white space: remove it.`);
    return text;
  };

  const asked = (given('REQUIRE') ?? '').split(/[\s,]+/).filter(Boolean);
  const require = asked.filter((name, index) => {
    if (name === 'all' || Object.hasOwn(chapters, name) || Object.hasOwn(ledger, name)) return true;
    problems.push(`REQUIRE: word ${index + 1} is no clause and no chapter of the ledger.`);
    return false;
  });
  const foreignJobId = mock ? undefined : word('FOREIGN_JOB_ID');
  const foreignRunId = mock ? undefined : word('FOREIGN_RUN_ID');
  const service = mock ? undefined : word('SERVICE');
  const target = mock ? undefined : file('TARGET');
  if (env.REPORTS !== env.REPORTS?.trim())
    problems.push('REPORTS begins or ends with white space: remove it.');
  const name = given('NAME');
  if (name !== undefined && !/^[\w.-]{1,60}$/.test(name))
    problems.push('NAME must be up to 60 letters, digits, ".", "_" and "-", such as staging-eu.');
  for (const [variable, value] of Object.entries(keys))
    if (finderOf([{ name: variable, value, parts: true }])(Buffer.from(name ?? '')).length > 0)
      problems.push(`NAME contains part of ${variable} and is shown in every report: choose another name.`);
  const burst = number('RATE_LIMIT_BURST', 1, 10_000);
  const pace = number('REQUESTS_PER_MINUTE', 1, 60_000);
  const maxAiRequests = number('MAX_AI_REQUESTS', 0, 1_000_000);
  const seed = number('SEED', 0, 2 ** 31 - 1) ?? (mock ? 1 : undefined);
  const knownFailures = file('KNOWN_FAILURES');
  const previous = file('PREVIOUS');
  if (!mock && burst !== undefined && keys.RATE_LIMIT_API_KEY === undefined) {
    warnings.push('RATE_LIMIT_BURST has no effect without RATE_LIMIT_API_KEY.');
  }
  if (mock && env.BASE_URL !== undefined && given('TARGET') !== undefined) {
    warnings.push(
      `TARGET has no effect with BASE_URL=mock: start "${commandLine('mock')}" and give its address to try a target file.`,
    );
  }
  const ignored = (name: string) => mock && (isKeyVariable(name) || ofTargets.includes(name));
  return {
    problems,
    warnings,
    settings: {
      baseUrl: mock ? null : asShown(env.BASE_URL ?? ''),
      keys,
      ...(target !== undefined && { target }),
      ...(name !== undefined && { name }),
      ...(service !== undefined && { service }),
      ...(foreignJobId !== undefined && { foreignJobId }),
      ...(foreignRunId !== undefined && { foreignRunId }),
      ...(burst !== undefined && { rateLimitBurst: burst }),
      ...(pace !== undefined && { requestsPerMinute: pace }),
      ...(knownFailures !== undefined && { knownFailures }),
      ...(previous !== undefined && { previous: inProject(previous) }),
      ...(maxAiRequests !== undefined && { maxAiRequests }),
      concurrency: number('CONCURRENCY', 1, 100) ?? 8,
      timeoutMs: number('TIMEOUT_MS', 50, 600_000) ?? 30_000,
      ...(seed !== undefined && { seed }),
      depth: number('DEPTH', 0, 100) ?? 1,
      require,
      // The report folder does not affect the content of reports.
      inForce: variables.filter((name) => given(name) !== undefined && !ignored(name) && name !== 'REPORTS'),
    },
  };
}

/** The built-in mock has its own target file and accounts. Besides keys, these settings have no effect on it. */
const ofTargets = ['TARGET', 'SERVICE', 'FOREIGN_JOB_ID', 'FOREIGN_RUN_ID', 'RATE_LIMIT_BURST'];

/** Variables that make Playwright and Node write headers to the terminal, where nothing masks them. */
const printing = {
  DEBUG: /pw|\*/,
  NODE_DEBUG: /http|net|tls|stream|\*/i,
};

const placeholder =
  /^(?:<.*>|\[.*\]|\$\{?\w+\}?|x{3,}|\.{3}|change[-_ ]?me|your[-_ ].*|.*[-_]here|todo|none|null|undefined)$/i;

/** Unknown names that are most likely misspelt names of ours, and names that .env sets too late. */
function checkNames(
  env: NodeJS.ProcessEnv,
  namesInFile: readonly string[],
  problems: string[],
  warnings: string[],
): void {
  const known = (name: string) => variables.includes(name as (typeof variables)[number]);
  for (const name of namesInFile) {
    const meant = known(name) ? undefined : meantBy(name);
    if (meant) problems.push(`.env sets ${name}, which is unknown. Did you mean ${meant}?`);
  }
  for (const name of Object.keys(env)) {
    // Other variables in the environment belong to other programs: only a name that is almost certainly ours
    // is worth a line.
    const isTheirs = known(name) || namesInFile.includes(name) || name.length < 6;
    const meant = isTheirs ? undefined : meantBy(name, name.length < 10 ? 1 : 2);
    if (meant) warnings.push(`The environment sets ${name}, which is unknown. Did you mean ${meant}?`);
  }
  if (namesInFile.includes('NODE_EXTRA_CA_CERTS'))
    warnings.push('NODE_EXTRA_CA_CERTS comes too late from .env: Node reads it from the environment.');
}

function readKeys(env: NodeJS.ProcessEnv, problems: string[]): Settings['keys'] {
  const keys: Settings['keys'] = {};
  for (const variable of keyVariables) {
    const key = env[variable];
    if (key === undefined) continue;
    if (key === '') problems.push(`${variable} is set but empty: give the key, or unset it.`);
    else if (/^bearer\s/i.test(key)) problems.push(`${variable} begins with Bearer: give the key alone.`);
    else if (/^['"]|['"]$/.test(key))
      problems.push(`${variable} has a quote of its own at an end: give the key without it.`);
    else if (/\s/.test(key))
      problems.push(`${variable} holds white space: copy the key without it, in quotes.`);
    else if (!/^[\x21-\x7e]+$/.test(key))
      problems.push(`${variable} holds a character that no header can carry.`);
    else if (placeholder.test(key)) problems.push(`${variable} is a placeholder: give the key, or unset it.`);
    else if (key.length < 4)
      problems.push(
        `${variable} is shorter than four characters: too short to be masked in reports. Set the whole key.`,
      );
    else keys[variable] = key;
  }
  const seen = new Map<string, string>();
  for (const [variable, key] of Object.entries(keys)) {
    const twin = seen.get(key);
    if (twin !== undefined)
      problems.push(`${twin} and ${variable} hold the same key: each must be another account.`);
    seen.set(key, variable);
  }
  return keys;
}

function checkUrl(text: string, allowsHttp: boolean, problems: string[], warnings: string[]): void {
  // A URL parser drops it, but a client that concatenates paths does not.
  if (/\s/.test(text)) {
    problems.push('BASE_URL holds white space: remove it.');
    return;
  }
  // A URL parser takes some for a host.
  if (/[<>{}$]/.test(text)) {
    problems.push('BASE_URL has a placeholder: put the value in its place.');
    return;
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    problems.push('BASE_URL is no http or https address: give one such as https://host/prefix.');
    return;
  }
  if (url.username !== '' || url.password !== '')
    problems.push('BASE_URL holds a user name or password: remove it.');
  if (url.search !== '' || url.hash !== '') problems.push('BASE_URL has a query or fragment: remove it.');
  if (!isInClear(url)) return;
  if (allowsHttp)
    warnings.push('BASE_URL is plain http: keys travel unencrypted, and HTTPS (section 1) is not tested.');
  else problems.push(inClear('BASE_URL'));
}

/** The address without secrets. An address that may contain one is a problem, and is never printed. */
function asShown(text: string): string {
  return (
    text
      .replace(/^([a-z]+:\/\/)[^/?#]*@/i, '$1')
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .trim() || 'an empty BASE_URL'
  );
}

/** The variable whose name differs from this one by at most this many letters. */
function meantBy(name: string, letters = 2): string | undefined {
  const isNear = (variable: string) =>
    Math.abs(name.length - variable.length) <= letters && distance(name.toUpperCase(), variable) <= letters;
  return variables.find(isNear);
}

/** Levenshtein distance of two short words. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
