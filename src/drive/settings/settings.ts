import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isKeyVariable, keyVariables } from '../../../spec/accounts';
import { chapters, ledger } from '../../../spec/ledger';
import { finderOf } from '../../judge/masking/mask';
import { commandLine } from '../../judge/texts/command-line';
import { type Depth, depths } from '../../judge/verdict/depth';
import { isUnencrypted, problemsOfUrl, withoutSecrets } from './base-url';
import { inProject, reportsFolder, WRITTEN_KNOWN_FAILURES } from './folders';
import { type Keys, readKeys, warningsOfKeys } from './keys';
import { meantBy, problemsOfNames, variables, warningsOfNames } from './names';
import { placeholderFormOfId } from './unreplaced';

export interface Settings {
  /** Null: the built-in mock. */
  baseUrl: string | null;
  keys: Keys;
  target?: string | undefined;
  /** What reports call the target. */
  name?: string | undefined;
  service?: string | undefined;
  foreignJobId?: string | undefined;
  foreignRunId?: string | undefined;
  rateLimitBurst?: number | undefined;
  /** Where it is not set, the plan of a run is the limit. */
  maxAiRequests?: number | undefined;
  /** How many requests may be in flight together. */
  concurrency: number;
  requestsPerMinute?: number | undefined;
  timeoutMs: number;
  /** The seed with which probes are sampled; random where it is not set. */
  seed?: number | undefined;
  /** How thoroughly each family of probes is sampled. */
  depth: Depth;
  /** Clause ids, chapters, or `all`. */
  require: string[];
  knownFailures?: string | undefined;
  /** conformance.json of the last run on the target. */
  previous?: string | undefined;
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
 * @param namesInFile the names that .env sets, to find misspelt ones
 */
export function readSettings(env: NodeJS.ProcessEnv, namesInFile: readonly string[] = []): SettingsRead {
  const { BASE_URL, ALLOW_HTTP = '', DOTENV_CONFIG_PATH, REPORTS } = env;
  const given = (name: string) => env[name] || undefined;
  const mock = BASE_URL === undefined || BASE_URL === 'mock';
  const live = (name: string) => (mock ? undefined : given(name));
  const { keys, problems } = mock ? { keys: {} as Keys, problems: [] } : readKeys(env);
  const warnings = [...warningsOfKeys(keys), ...warningsOfNames(env, namesInFile)];
  const problemIf = (isMet: boolean, problem: string) => isMet && problems.push(problem);
  const warnIf = (isMet: boolean, warning: string) => isMet && warnings.push(warning);

  problems.push(...problemsOfNames(namesInFile));
  for (const [variable, pattern] of Object.entries(printing))
    problemIf(
      !mock && pattern.test(env[variable] ?? ''),
      `${variable} would print keys: unset it for a live target.`,
    );
  problemIf(
    Boolean(DOTENV_CONFIG_PATH && !existsSync(DOTENV_CONFIG_PATH)),
    `DOTENV_CONFIG_PATH names a file that does not exist: ${DOTENV_CONFIG_PATH}`,
  );
  const orphans = BASE_URL === undefined ? [...keyVariables, 'TARGET'].filter((name) => name in env) : [];
  problemIf(
    orphans.length > 0,
    `BASE_URL is not set although ${orphans.join(', ')} is: give the address, or BASE_URL=mock.`,
  );
  problemIf(!['', 'yes'].includes(ALLOW_HTTP), 'ALLOW_HTTP can only be "yes": write yes, or unset it.');
  const url = live('BASE_URL');
  const allowsHttp = ALLOW_HTTP === 'yes';
  if (url !== undefined) problems.push(...problemsOfUrl(url, allowsHttp));
  problemIf(BASE_URL === '', 'BASE_URL is set but empty: give the address, or unset it for the mock.');
  warnIf(
    url !== undefined && allowsHttp && isUnencrypted(url),
    'BASE_URL is plain http: keys travel unencrypted, and HTTPS (section 1) is not tested.',
  );
  problemIf(
    !mock && env.API_KEY === undefined,
    'API_KEY is not set: BASE_URL needs the key of the account under test.',
  );

  const number = (name: string, least: number, most: number) => {
    const text = given(name);
    const value = Number(text);
    if (text === undefined || (Number.isInteger(value) && value >= least && value <= most))
      return text === undefined ? undefined : value;
    problems.push(`${name} must be a whole number from ${least} to ${most}.`);
    return undefined;
  };
  const depth = depths.get(given('DEPTH') ?? '1');
  problemIf(depth === undefined, 'DEPTH must be 1 (a sample, the default) or 3 (for a nightly run).');
  const file = (name: string, path: string | undefined) => {
    if (path === undefined) return undefined;
    const whole = inProject(path);
    if (!existsSync(whole))
      problems.push(
        `${name} names a file that does not exist: ${whole}. Correct the path, or unset ${name}.`,
      );
    else if (!statSync(whole).isDirectory()) return path;
    else problems.push(`${name} names a folder: name the file in it.`);
    return undefined;
  };
  const word = (name: string) => {
    const text = live(name);
    problemIf(/\s/.test(text ?? ''), `${name} holds white space: remove it.`);
    return text;
  };
  const id = (name: string) => {
    const form = placeholderFormOfId(live(name) ?? '');
    if (form === undefined) return word(name);
    problems.push(`${name} is a placeholder of the form ${form}: give the ID itself, or unset it.`);
    return undefined;
  };

  const require = (given('REQUIRE') ?? '').split(/[\s,]+/).filter((name, index) => {
    if (name === '') return false;
    const isKnown = name === 'all' || Object.hasOwn(chapters, name) || Object.hasOwn(ledger, name);
    const meant = isKnown ? undefined : meantBy(name, 2, Object.keys({ ...chapters, ...ledger }));
    const hint = meant ? ` Did you mean ${meant}?` : '';
    problemIf(!isKnown, `REQUIRE: word ${index + 1} is no clause and no chapter of the ledger.${hint}`);
    return isKnown;
  });
  problemIf(REPORTS !== REPORTS?.trim(), 'REPORTS begins or ends with white space: remove it.');
  const name = given('NAME');
  problemIf(
    name !== undefined && !/^[\w.-]{1,60}$/.test(name),
    'NAME must be up to 60 letters, digits, ".", "_" and "-", such as staging-eu.',
  );
  for (const [variable, value] of Object.entries(keys))
    problemIf(
      finderOf([{ name: variable, value, parts: true }])(Buffer.from(name ?? '')).length > 0,
      `NAME contains part of ${variable} and is shown in every report: choose another name.`,
    );
  const rateLimitBurst = number('RATE_LIMIT_BURST', 1, 10_000);
  warnIf(
    !mock && rateLimitBurst !== undefined && keys.RATE_LIMIT_API_KEY === undefined,
    'RATE_LIMIT_BURST has no effect without RATE_LIMIT_API_KEY.',
  );
  warnIf(
    BASE_URL === 'mock' && given('TARGET') !== undefined,
    `TARGET has no effect with BASE_URL=mock: start "${commandLine('mock')}" and give its address to try a target file.`,
  );
  const target = file('TARGET', live('TARGET'));
  const knownFailures = file('KNOWN_FAILURES', given('KNOWN_FAILURES'));
  problemIf(
    knownFailures !== undefined &&
      inProject(knownFailures) === join(reportsFolder(env), WRITTEN_KNOWN_FAILURES),
    'KNOWN_FAILURES names a file that each run writes anew: move it out of the report folder, and name it there.',
  );
  const previous = file('PREVIOUS', given('PREVIOUS'));
  const ignored = (variable: string) => mock && (isKeyVariable(variable) || ofTargets.includes(variable));
  const settings: Settings = {
    baseUrl: mock ? null : withoutSecrets(BASE_URL),
    keys,
    target,
    name,
    service: word('SERVICE'),
    foreignJobId: id('FOREIGN_JOB_ID'),
    foreignRunId: id('FOREIGN_RUN_ID'),
    rateLimitBurst,
    requestsPerMinute: number('REQUESTS_PER_MINUTE', 1, 60_000),
    knownFailures,
    previous: previous && inProject(previous),
    maxAiRequests: number('MAX_AI_REQUESTS', 0, 1_000_000),
    concurrency: number('CONCURRENCY', 1, 100) ?? 8,
    timeoutMs: number('TIMEOUT_MS', 50, 600_000) ?? 30_000,
    seed: number('SEED', 0, 2 ** 31 - 1) ?? (mock ? 1 : undefined),
    depth: depth ?? 1,
    require,
    // The report folder does not affect the content of reports.
    inForce: variables.filter((each) => given(each) !== undefined && !ignored(each) && each !== 'REPORTS'),
  };
  return { settings, problems, warnings };
}

/** The built-in mock has its own target file and accounts. Besides keys, these settings have no effect on it. */
const ofTargets = ['TARGET', 'SERVICE', 'FOREIGN_JOB_ID', 'FOREIGN_RUN_ID', 'RATE_LIMIT_BURST'];

/** Variables that make Playwright and Node write headers to the terminal, where nothing masks them. */
const printing = {
  DEBUG: /pw|\*/,
  NODE_DEBUG: /http|net|tls|stream|\*/i,
};
