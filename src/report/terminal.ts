import { join } from 'node:path';
import type { TargetNote } from '../drive/run/run-state';
import { suiteInfo } from '../judge/data/suite-info';
import { rowLines } from '../judge/texts/failure-text';
import { singleLine } from '../judge/texts/visible-text';
import { counted, verbFor } from '../judge/texts/wording';
import { type CheckVerdict, isUnneeded, type Verdict } from '../judge/verdict/check-verdicts';
import type { Outcome, OutcomeWord } from '../judge/verdict/outcome';
import type { Report } from '../judge/verdict/report';
import type { ClauseVerdict } from '../judge/verdict/verdicts';
import { type Item, type Section, viewOf } from './view';

/** The output of a run on the terminal, as lines. */

export function header(target: Pick<TargetNote, 'name' | 'notes'>, plan: readonly string[] = []): string[] {
  const { suite, contract } = suiteInfo;
  return [
    '',
    `${suite.name} ${suite.version}, contract ${contract}`,
    `Target: ${singleLine(target.name)}`,
    ...target.notes.map((note) => singleLine(note)),
    ...plan.map((note) => `  ${singleLine(note)}`),
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

/** What a run found, in full: all sections of its view. */
export const details = (report: Report): string[] => sectionLines(viewOf(report).sections);

/** Sections as lines: an item with rows stands apart, one without is a line. */
export function sectionLines(sections: readonly Section[]): string[] {
  return sections.flatMap(({ title, numbered, items }) => [
    '',
    title.toUpperCase(),
    ...items.flatMap((item, index) =>
      item.rows.length === 0
        ? [`  ${singleLine(item.words)}`]
        : ['', itemLine(item, numbered ? `${index + 1}.` : '-'), ...rowLines(item.rows)],
    ),
  ]);
}

/** `1. GET /v1/credits accepts a wrong key: expected 401 invalid_api_key, received 200 [access]`. */
const itemLine = ({ words, label }: Item, mark: string) =>
  `${mark} ${singleLine(words)}${label === undefined ? '' : ` [${label}]`}`;

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
export function outcomeLines(report: Report, page: string | null): string[] {
  const { headline, reasons, sections } = viewOf(report);
  const faults = sections.flatMap(({ numbered, items }) =>
    items.flatMap((item, index) =>
      item.label === undefined ? [] : `  ${itemLine(item, numbered ? `${index + 1}.` : '-')}`,
    ),
  );
  return [
    '',
    ...reasons.map((reason) => singleLine(reason)),
    singleLine(headline, Number.POSITIVE_INFINITY),
    ...faults,
    '',
    ...(page === null ? [] : [`Page: ${page}`]),
    `Exit code: ${report.outcome.exitCode} (${meaningOf(report.outcome)})`,
  ];
}
