import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isKeyVariable } from '../../../spec/accounts';
import { finderOf } from '../../judge/masking/mask';
import { commandLine } from '../../judge/texts/command-line';
import { type Depth, depths } from '../../judge/verdict/depth';
import { isUnencrypted, problemsOfAddress, withoutSecrets } from './base-url';
import { inProject, reportsFolder, WRITTEN_KNOWN_FAILURES } from './folders';
import { type Keys, readKeys, warningsOfKeys } from './keys';
import { problemsOfNames, variables, warningsOfNames } from './names';
import { linesWhere, valuesIn } from './values';

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
  /** How many probes of each family are sent. */
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
  const mock = env.BASE_URL === undefined || env.BASE_URL === 'mock';
  const { keys, problems } = mock ? { keys: {} as Keys, problems: [] } : readKeys(env);
  const read = settingsIn(env, keys, mock);
  return {
    settings: read.settings,
    problems: [
      ...problems,
      ...problemsOfNames(namesInFile),
      ...problemsOfRunner(env, mock),
      ...problemsOfAddress(env),
      ...read.problems,
      ...problemsOfReports(env, read.settings),
    ],
    warnings: [
      ...warningsOfKeys(keys),
      ...warningsOfNames(env, namesInFile),
      ...warningsOfSettings(env, read.settings),
    ],
  };
}

function settingsIn(env: NodeJS.ProcessEnv, keys: Keys, mock: boolean): Omit<SettingsRead, 'warnings'> {
  const { given, word, id, number, file, clauses, problems } = valuesIn(env, mock);
  const depth = depths.get(given('DEPTH') ?? '1');
  if (depth === undefined)
    problems.push('DEPTH must be 1 (the default) or 3 (more probes, for a nightly run).');
  const ignored = (variable: string) => mock && (isKeyVariable(variable) || ofTargets.includes(variable));
  const whole = (path: string | undefined) => path && inProject(path);
  const settings: Settings = {
    baseUrl: mock ? null : withoutSecrets(env.BASE_URL ?? ''),
    keys,
    target: file('TARGET', true),
    name: given('NAME'),
    service: word('SERVICE'),
    foreignJobId: id('FOREIGN_JOB_ID'),
    foreignRunId: id('FOREIGN_RUN_ID'),
    rateLimitBurst: number('RATE_LIMIT_BURST', 1, 10_000),
    requestsPerMinute: number('REQUESTS_PER_MINUTE', 1, 60_000),
    knownFailures: file('KNOWN_FAILURES'),
    previous: whole(file('PREVIOUS')),
    maxAiRequests: number('MAX_AI_REQUESTS', 0, 1_000_000),
    concurrency: number('CONCURRENCY', 1, 100) ?? 8,
    timeoutMs: number('TIMEOUT_MS', 50, 600_000) ?? 30_000,
    depth: depth ?? 1,
    require: clauses('REQUIRE'),
    // The report folder does not affect the content of reports.
    inForce: variables.filter((each) => given(each) !== undefined && !ignored(each) && each !== 'REPORTS'),
  };
  return { settings, problems };
}

/** What is wrong with variables of Playwright, Node and dotenv. */
const problemsOfRunner = ({ DOTENV_CONFIG_PATH, ...env }: NodeJS.ProcessEnv, mock: boolean): string[] =>
  linesWhere(
    ...Object.entries(printing).map(
      ([variable, pattern]) =>
        [
          !mock && pattern.test(env[variable] ?? ''),
          `${variable} would print keys: unset it for a live target.`,
        ] as const,
    ),
    [
      Boolean(DOTENV_CONFIG_PATH && !existsSync(DOTENV_CONFIG_PATH)),
      `DOTENV_CONFIG_PATH names a file that does not exist: ${DOTENV_CONFIG_PATH}`,
    ],
  );

/** What is wrong with what reports show, and where they are written. */
function problemsOfReports(
  { REPORTS, ...env }: NodeJS.ProcessEnv,
  { name = '', keys, knownFailures }: Settings,
): string[] {
  const written = join(reportsFolder({ ...env, REPORTS }), WRITTEN_KNOWN_FAILURES);
  return linesWhere(
    [
      Boolean(REPORTS?.trim()) && REPORTS !== REPORTS?.trim(),
      'REPORTS begins or ends with white space: remove it.',
    ],
    [
      name !== '' && !/^[\w.-]{1,60}$/.test(name),
      'NAME must be up to 60 letters, digits, ".", "_" and "-", such as staging-eu.',
    ],
    ...Object.entries(keys).map(
      ([variable, value]) =>
        [
          finderOf([{ name: variable, value }]).partIn(name) !== undefined,
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
const warningsOfSettings = (
  { BASE_URL = '', ALLOW_HTTP, TARGET }: NodeJS.ProcessEnv,
  { baseUrl, keys, rateLimitBurst }: Settings,
): string[] =>
  linesWhere(
    [
      ALLOW_HTTP === 'yes' && isUnencrypted(BASE_URL),
      'BASE_URL is plain http: keys travel unencrypted, and HTTPS (section 1) is not tested.',
    ],
    [
      baseUrl !== null && rateLimitBurst !== undefined && keys.RATE_LIMIT_API_KEY === undefined,
      'RATE_LIMIT_BURST has no effect without RATE_LIMIT_API_KEY.',
    ],
    [
      BASE_URL === 'mock' && Boolean(TARGET),
      `TARGET has no effect with BASE_URL=mock: start "${commandLine('mock')}" and give its address to try a target file.`,
    ],
  );

/** The built-in mock has its own target file and accounts. Besides keys, these settings have no effect on it. */
const ofTargets = ['TARGET', 'SERVICE', 'FOREIGN_JOB_ID', 'FOREIGN_RUN_ID', 'RATE_LIMIT_BURST'];

/** Variables that make Playwright and Node write headers to the terminal, where nothing masks them. */
const printing = {
  DEBUG: /pw|\*/,
  NODE_DEBUG: /http|net|tls|stream|\*/i,
};
