import { join } from 'node:path';
import type { TargetNote } from '../drive/run/run-state';
import { suiteInfo } from '../judge/data/suite-info';
import { type Fault, labelOf } from '../judge/faults/faults';
import { failureText } from '../judge/texts/failure-text';
import { escapeControlCharacters, singleLine } from '../judge/texts/visible-text';
import { counted, formatTarget, shortList, verbFor } from '../judge/texts/wording';
import { type CheckVerdict, isUnneeded, type Verdict } from '../judge/verdict/check-verdicts';
import { formatNotTested, undecidedReasons } from '../judge/verdict/not-tested';
import { formatWhy, type Outcome, type OutcomeWord, titleOf } from '../judge/verdict/outcome';
import type { Report } from '../judge/verdict/report';
import type { ClauseVerdict } from '../judge/verdict/verdicts';

/** The output of a run on the terminal, as lines. */

export function header(target: TargetNote): string[] {
  const { suite, contract } = suiteInfo;
  return [
    '',
    `${suite.name} ${suite.version}, contract ${contract}`,
    `Target: ${singleLine(target.name)}`,
    ...target.notes.map((note) => singleLine(note)),
    ...target.plan.map((note) => `  ${singleLine(note)}`),
    '',
  ];
}

const shownVerdicts = [
  'conforms',
  'violates',
  'deviates',
  'inconclusive',
  'blocked',
  'not tested',
  'unspecified',
];

/** The line of a chapter without findings, when all its checks have ended; nothing if none of them is needed. */
export function chapterLine(title: string, all: CheckVerdict[]): string[] {
  const checks = all.filter((each) => !isUnneeded(each));
  return checks.length === 0 ? [] : [countsLine(title, counted(checks.length, 'check'), checks)];
}

function countsLine(title: string, total: string, judged: readonly { verdict: Verdict }[]): string {
  const counts = shownVerdicts.flatMap((verdict) => {
    const count = judged.filter((each) => each.verdict === verdict).length;
    return count === 0 ? [] : `${count} ${verbFor(verdict, count)}`;
  });
  return `  ${title.padEnd(18)} ${total.padStart(10)}: ${counts.join(', ')}`;
}

/** All faults in full, the worst first; those that are fixed; then what was inconclusive or not tested, with the remedy. */
export function details({ faults, fixed, clauses }: Pick<Report, 'faults' | 'fixed' | 'clauses'>): string[] {
  return [
    ...faults.flatMap((fault, index) => {
      const [, ...rest] = failureText(fault.ways, fault);
      const first = fault.verdict !== faults[index - 1]?.verdict;
      const heading = fault.verdict === 'deviates' ? 'RECOMMENDATIONS NOT MET' : 'FAULTS, THE WORST FIRST';
      const line = fault.verdict === 'violates' ? faultLine(fault, index) : `- ${singleLine(fault.sentence)}`;
      return [...(first ? ['', heading] : []), '', line, ...rest];
    }),
    ...section(
      'FIXED SINCE THE PREVIOUS RUN',
      fixed.map((words) => `  ${singleLine(words)}`),
    ),
    ...undecidedLines(clauses, 'inconclusive'),
    ...undecidedLines(clauses, 'blocked'),
    ...section(
      'NOT TESTED',
      formatNotTested(clauses).map((words) => `  ${singleLine(words)}`),
    ),
  ];
}

/** What the chapters do not count: clauses without checks of their own, and checks that are not needed. */
export function otherLines(clauses: ClauseVerdict[]): string[] {
  const universal = clauses.filter(
    ({ level, checks, judged }) =>
      checks.length === 0 && judged > 0 && (level === 'must' || level === 'should'),
  );
  const unneeded = clauses.flatMap(({ checks }) => checks.filter(isUnneeded));
  return [
    ...(universal.length > 0
      ? [countsLine('Every response', counted(universal.length, 'clause'), universal)]
      : []),
    ...(unneeded.length > 0
      ? [
          `  ${'Not needed'.padEnd(18)} ${counted(unneeded.length, 'check').padStart(10)} of given IDs: OTHER_API_KEY is there to look up a job and a run of API_KEY`,
        ]
      : []),
  ];
}

/**
 * `1. GET /v1/credits accepts a wrong key: expected 401 invalid_api_key, received 200 [access]`.
 * Recommendations come last and have no number.
 */
function faultLine(fault: Fault, index: number): string {
  const mark = fault.verdict === 'violates' ? `${index + 1}.` : '-';
  return `${mark} ${singleLine(fault.sentence)} [${labelOf(fault)}]`;
}

function undecidedLines(clauses: ClauseVerdict[], verdict: 'inconclusive' | 'blocked'): string[] {
  const lines = undecidedReasons(clauses, verdict).flatMap(({ why, ids, errors }) => [
    `  ${singleLine(why)}: ${shortList(ids)}`,
    ...errors.flatMap(errorLines),
  ]);
  return section(verdict.toUpperCase(), lines);
}

/** The lines of an error after its first, which the reason quotes. */
function errorLines(error: string): string[] {
  return error
    .split('\n')
    .slice(0, 12)
    .map((words) => `      ${escapeControlCharacters(words)}`);
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

/** The path of a run's page in its report folder. */
export const pageIn = (folder: string) => join(folder, 'index.html');

const exitCodeMeanings: Record<OutcomeWord, string> = {
  leaked: 'a secret was found in a report',
  violates: 'a must clause is violated',
  misconfigured: 'a setting, an account or the target file is wrong',
  incomplete: 'the run is incomplete',
  unavailable: 'the service is unavailable',
  conforms: 'no violation found',
};

const meaningOf = ({ word, cause, counts }: Outcome) =>
  cause ?? (word === 'conforms' && counts.known > 0 ? 'only known failures' : exitCodeMeanings[word]);

/** The last lines: the outcome, then one line for each fault. */
export function outcomeLines({ outcome, faults, settings }: Report, page: string | null): string[] {
  const reasons = outcome.reasons.filter(({ kind }) => kind === 'words');
  return [
    '',
    ...reasons.map((reason) => singleLine(formatWhy(reason))),
    `${titleOf(outcome)}${outcome.partial ? ' (partial run)' : ''}: ${singleLine(formatTarget(settings))}: ${outcome.sentence}`,
    ...faults.map((fault, index) => `  ${faultLine(fault, index)}`),
    '',
    ...(page === null ? [] : [`Page: ${page}`]),
    `Exit code: ${outcome.exitCode} (${meaningOf(outcome)})`,
  ];
}
