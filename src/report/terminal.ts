import { join } from 'node:path';
import type { TargetNote } from '../drive/run/run-state';
import { basis } from '../judge/basis';
import { type CaseVerdict, isUnneeded } from '../judge/cases';
import { failureText } from '../judge/failure-text';
import { type Fault, labelOf } from '../judge/faults';
import { notTestedWords, undecided } from '../judge/missed';
import { titleOf, whyWords } from '../judge/outcome';
import type { Report } from '../judge/report';
import type { ClauseVerdict } from '../judge/verdicts';
import { line, visible } from '../judge/visible';
import { counted, shortList, targetWords, verbFor } from '../judge/wording';

/** What the terminal shows, as lines. */

export function header(target: TargetNote): string[] {
  const { suite, contract } = basis;
  return [
    '',
    `${suite.name} ${suite.version}, contract ${contract}`,
    `Target: ${line(target.name)}`,
    ...target.notes.map((note) => line(note)),
    ...target.plan.map((note) => `  ${line(note)}`),
    '',
  ];
}

const told = ['conforms', 'violates', 'deviates', 'inconclusive', 'blocked', 'not tested', 'open'];

/** A quiet line for a chapter whose cases have ended. */
export function chapterLine(title: string, all: CaseVerdict[]): string {
  const cases = all.filter((each) => !isUnneeded(each));
  const counts = told.flatMap((verdict) => {
    const count = cases.filter((each) => each.verdict === verdict).length;
    return count === 0 ? [] : `${count} ${verbFor(verdict, count)}`;
  });
  const total = counted(cases.length, 'check');
  return `  ${title.padEnd(18)} ${total.padStart(9)}: ${counts.join(', ')}`;
}

/** Every fault in full, the worst first; then what could not be judged and what was not tested, and what to do. */
export function details({ faults, clauses }: Pick<Report, 'faults' | 'clauses'>): string[] {
  return [
    ...faults.flatMap((fault, index) => {
      const [, ...rest] = failureText(fault.ways, fault);
      const first = fault.verdict === 'deviates' && faults[index - 1]?.verdict !== 'deviates';
      return [...(first ? ['', 'RECOMMENDATIONS NOT MET'] : []), '', faultLine(fault, index), ...rest];
    }),
    ...undecidedLines(clauses, 'inconclusive'),
    ...undecidedLines(clauses, 'blocked'),
    ...section(
      'NOT TESTED',
      notTestedWords(clauses).map((words) => `  ${line(words)}`),
    ),
  ];
}

/**
 * `1. GET /v1/credits accepts a wrong key: expected 401 invalid_api_key, received 200 [access]`. Recommendations, which
 * come last, have no number.
 */
function faultLine(fault: Fault, index: number): string {
  const mark = fault.verdict === 'violates' ? `${index + 1}.` : '-';
  return `${mark} ${line(fault.sentence)} [${labelOf(fault)}]`;
}

function undecidedLines(clauses: ClauseVerdict[], verdict: 'inconclusive' | 'blocked'): string[] {
  const lines = undecided(clauses, verdict).flatMap(({ why, ids, errors }) => [
    `  ${line(why)}: ${shortList(ids)}`,
    ...errors.flatMap(errorLines),
  ]);
  return section(verdict.toUpperCase(), lines);
}

/** What an error says beyond its first line, which the reason tells. */
function errorLines(error: string): string[] {
  return error
    .split('\n')
    .slice(0, 12)
    .map((words) => `      ${visible(words)}`);
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

/** The page of a run, in the folder of its reports. */
export const pageIn = (folder: string) => join(folder, 'index.html');

/** The outcome and the faults, a line each, last of all. */
export function outcomeLines({ outcome, faults, settings }: Report, page: string | null): string[] {
  const reasons = outcome.reasons.filter(({ kind }) => kind === 'words');
  return [
    '',
    ...reasons.map((reason) => line(whyWords(reason))),
    `${titleOf(outcome)}${outcome.partial ? ' (partial run)' : ''}: ${line(targetWords(settings))}: ${outcome.sentence}`,
    ...faults.map((fault, index) => `  ${faultLine(fault, index)}`),
    ...(page === null ? [] : ['', `Page: ${page}`]),
  ];
}
