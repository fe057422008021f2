import { join } from 'node:path';
import { groupedBy } from '../judge/data/grouped';
import type { RunSettings } from '../judge/data/run';
import { suiteInfo } from '../judge/data/suite-info';
import { rowLines } from '../judge/texts/failure-text';
import { singleLine } from '../judge/texts/visible-text';
import { counted, formatReason, formatTarget, verbFor } from '../judge/texts/wording';
import { isCutShort, isUnneeded, type Verdict, worstFirst } from '../judge/verdict/check-verdicts';
import type { Outcome, OutcomeWord } from '../judge/verdict/outcome';
import type { Report } from '../judge/verdict/report';
import type { ClauseVerdict } from '../judge/verdict/verdicts';
import { WRITTEN_KNOWN_FAILURES } from '../settings/folders';
import type { Established } from '../world/fill';
import { faultsIn, type Item, type Section, viewOf } from './view';

/** The output of a run on the terminal, as lines. */

export function header(
  settings: RunSettings,
  notes: readonly string[] = [],
  plan: readonly string[] = [],
): string[] {
  const { suite, contract } = suiteInfo;
  return [
    '',
    `${suite.name} ${suite.version}, contract ${contract}`,
    `Target: ${singleLine(formatTarget(settings))}`,
    ...notes.map((note) => singleLine(note)),
    ...plan.map((note) => `  ${singleLine(note)}`),
    '',
  ];
}

/** What was established before the checks, and what was not, with the reason. */
export function establishedLines(established: readonly Established[]): string[] {
  const groups = groupedBy(
    established.filter(({ why }) => why === null),
    ({ kind }) => kind,
  );
  const lines = groups.map(
    (group) => `  Established (${group[0].kind}): ${group.map(({ name }) => name).join(', ')}`,
  );
  const missing = established.flatMap(({ name, why }) =>
    why === null ? [] : [`  NOT established: ${name}: ${singleLine(formatReason(why.reason))}`],
  );
  return lines.length + missing.length === 0 ? [] : [...lines, ...missing, ''];
}

/** A line for each chapter, about its checks that are needed and ran, and one for the clauses about every response. */
export function chapterLines(clauses: readonly ClauseVerdict[]): string[] {
  const universal = clauses.filter(
    ({ level, checks, judged }) =>
      checks.length === 0 && judged > 0 && (level === 'must' || level === 'should'),
  );
  const chapters = Object.entries(suiteInfo.chapters).flatMap(([chapter, { title }]) => {
    const checks = clauses
      .filter(({ id }) => id.startsWith(`${chapter}.`))
      .flatMap((clause) => clause.checks)
      .filter((each) => !isCutShort(each) && !isUnneeded(each));
    return checks.length === 0 ? [] : [countsLine(title, counted(checks.length, 'check'), checks)];
  });
  if (universal.length === 0) return chapters;
  return [...chapters, countsLine('Every response', counted(universal.length, 'clause'), universal)];
}

function countsLine(title: string, total: string, judged: readonly { verdict: Verdict }[]): string {
  const counts = worstFirst.flatMap((verdict) => {
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

/** `1. GET /v1/credits accepts a wrong key: expected 401 invalid_api_key, received 200 [access without a valid key]`. */
const itemLine = ({ words, label }: Item, mark: string) =>
  `${mark} ${singleLine(words)}${label === undefined ? '' : ` [${label}]`}`;

/** How to use the entries of known failures that a run writes. */
const tolerating = (folder: string) =>
  `To tolerate a fault for now, copy its entry from ${join(folder, WRITTEN_KNOWN_FAILURES)} to your list, write the reason, and name the list in KNOWN_FAILURES.`;

const exitCodeMeanings: Record<OutcomeWord, string> = {
  leaked: 'a secret was found in a report',
  violates: 'a must clause is violated',
  misconfigured:
    'a setting, an account, the target file or the list of known failures is wrong, or a clause of REQUIRE was not tested',
  incomplete: 'the run is incomplete',
  unavailable: 'the service is unavailable',
  conforms: 'no violation found',
};

const meaningOf = ({ word, counts }: Outcome) =>
  word === 'conforms' && counts.known > 0 ? 'only known failures' : exitCodeMeanings[word];

/**
 * The last lines: the outcome, one line for each fault, and where the reports are.
 * @param folder null if they were not written
 */
export function outcomeLines(report: Report, folder: string | null): string[] {
  const view = viewOf(report);
  const faults = view.sections.flatMap(({ numbered, items }) =>
    items.flatMap((item, index) =>
      item.fault === undefined ? [] : `  ${itemLine(item, numbered ? `${index + 1}.` : '-')}`,
    ),
  );
  const isTolerable = faultsIn(view).some(({ entry }) => entry !== undefined);
  return [
    '',
    ...view.reasons.map((reason) => singleLine(reason)),
    singleLine(view.headline, Number.POSITIVE_INFINITY),
    ...faults,
    '',
    ...(folder === null ? [] : [`Page: ${join(folder, 'index.html')}`]),
    ...(folder === null || !isTolerable ? [] : [tolerating(folder)]),
    `Exit code: ${report.outcome.exitCode} (${meaningOf(report.outcome)})`,
  ];
}
