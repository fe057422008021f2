import { isUndecided } from '../judge/data/evidence';
import { groupedBy } from '../judge/data/grouped';
import { suiteInfo } from '../judge/data/suite-info';
import type { Failure } from '../judge/faults/failures';
import { rowLines } from '../judge/texts/failure-text';
import { singleLine } from '../judge/texts/visible-text';
import { formatReason } from '../judge/texts/wording';
import type { CheckVerdict, Judgement } from '../judge/verdict/check-verdicts';
import type { Report } from '../judge/verdict/report';
import { type Html, html } from './page/html';
import { type FaultItem, faultsIn, viewOf } from './view';

/**
 * junit.xml in the format of Playwright's own. Playwright leaves `<skipped>` empty, and counts a check that
 * judged nothing as passed and a known failure as failed. Here, a violation is a failure, a check that could
 * not be judged is an error, and a check that was not tested is skipped with its reason. A clause by which
 * all responses are judged is a test case of its own, since the check that first shows its violation may
 * conform to its own clause.
 */
export function junitOf(report: Report): string {
  const faults = faultsIn(viewOf(report)).filter(({ fault }) => fault.verdict === 'violates');
  const results = [
    ...report.clauses.flatMap(({ checks }) => checks.map((each) => resultOf(each, faults))),
    ...universalResults(report, faults),
  ];
  const suites = groupedBy(results, ({ suite }) => suite)
    .toSorted(([a], [b]) => (a.suite < b.suite ? -1 : 1))
    .map(
      (
        group,
      ) => html`<testsuite name="${group[0].suite}" timestamp="${report.source.started}" ${totals(group)}>
${group.map(testcase)}</testsuite>
`,
    );
  return html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${suiteInfo.suite.name}: ${report.outcome.word}" ${totals(results)} time="${(report.source.milliseconds / 1000).toFixed(3)}">
${suites}</testsuites>
`.toString();
}

interface Result {
  suite: string;
  title: string;
  properties: Record<string, string>;
  kind: 'passed' | 'failure' | 'error' | 'skipped';
  /** Type and text of a failure, error or skip. */
  inner?: Html;
}

function resultOf(each: CheckVerdict, faults: readonly FaultItem[]): Result {
  const { title, file, clause, cost, verdict } = each;
  const own = faults.filter(({ fault }) =>
    fault.failures.some(
      ({ check, universal, verdict }) => check.id === each.id && !universal && verdict === 'violates',
    ),
  );
  return {
    suite: file,
    title,
    properties: { clause, cost, verdict },
    ...judgementElement(each, own),
  };
}

function universalResults({ clauses, doubt }: Report, faults: readonly FaultItem[]): Result[] {
  return clauses.flatMap((clause) => {
    const { id, level, checks, judged, failures } = clause;
    if (judged === 0 && (checks.length > 0 || level !== 'must')) return [];
    const isOwn = (failure: Failure) => failure.clause === id && failure.universal;
    const found = failures.find(isOwn)?.verdict ?? 'conforms';
    const judgement: Judgement = checks.length === 0 || doubt !== null ? clause : { verdict: found };
    const own = found === 'violates' ? faults.filter(({ fault }) => fault.failures.some(isOwn)) : [];
    return {
      suite: 'every response',
      title: `${id}: ${suiteInfo.ledger[id]?.sentence ?? ''}`,
      properties: { clause: id, verdict: judgement.verdict },
      ...judgementElement(judgement, own),
    };
  });
}

/** The element that says why a test case did not pass. */
function judgementElement(
  judgement: Judgement,
  faults: readonly FaultItem[],
): Pick<Result, 'kind' | 'inner'> {
  const fresh = faults.filter(({ fault }) => fault.known === undefined);
  const [first] = fresh;
  if (first !== undefined) {
    const more = fresh.length > 1 ? `, and ${fresh.length - 1} more` : '';
    const text = fresh.map(({ words, rows }) => [singleLine(words), ...rowLines(rows)].join('\n'));
    return {
      kind: 'failure',
      inner: html`<failure message="${first.words}${more}">${text.join('\n\n')}</failure>\n`,
    };
  }
  const why = `${judgement.verdict}: ${formatReason(judgement.reason)}`;
  if (isUndecided(judgement)) return { kind: 'error', inner: html`<error message="${why}"></error>\n` };
  const known = faults[0]?.fault.known;
  if (judgement.verdict !== 'not tested' && !known) return { kind: 'passed' };
  const message = known ? `known failure, not fatal: ${known.reason}` : why;
  return { kind: 'skipped', inner: html`<skipped message="${message}"></skipped>\n` };
}

function testcase({ suite, title, properties, inner }: Result): Html {
  return html`<testcase name="${title}" classname="${suite}">
<properties>
${Object.entries(properties).map(([name, value]) => html`<property name="${name}" value="${value}"/>\n`)}</properties>
${inner}</testcase>
`;
}

function totals(results: Result[]): Html {
  const count = (kind: Result['kind']) => results.filter((each) => each.kind === kind).length;
  return html`tests="${results.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}
