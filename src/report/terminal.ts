import type { TargetNote } from '../drive/run/run-state';
import { basis } from '../judge/basis';
import { type CaseVerdict, isUnneeded } from '../judge/cases';
import { byClause, type FailureGroup, failureText } from '../judge/failure-text';
import { overBudget, undecided, undriven } from '../judge/missed';
import { type Outcome, whyWords } from '../judge/outcome';
import type { ClauseVerdict } from '../judge/verdicts';
import { line, visible } from '../judge/visible';
import { counted, shortList, verbFor } from '../judge/wording';

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

/** Every failure in full, then what could not be judged and why. */
export function details(groups: FailureGroup[], clauses: ClauseVerdict[]): string[] {
  const heads: [is: (group: FailureGroup) => boolean, head: string][] = [
    [({ first, known }) => first.verdict === 'violates' && !known, 'VIOLATES'],
    [({ known }) => known !== undefined, 'KNOWN FAILURE, not fatal'],
    [({ first }) => first.verdict === 'deviates', 'DEVIATES from advice'],
  ];
  const failures = heads.flatMap(([is, head]) =>
    byClause(groups.filter(is)).flatMap((own) => {
      const [first = '', ...rest] = failureText(own);
      return ['', `${head}  ${first}`, ...rest];
    }),
  );
  return [
    ...failures,
    ...undecidedLines(clauses, 'inconclusive'),
    ...undecidedLines(clauses, 'blocked'),
    ...section(
      'NOT TESTED',
      undriven(clauses).map(([why, ids]) => `  ${line(why)}: ${shortList(ids)}`),
    ),
    ...section(
      'OVER BUDGET (MAX_AI_USES), dearest first',
      overBudget(clauses).map(({ id, cases }) => `  ${id}: ${cases}`),
    ),
  ];
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

/** The outcome, last of all. */
export function outcomeLines(outcome: Outcome, target: string, files: string | null): string[] {
  const reasons = outcome.reasons.filter(({ kind }) => kind === 'words');
  return [
    '',
    ...reasons.map((reason) => line(whyWords(reason))),
    ...(files === null ? [] : [`Reports: ${files}`]),
    `${outcome.word}${outcome.partial ? ' (partial run)' : ''}: ${line(target)}: ${outcome.sentence}`,
  ];
}
