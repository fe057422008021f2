import { counted, dayOf, formatTime } from '../../judge/wording';
import { compare } from './comparison';
import type { SavedRecord } from './saved-record';

/** The conditions for a deployment. */
export interface Demands {
  /** Milliseconds. */
  maxAge: number;
  /** The target that must have been tested. */
  target?: string;
  /** Clauses or chapters that must conform. */
  require: string[];
  noKnown: boolean;
  /** An earlier record of the same target; nothing may be worse than in it. */
  baseline?: SavedRecord;
}

export interface Decision {
  yes: boolean;
  /** The reasons against a deployment; for a yes, what it is based on. */
  reasons: string[];
}

/**
 * Whether a record lets a deployment pass. Pure.
 * @param now milliseconds since the epoch
 * @throws one line where a required name is no clause and no chapter of the record
 */
export function decisionOf(record: SavedRecord, demands: Demands, now: number): Decision {
  const { result, run } = record;
  const { outcome, target } = result;
  const age = now - Date.parse(run.started);
  const reasons = [
    ...(outcome.word === 'conforms' ? [] : [`the run ended "${outcome.word}": ${outcome.sentence}`]),
    ...(outcome.partial ? ['only a part of the contract was selected'] : []),
    ...targetReasons(target, demands.target),
    ...(age > demands.maxAge
      ? [`the record is ${formatAge(age)} old, and ${formatAge(demands.maxAge)} are allowed`]
      : []),
    ...(age < -5 * 60_000 ? [`the record says that it is of the future: ${run.started}`] : []),
    ...requiredReasons(record, demands.require),
    ...knownReasons(record, demands.noKnown, now),
    ...(demands.baseline ? worseReasons(demands.baseline, record) : []),
  ];
  if (reasons.length > 0) return { yes: false, reasons };
  const known = outcome.counts.known > 0 ? [`${counted(outcome.counts.known, 'known failure')}`] : [];
  return {
    yes: true,
    reasons: [`${target}: ${outcome.sentence}`, ...known, `${formatAge(Math.max(0, age))} old`],
  };
}

function targetReasons(target: string, wanted: string | undefined): string[] {
  const bare = (address: string) => address.replace(/\/+$/, '');
  if (wanted !== undefined)
    return bare(wanted) === bare(target) ? [] : [`the record is of ${target}, and not of ${wanted}`];
  // A conforming mock says nothing about the deployment.
  return target === 'built-in mock' ? ['the record is of the built-in mock'] : [];
}

function requiredReasons({ result: { clauses } }: SavedRecord, names: string[]): string[] {
  return names.flatMap((name) => {
    const chapter = clauses.filter(({ id, level }) => id.startsWith(`${name}.`) && level === 'must');
    const named = clauses.filter(({ id }) => id === name);
    const concerned =
      name === 'all' ? clauses.filter(({ level }) => level === 'must') : [...named, ...chapter];
    if (concerned.length === 0)
      throw new Error(`--require: ${name} is no clause and no chapter of the record`);
    const wrong = concerned.filter(({ verdict }) => verdict !== 'conforms');
    return wrong.map(({ id, verdict }) => `${id} is required, and ${verdict}`);
  });
}

function knownReasons({ result: { failures } }: SavedRecord, rejected: boolean, now: number): string[] {
  const today = dayOf(new Date(now).toISOString());
  return failures.flatMap(({ clause, known }) => {
    if (known === undefined) return [];
    if (rejected) return [`${clause} fails, and is known to (--no-known)`];
    return known.expires < today ? [`${clause} fails, known until ${known.expires}`] : [];
  });
}

function worseReasons(before: SavedRecord, after: SavedRecord): string[] {
  if (before.result.target !== after.result.target)
    return [`the baseline is of another target: ${before.result.target}`];
  const { faults, clauses, ending } = compare(before, after);
  return [
    ...(ending.worse ? [`worse than the baseline: ${ending.before}, then ${ending.after}`] : []),
    ...faults.filter(({ worse }) => worse).map(({ kind, after }) => `${kind}: ${after?.sentence}`),
    ...clauses
      .filter(({ worse }) => worse)
      .map(
        ({ clause, kind, before, after }) =>
          `${clause} ${kind}: ${before ?? 'absent'}, then ${after ?? 'absent'}`,
      ),
  ];
}

/** `3 hours`: the largest unit of which there are at least two. */
export function formatAge(milliseconds: number): string {
  const units: [name: string, length: number][] = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ];
  const [name, length] = units.find(([, each]) => milliseconds >= 2 * each) ?? ['second', 1000];
  return counted(Math.floor(milliseconds / length), name);
}

/** `90m`, `24h`, `7d` in milliseconds; null for anything else. */
export function durationFrom(words: string): number | null {
  const [, digits, unit] = /^(\d{1,6})([mhd])$/.exec(words) ?? [];
  const lengths: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
  return digits === undefined || unit === undefined ? null : Number(digits) * (lengths[unit] ?? 0);
}

/** `no: the record is 30 hours old, and 24 hours are allowed`. */
export function lineOf({ yes, reasons }: Decision): string {
  const more = reasons.length > 3 ? `; and ${reasons.length - 3} more` : '';
  return `${yes ? 'yes' : 'no'}: ${reasons.slice(0, 3).join('; ')}${more}`;
}

/** For a chat message, in three short lines: the decision, the counts and the time. */
export function chatMessageOf({ yes, reasons }: Decision, { result, run }: SavedRecord): string {
  const [first = ''] = reasons;
  return [
    `Contract gate: ${yes ? 'yes, deploy' : 'no, do not deploy'} (${result.target})`,
    yes ? result.outcome.sentence : first,
    `Run of ${formatTime(run.started)}, contract ${result.contract}`,
    '',
  ].join('\n');
}
