import { basis } from '../tests/engine/basis';
import { type CaseVerdict, isUndecided } from '../tests/engine/cases';
import { failureText, groupFailures } from '../tests/engine/failure-text';
import type { Report } from '../tests/engine/report';
import { findingWords, reasonWords } from '../tests/engine/wording';
import { type Html, html } from './page/html';

/**
 * junit.xml in the form of Playwright's own, which leaves `<skipped>` empty, counts a case that judged
 * nothing as passed and a known failure as failed. Here a breach is a failure, what could not be judged an
 * error, and what was not driven is skipped with its reason.
 */
export function junitOf(report: Report): string {
  const results = report.clauses.flatMap(({ cases }) => cases.map((each) => resultOf(each, report)));
  const files = [...new Set(results.map(({ each }) => each.file))].sort();
  const suites = files.map((file) => {
    const own = results.filter(({ each }) => each.file === file);
    return html`<testsuite name="${file}" timestamp="${report.started}" ${totals(own)}>
${own.map(testcase)}</testsuite>
`;
  });
  return html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${basis.suite.name}: ${report.outcome.word}" ${totals(results)}>
${suites}</testsuites>
`.markup;
}

interface Result {
  each: CaseVerdict;
  kind: 'passed' | 'failure' | 'error' | 'skipped';
  inner?: Html | Html[];
}

function resultOf(each: CaseVerdict, report: Report): Result {
  const seen = report.clauses.flatMap(({ failures }) => failures).filter(({ caseId }) => caseId === each.id);
  const groups = groupFailures(seen.filter(({ verdict }) => verdict === 'violates'));
  const fresh = groups.filter(({ known }) => !known);
  if (fresh.length > 0) {
    const inner = fresh.map((group) => {
      return html`<failure message="${findingWords(group.first)}">${failureText([group]).join('\n')}</failure>
`;
    });
    return { each, kind: 'failure', inner };
  }
  const why = `${each.verdict}: ${reasonWords(each.reason)}`;
  if (isUndecided(each)) return { each, kind: 'error', inner: html`<error message="${why}"></error>\n` };
  const known = groups[0]?.known;
  if (each.verdict !== 'not driven' && !known) return { each, kind: 'passed' };
  const message =
    known && each.verdict !== 'not driven'
      ? `known failure, not fatal: ${known.reason} (${known.link})`
      : why;
  return { each, kind: 'skipped', inner: html`<skipped message="${message}"></skipped>\n` };
}

function testcase({ each, inner }: Result): Html {
  const { title, file, clause, cost, verdict } = each;
  const properties = Object.entries({ clause, cost, verdict });
  return html`<testcase name="${title}" classname="${file}" time="${seconds([each])}">
<properties>
${properties.map(([name, value]) => html`<property name="${name}" value="${value}"/>\n`)}</properties>
${inner}</testcase>
`;
}

function totals(results: Result[]): Html {
  const count = (kind: Result['kind']) => results.filter((each) => each.kind === kind).length;
  return html`tests="${results.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${seconds(results.map(({ each }) => each))}"`;
}

function seconds(cases: CaseVerdict[]): string {
  return (cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000).toFixed(3);
}
