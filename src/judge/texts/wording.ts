import { accountStates, accounts } from '../../../spec/accounts';
import { operationNames } from '../../../spec/operations';
import { described } from '../../../spec/target-file';
import { works } from '../../../spec/works';
import type { UniversalViolation } from '../data/evidence';
import type { Connection, Expectation, Note, Observation, Pair } from '../data/expectation';
import type { SentProbe } from '../data/probe';
import { cut, quoted } from '../data/quoted';
import { isAboutKey, type Reason } from '../data/reason';
import { ruleWords } from '../data/rule';
import type { RunSettings } from '../data/run';
import { pairIn } from '../response/account-state';
import { isLimit, LONGEST_ADVICE } from '../response/disturbance';
import { textModel, tiers } from '../response/models';

/** The one place that turns expectations, observations and reasons into words. */

type Said<Thing extends { kind: string }> = {
  [Kind in Thing['kind']]: (thing: Extract<Thing, { kind: Kind }>) => string;
};

function said<Thing extends { kind: string }>(words: Said<Thing>, thing: Thing): string {
  const ofKind = words[thing.kind as Thing['kind']] as (thing: Thing) => string;
  return ofKind(thing);
}

const expectations: Said<Expectation> = {
  failure: ({ pairs }) => pairs.map(pair).join(' or '),
  success: () => 'a success status',
  rejection: () => 'a rejection (any 4xx status)',
  'failure or success': (expected) => `${pair(expected.pair)}, or the response to the valid key`,
  identifier: ({ type, of }) =>
    `a success status with a ${type === 'string' ? 'string ' : ''}${works[of].id}`,
  value: ({ part, at }) => (at === undefined ? `a value for ${part}` : `a value at ${place(at)}`),
  documented: ({ operation }) => `the documented success of ${operationNames[operation]}`,
  models: () => 'a list of models that is not empty, each with a non-empty string id',
  'models once': () => 'each ID once',
  tiers: ({ word = '<service>' }) => tiers.map((tier) => textModel(word, tier)).join(', '),
  credits: ({ at }) =>
    at === undefined ? 'the remaining credits' : `a number or numeric string at ${place(at)}`,
  charged: () => 'fewer credits after the AI request than before it',
  cheaper: () => 'the first request costs less than the second',
  uncharged: ({ ofAnother }) =>
    ofAnother
      ? 'the credits of its own account, unchanged by AI requests of API_KEY'
      : 'the same credits as before',
  'names connection': ({ connection: { consumer, input, source, field } }) =>
    `a message that names ${consumer}.${input} or ${source}.${field}`,
  alike: () => 'two responses that cannot be distinguished',
  rule: ({ rule, values = [] }) => ruleWords[rule](values),
};

export function formatExpectation(expected: Expectation): string {
  return said(expectations, expected);
}

/** @param brief without the start of a body, which may differ between equal runs */
export function formatObservation(seen: Observation, brief = false): string {
  switch (seen.kind) {
    case 'answer': {
      const { status, code, contentType, start } = seen;
      if (code !== undefined) return `${status} ${cut(code, 80)}`;
      if (start === null) return `${status} with bytes that are no UTF-8`;
      if (start === '') return `${status} with an empty body`;
      const type = contentType || 'without a content type';
      if (!brief) return `${status} ${type}: ${cut(start, 60)}`;
      return status >= 400 && /json/i.test(type) ? `${status} without an error code` : `${status} ${type}`;
    }
    case 'found':
      return `${seen.status} with ${seen.what}`;
    case 'missing':
      return `no ${quoted(seen.field)}`;
    case 'seen':
      return seen.what;
  }
}

/** A finding in a line: `auth.key.wrong: expected 401 invalid_api_key, received 200 with an empty body`. */
export function formatFinding({ clause, expected, received }: UniversalViolation): string {
  return `${clause}: expected ${formatExpectation(expected)}, received ${formatObservation(received)}`;
}

const notes: Said<Note> = {
  remark: ({ words }) => words,
  probe({ by, ...probe }) {
    const shown = formatProbe(probe);
    return by === undefined ? shown : `${shown} The account is that of ${by}.`;
  },
  'not reproduced': ({ how }) =>
    how === 'alone'
      ? 'Not reproducible alone: the same request, sent once more, got the right response. It may be a race, or transient.'
      : 'The key may be cached per connection: the same request got the right response alone, and the wrong one after API_KEY over the same connection.',
};

/** Which inputs show a violation: `The probe "random" of the family "another name" shows it.` */
function formatProbe({ family, member, closest, agrees, all }: Omit<SentProbe, 'by'>): string {
  if (all !== undefined) return `All ${all} probes of the family "${family}" that were sent show it.`;
  if (agrees === undefined)
    return `The probe "${member}" of the family "${family}" shows it${closest === undefined ? '' : `; "${closest}" does not`}.`;
  if (agrees === 0) return `The key does not appear to be compared: "${member}" is accepted.`;
  const rejected = closest === undefined ? '' : `, "${closest}" is rejected`;
  return `Only the first ${agrees} characters of the key appear to be compared: "${member}" is accepted${rejected}.`;
}

export function formatNote(note: Note): string {
  return said(notes, note);
}

const reasons: Said<Reason> = {
  words: ({ words }) => words,
  needs: ({ what, detail }) => `needs ${formatSetting(what)}${detail === undefined ? '' : `: ${detail}`}`,
  unverified({ part, received, redirect, foundAt = [], threw }) {
    const sent = redirect === undefined ? formatObservation(received, true) : cut(redirect, 200);
    const there = foundAt.length > 0 ? `; such a value is at ${foundAt.join(', ')}` : '';
    const code = 'code' in received ? received.code : undefined;
    const connection = part === 'workflow.submit' && code === 'invalid_workflow';
    const more = connection ? 'or a connection that workflow.blockTypes allows' : described(part).hint;
    return `either ${part}${more ? ` (${more})` : ''} in the target file is wrong, or the server, which sent ${sent}${redirect === undefined ? '' : ': is the path right?'}${there}${formatThrew(part, threw)}`;
  },
  account({ variable, code }) {
    const state = accountStates.find((each) => each.code === code);
    return `${variable}: ${state?.remedy ? `${state.remedy} (${pairIn(state)})` : code}`;
  },
  refuted: ({ variable, how, received }) =>
    `${variable} is not ${accounts[variable].claim}: ${how ? refutedBy[how] : formatObservation(received, true)}`,
  'over budget': ({ most }) => `over budget: at most ${counted(most, 'AI request')} (MAX_AI_REQUESTS)`,
  'not accepted': ({ what, received }) => `${what} got ${formatObservation(received, true)}`,
  'no identifier'({ of, found, at, threw, written }) {
    const { id, idAt, chapter } = works[of];
    return written !== undefined
      ? `${idAt} in the target file returned a rounded number for ${id}: JSON.parse loses digits of ${written}. Give a pointer in place of the function`
      : `the response to the submission has ${found} for ${id}${at === undefined ? '' : `, which TARGET says is at ${place(at)}`}${formatThrew(idAt, threw)}: either ${idAt} in the target file is wrong, or the service violates ${chapter}.submit.id`;
  },
  unrecognised: ({ variable, received }) =>
    `${variable} is rejected with ${formatObservation(received, true)}: is the key right?`,
  disturbed: formatDisturbance,
  'header removed': ({ variable, operation }) =>
    `${operationNames[operation]} accepted ${variable} and responded 401 missing_api_key to the same key another time: a gateway, or one of several servers behind it, removes the Authorization header`,
  'shut out': formatShutOut,
  credits: ({ how }) => creditsWords[how],
  'cut short': () => 'cut short: the run ended before this check',
  'nothing judged': () => 'nothing was judged',
  elsewhere: ({ part, path }) =>
    `${part} in the target file returned the path ${quoted(path)}: a path begins with "/", and an address in full must be at the host of BASE_URL. Nothing was sent there`,
  'broke down': ({ error }) => `the check itself failed: ${error}`,
  absent: ({ why }) => absent[why],
  several: ({ reasons }) => formatReasons(reasons),
};

/** Empty without a reason. */
export function formatReason(reason: Reason | undefined): string {
  return reason === undefined ? '' : said(reasons, reason);
}

/** True for a variable, false for a part of the target file. */
export const isVariable = (name: string) => /^[A-Z_]+$/.test(name);

/** A variable, or a part of the target file. Several words are shown as they are. */
function formatSetting(name: string): string {
  return isVariable(name) || name.includes(' ') ? name : `${name} in the target file`;
}

const refutedBy: Record<NonNullable<Extract<Reason, { kind: 'refuted' }>['how']>, string> = {
  'same account': 'it is the account of API_KEY',
  'never rejected':
    'its requests are accepted, and none is rejected for that. If the key is right, the service does not reject it',
  'enough credits': 'its credits cover the request',
  'another state':
    'it was, earlier in this run, but its requests are accepted now, as after a daily reset or a top-up: run again',
};

/** Several reasons, each once. */
export function formatReasons(reasons: readonly Reason[]): string {
  return [...new Set(reasons.map(formatReason))].filter((words) => words !== '').join('; ');
}

const absent: Record<Extract<Reason, { kind: 'absent' }>['why'], string> = {
  'no run': 'the run did not begin',
  'not selected': 'not selected',
  'nothing seen': 'no response of the run could show it',
  unneeded: 'not needed: FOREIGN_JOB_ID and FOREIGN_RUN_ID only replace OTHER_API_KEY, which is set',
};

function formatDisturbance(reason: Extract<Reason, { kind: 'disturbed' }>): string {
  const { status, code, times, by = '', asked } = reason;
  const what =
    code === 'page'
      ? `a gateway or limiter in place of the service: ${status} without an error of the contract${by}`
      : `disturbed${times > 1 ? ` ${times} times` : ''} by ${status} ${code}`;
  const wait =
    asked === undefined ? '' : `; Retry-After of ${asked} s is longer than a run waits (${LONGEST_ADVICE} s)`;
  return what + wait + (isLimit(code, status) ? ' (set REQUESTS_PER_MINUTE to send fewer)' : '');
}

/** A code of the contract is about the key; anything else, about who sends it. */
function formatShutOut({ variable, received, by }: Extract<Reason, { kind: 'shut out' }>): string {
  const seen = `${formatObservation(received, true)}${by ? ` (${by})` : ''}`;
  return isAboutKey(received)
    ? `${variable} was accepted before, and is rejected with ${seen} at every read now: did it expire, or was it locked out after wrong keys? Use a key that outlasts the run, or set REQUESTS_PER_MINUTE`
    : `this machine is shut out: reads of ${variable} that were accepted before all get ${seen} now: does a firewall lock out an address after wrong keys or many requests? Exempt this machine, or set REQUESTS_PER_MINUTE`;
}

const creditsWords: Record<Extract<Reason, { kind: 'credits' }>['how'], string> = {
  unreadable: 'the credits cannot be read',
  accepted: 'a request that must be rejected was accepted, so its cost is not judged',
  restless:
    'the credits change by themselves: is the account used elsewhere, or is credits.settlesWithin in the target file too short?',
};

function pair({ status, code }: Pair): string {
  return `${status} ${code}`;
}

/** `summary.text, which reads outline.items`. */
export function formatConnection({ consumer, input, source, field }: Connection): string {
  return `${consumer}.${input}, which reads ${source}.${field}`;
}

export function place(pointer: string): string {
  return pointer || 'the top';
}

/** `staging-eu (https://staging.example.com)`; without a NAME the address alone. */
export function formatTarget({ target, name }: Pick<RunSettings, 'target' | 'name'>): string {
  return name === undefined ? target : `${name} (${target})`;
}

/** What a run waits for intentionally. */
export type Waiting = 'answer' | 'charge' | 'window' | 'disturbance' | 'gateway';

/** `waiting 60 s for the rate limit's window to end, which is normal`. */
export function formatWaiting(why: Waiting, seconds: number): string {
  const whys: Record<Waiting, string> = {
    answer: 'to retry a request that got no response',
    charge: 'for charges to come in',
    window: "for the rate limit's window to end, which is normal",
    disturbance: 'to retry after 502 upstream_error',
    gateway: 'to retry after the response of a gateway',
  };
  return `waiting ${Math.round(seconds)} s ${whys[why]}`;
}

/** `a, b and c`. */
export function formatList(words: readonly string[]): string {
  const [last = '', ...others] = [...words].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}

/** A list of ids; of more than twelve, the first ten. */
export function shortList(ids: string[]): string {
  return ids.length > 12 ? `${ids.slice(0, 10).join(', ')} and ${ids.length - 10} more` : ids.join(', ');
}

/** `2026-11-20 10:00 UTC`, from a time in ISO 8601. */
export function formatTime(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')} UTC`;
}

/** `2026-11-20`, from a time in ISO 8601. */
export function dayOf(moment: string): string {
  return moment.slice(0, 10);
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `1 check`, `3 checks`. */
export function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}

/** `2 must clauses and 1 recommendation`. */
export function countedClauses(must: number, should: number): string {
  return formatList([
    ...(must > 0 ? [counted(must, 'must clause')] : []),
    ...(should > 0 ? [counted(should, 'recommendation')] : []),
  ]);
}

/** A verdict for a number of clauses: one `conforms`, three `conform`, two are `blocked`. */
export function verbFor(verdict: string, count: number): string {
  if (verdict === 'unspecified') return 'recorded';
  return count === 1 || !verbs.has(verdict) ? verdict : verdict.slice(0, -1);
}

const verbs = new Set(['conforms', 'violates', 'deviates']);

export function formatThrew(part: string, threw: string | undefined): string {
  return threw === undefined ? '' : `; ${part} threw ${threw}`;
}
