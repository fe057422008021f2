import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { inProject } from '../drive/settings';
import type { Ledger } from './run';
import type { CaseVerdict, ClauseVerdict, Failure } from './verdicts';
import { reasonWords } from './wording';

/** A breach that the team knows of: exactly this observation, in this case, until that day. */
export interface KnownFailure {
  clause: string;
  /** Title of the case. */
  case: string;
  /** Observed status; null where no answer came. */
  status: number | null;
  /** Observed `error.code`; null where the answer has none. */
  code: string | null;
  reason: string;
  /** An http(s) address: an issue, a decision. */
  link: string;
  /** Last day on which the entry holds: `2027-01-31`. */
  expires: string;
}

/** What a list of known failures means for a run. */
export interface KnownOutcome {
  /** What is wrong with the list; each makes the run misconfigured. */
  problems: string[];
  /** Entries that this run could not check, each with the reason. */
  unchecked: string[];
}

/**
 * Reads a list of known failures, YAML or JSON: a list of entries with exactly the fields of KnownFailure.
 * @param path relative to the project
 * @param today `YYYY-MM-DD`; an entry whose `expires` lies before is a problem
 * @returns the entries that can be used, and every problem in words that name the entry
 */
export function readKnownFailures(
  path: string,
  ledger: Ledger,
  today: string,
): { entries: KnownFailure[]; problems: string[] } {
  let list: unknown;
  try {
    list = parse(readFileSync(inProject(path), 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { entries: [], problems: [`KNOWN_FAILURES: ${path} cannot be read: ${why}`] };
  }
  if (list === null) return { entries: [], problems: [] };
  if (!Array.isArray(list)) return { entries: [], problems: [`KNOWN_FAILURES: ${path} is not a list`] };
  return checkKnownFailures(list, ledger, today);
}

/** The checks of readKnownFailures on a parsed list. */
export function checkKnownFailures(
  list: unknown[],
  ledger: Ledger,
  today: string,
): { entries: KnownFailure[]; problems: string[] } {
  const entries: KnownFailure[] = [];
  const problems: string[] = [];
  list.forEach((item: unknown, index) => {
    const found = problemsOf(item, ledger, today);
    if (found.length === 0 && isKnownFailure(item)) {
      if (entries.some((entry) => excuses(entry, item))) found.push('stands twice');
      else entries.push(item);
    }
    problems.push(...found.map((problem) => `KNOWN_FAILURES, entry ${index + 1}: ${problem}`));
  });
  return { entries, problems };
}

const rules: Record<keyof KnownFailure, [is: (value: unknown) => boolean, words: string]> = {
  clause: [(value) => typeof value === 'string', 'the id of a clause'],
  case: [(value) => typeof value === 'string' && value !== '', 'the title of a case'],
  status: [(value) => value === null || Number.isInteger(value), 'an HTTP status, or null for no answer'],
  code: [(value) => value === null || typeof value === 'string', 'the error code, or null for none'],
  reason: [(value) => typeof value === 'string' && value !== '', 'a reason in words'],
  link: [(value) => typeof value === 'string' && /^https?:\/\/[^\s<>"]+$/.test(value), 'an http(s) address'],
  expires: [isDay, 'a day such as 2027-01-31'],
};

function isDay(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
}

function isKnownFailure(item: unknown): item is KnownFailure {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  const fields = new Map(Object.entries(item));
  return Object.entries(rules).every(([name, [is]]) => fields.has(name) && is(fields.get(name)));
}

function problemsOf(item: unknown, ledger: Ledger, today: string): string[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return ['is not an object'];
  const fields = new Map<string, unknown>(Object.entries(item));
  const unknown = [...fields.keys()].filter((name) => !Object.hasOwn(rules, name));
  const problems = unknown.map((name) => `${JSON.stringify(name)} is no field of an entry`);
  for (const [name, [is, words]] of Object.entries(rules)) {
    if (!fields.has(name)) problems.push(`${name} is missing: ${words}`);
    else if (!is(fields.get(name))) problems.push(`${name} is not ${words}`);
  }
  if (problems.length > 0 || !isKnownFailure(item)) return problems;
  const level = ledger[item.clause]?.level;
  if (level === undefined) return [`no clause is called ${JSON.stringify(item.clause)}`];
  if (level !== 'must') return [`${item.clause} is ${level}: it never fails a run`];
  if (item.expires < today) return [`expired on ${item.expires} (${item.clause}: ${item.case})`];
  return [];
}

/** Whether an entry is about this observation; a universal clause is judged in every case, so its entries name none. */
export function excuses(
  entry: KnownFailure,
  seen: { clause: string; case?: string; status: number | null; code: string | null },
): boolean {
  return (
    entry.clause === seen.clause &&
    (seen.case === undefined || entry.case === seen.case) &&
    entry.status === seen.status &&
    entry.code === seen.code
  );
}

/** Sets a list of known failures against what a run found. A blocked or disturbed case satisfies no entry. */
export function applyKnownFailures(
  entries: readonly KnownFailure[],
  clauses: ClauseVerdict[],
  partial: boolean,
): KnownOutcome {
  const cases = clauses.flatMap((clause) => clause.cases);
  const failures = clauses.flatMap((clause) => clause.failures);
  const outcome: KnownOutcome = { problems: [], unchecked: [] };
  for (const entry of entries) {
    if (failures.some(({ known }) => known === entry)) continue;
    const observed = failures.filter(
      (each) => each.clause === entry.clause && (each.universal || each.case === entry.case),
    );
    const name = `${entry.clause}: ${entry.case}`;
    const ran = cases.filter((each) => each.title === entry.case);
    const undecided = ran.find(isUndecided);
    const universal = clauses.some(({ id, judged }) => id === entry.clause && judged > 0);
    if (ran.length === 0 && partial) outcome.unchecked.push(`${name} (not selected)`);
    else if (ran.length === 0 && !universal) outcome.problems.push(`KNOWN_FAILURES: no case matches ${name}`);
    else if (undecided)
      outcome.unchecked.push(
        `${name} (${undecided.verdict}: ${undecided.reason ? reasonWords(undecided.reason) : ''})`,
      );
    else if (observed.length === 0)
      outcome.problems.push(`KNOWN_FAILURES: ${name} now conforms: remove the entry`);
    else
      outcome.problems.push(
        `KNOWN_FAILURES: ${name} now fails otherwise: ${observed.map(observation).join(', ')}`,
      );
  }
  return outcome;
}

function isUndecided({ verdict }: CaseVerdict): boolean {
  return verdict === 'blocked' || verdict === 'indeterminate' || verdict === 'not driven';
}

function observation({ status, code }: Failure): string {
  return `${status ?? 'no answer'} ${code ?? 'without a code'}`;
}
