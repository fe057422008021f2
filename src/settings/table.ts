import { statSync } from 'node:fs';
import { type KeyVariable, keyVariables } from '../../spec/accounts';
import { chapters, ledger } from '../../spec/ledger';
import { depths } from '../judge/verdict/depth';
import { inProject } from './folders';

/**
 * The value of a text, which is not blank. It throws what is wrong with it, after the name of the variable and
 * without the text, which may be a secret.
 */
type Form<Value> = (text: string) => Value;

export interface Row<Value, Fallback = Value> {
  variable: string;
  form: Form<Value>;
  /** The value of a variable that is not set. */
  fallback: Fallback;
  /** Whether the built-in mock, which has a target file and accounts of its own, ignores it. */
  ofTarget?: boolean;
  /** Whether a blank value is wrong. Any other variable that is blank counts as not set. */
  neverBlank?: boolean;
}

function row<Value>(variable: string, form: Form<Value>): Row<Value, undefined>;
function row<Value>(variable: string, form: Form<Value>, fallback: Value): Row<Value>;
function row<Value>(variable: string, form: Form<Value>, fallback?: Value): Row<Value, Value | undefined> {
  return { variable, form, fallback };
}

const ofTarget = <Of extends object>(each: Of) => ({ ...each, ofTarget: true });
const neverBlank = <Of extends object>(each: Of) => ({ ...each, neverBlank: true });

function wrong(problem: string): never {
  throw new Error(problem);
}

const matching =
  (pattern: RegExp, problem: string): Form<string> =>
  (text) =>
    pattern.test(text) ? text : wrong(problem);

const word = matching(/^\S+$/, 'holds white space: remove it.');

/** The forms of values that stand for a value. */
const placeholders: readonly (readonly [form: string, pattern: RegExp])[] = [
  // A key may begin with a dollar sign.
  ['$NAME', /^\$(?:[A-Z][A-Z\d_]*|\(.*\)|\{[^{].*\})$/],
  ['{{ NAME }}', /^\$?\{\{.*\}\}$/],
  ['<...>', /^<.*>$/],
];

/** Those of keys: an ID may be any word. */
const placeholdersOfKeys: typeof placeholders = [
  ...placeholders,
  ['***', /^[\w-]{0,12}(?:\*{3,}|\.{3,}|…|x{4,})\w{0,8}$/i],
  [
    'an example',
    /^(?:xxx|change[-_ ]?me|(?:sk[-_])?your[-_ ].*|todo|none|null|undefined|placeholder|redacted)$/i,
  ],
];

function unlessPlaceholder(text: string, forms: typeof placeholders, what: string): string {
  const [form] = forms.find(([, pattern]) => pattern.test(text)) ?? [];
  return form === undefined
    ? text
    : wrong(`is a placeholder of the form ${form}: give the ${what} itself, or unset it.`);
}

const id: Form<string> = (text) => word(unlessPlaceholder(text, placeholders, 'ID'));

const key: Form<string> = (text) => {
  if (text === '') wrong('is set but empty: give the key, or unset it.');
  unlessPlaceholder(text, placeholdersOfKeys, 'key');
  if (/^bearer\s/i.test(text)) wrong('begins with Bearer: give the key alone.');
  if (/^['"]|['"]$/.test(text)) wrong('has a quote of its own at an end: give the key without it.');
  if (/\s/.test(text)) wrong('holds white space: copy the key without it, in quotes.');
  if (!/^[\x21-\x7e]+$/.test(text)) wrong('holds a character that no header can carry.');
  if (text.length < 4)
    wrong('is shorter than four characters: too short to be masked in reports. Set the whole key.');
  return text;
};

/** The value is never in the text, since it may contain a secret. */
function address(text: string): string | null {
  if (text === 'mock') return null;
  if (text === '') wrong('is set but empty: give the address, or unset it for the mock.');
  // A URL parser drops it, but a client that concatenates paths does not.
  if (/\s/.test(text)) wrong('holds white space: remove it.');
  // A URL parser takes some for a host.
  if (/[<>{}$]/.test(text)) wrong('has a placeholder: put the value in its place.');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return wrong('is no http or https address: give one such as https://host/prefix.');
  if (url.username !== '' || url.password !== '') wrong('holds a user name or password: remove it.');
  if (/[?#]/.test(text)) wrong('has a query or fragment: remove it.');
  return text.replace(/\/+$/, '');
}

const whole =
  (least: number, most: number): Form<number> =>
  (text) => {
    const value = Number(text);
    const isFit = Number.isInteger(value) && value >= least && value <= most;
    return isFit ? value : wrong(`must be a whole number from ${least} to ${most}.`);
  };

function file(text: string): string {
  const path = inProject(text);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) wrong(`names a file that does not exist: ${path}. Correct the path, or unset it.`);
  return found.isDirectory() ? wrong('names a folder: name the file in it.') : text;
}

/** Clauses and chapters of the ledger. */
function clauses(text: string): string[] {
  const words = text.split(/[\s,]+/).filter(Boolean);
  const isKnown = (each: string) => each === 'all' || Object.hasOwn({ ...chapters, ...ledger }, each);
  const unknown = words.findIndex((each) => !isKnown(each));
  return unknown === -1
    ? words
    : wrong(`has a word that is no clause and no chapter of the ledger: number ${unknown + 1}.`);
}

const keys = Object.fromEntries(
  keyVariables.map((variable) => [variable, neverBlank(ofTarget(row(variable, key)))]),
) as Record<KeyVariable, Row<string, undefined>>;

/** Every setting: its variable, its form, and its value where it is not set. */
export const table = {
  /** Null: the built-in mock. One that cannot be used is not the mock either. */
  baseUrl: neverBlank(row<string | null>('BASE_URL', address, 'an unusable BASE_URL')),
  ...keys,
  allowHttp: row('ALLOW_HTTP', matching(/^yes$/, 'can only be "yes": write yes, or unset it.')),
  target: ofTarget(row('TARGET', file)),
  service: ofTarget(row('SERVICE', word)),
  foreignJobId: ofTarget(row('FOREIGN_JOB_ID', id)),
  foreignRunId: ofTarget(row('FOREIGN_RUN_ID', id)),
  rateLimitBurst: row('RATE_LIMIT_BURST', whole(1, 10_000)),
  /** Where it is not set, `mostAiRequests` says the limit. */
  maxAiRequests: row('MAX_AI_REQUESTS', whole(0, 1_000_000)),
  /** How many requests may be in flight together. */
  concurrency: row('CONCURRENCY', whole(1, 100), 8),
  requestsPerMinute: row('REQUESTS_PER_MINUTE', whole(1, 60_000)),
  timeoutMs: row('TIMEOUT_MS', whole(50, 600_000), 30_000),
  /** How many probes of each family are sent. */
  depth: row(
    'DEPTH',
    (text) => depths.get(text) ?? wrong('must be 1 (the default) or 3 (more probes, for a nightly run).'),
    1,
  ),
  require: row('REQUIRE', clauses, []),
  knownFailures: row('KNOWN_FAILURES', file),
  /** What reports call the target. */
  name: row(
    'NAME',
    matching(/^[\w.-]{1,60}$/, 'must be up to 60 letters, digits, ".", "_" and "-", such as staging-eu.'),
  ),
  /** conformance.json of the last run on the target. */
  previous: row('PREVIOUS', (text) => inProject(file(text))),
  reports: row('REPORTS', matching(/^\S.*\S$|^\S$/s, 'begins or ends with white space: remove it.')),
};

export type Table = typeof table;

export const variables: readonly string[] = Object.values(table).map(({ variable }) => variable);

/** Whether the suite reads this variable. */
export const isSetting = (name: string) => variables.includes(name);

/** An environment without settings of the suite: for a command that runs the mock for itself. */
export function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isSetting(name)));
}
