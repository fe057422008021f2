import { failureText, groupFailures } from '../tests/engine/failure-text';
import type { Report } from '../tests/engine/report';
import type { CaseVerdict } from '../tests/engine/verdicts';
import { visible } from '../tests/engine/visible';
import { expectationWords, observationWords, reasonWords } from '../tests/engine/wording';

/**
 * junit.xml in the form of Playwright's own, which leaves `<skipped>` empty, counts a case that judged
 * nothing as passed and a known failure as failed. Here a breach is a failure, what could not be judged an
 * error, and what was not driven is skipped with its reason.
 */
export function junitOf(report: Report): string {
  const cases = report.clauses.flatMap((clause) => clause.cases);
  const files = [...new Set(cases.map(({ file }) => file))].sort();
  const suites = files.map((file) => {
    const own = cases
      .filter((each) => each.file === file)
      .map((each) => ({ each, result: resultOf(each, report) }));
    const lines = own.map(({ each, result }) => testcase(each, result.xml));
    return {
      file,
      lines,
      totals: totalsOf(own.map(({ result }) => result.kind)),
      seconds: seconds(own.map(({ each }) => each)),
    };
  });
  const totals = totalsOf(cases.map((each) => resultOf(each, report).kind));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${inXml(`${report.suite.name}: ${report.outcome.word}`)}" ${totals} time="${seconds(cases)}">`,
    ...suites.flatMap((suite) => [
      `<testsuite name="${inXml(suite.file)}" timestamp="${report.started}" ${suite.totals} time="${suite.seconds}">`,
      ...suite.lines,
      '</testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

type Kind = 'passed' | 'failure' | 'error' | 'skipped';

function resultOf(each: CaseVerdict, report: Report): { kind: Kind; xml: string } {
  const seen = report.clauses.flatMap(({ failures }) => failures).filter(({ caseId }) => caseId === each.id);
  const breaches = seen.filter(({ verdict }) => verdict === 'violates');
  const groups = groupFailures(breaches);
  const fresh = groups.filter(({ known }) => !known);
  if (fresh.length > 0) {
    const xml = fresh.map((group) => {
      const [head = '', ...rest] = failureText(group, report.ledger);
      return element(
        'failure',
        `${group.first.clause}: expected ${expectationWords(group.first.expected)}, received ${observationWords(group.first.received)}`,
        [head, ...rest].join('\n'),
      );
    });
    return { kind: 'failure', xml: xml.join('\n') };
  }
  const why = `${each.verdict}: ${each.reason ? reasonWords(each.reason) : ''}`;
  if (each.verdict === 'blocked' || each.verdict === 'indeterminate')
    return { kind: 'error', xml: element('error', why) };
  if (each.verdict === 'not driven') return { kind: 'skipped', xml: element('skipped', why) };
  const known = groups[0]?.known;
  if (known)
    return {
      kind: 'skipped',
      xml: element('skipped', `known failure, not fatal: ${known.reason} (${known.link})`),
    };
  return { kind: 'passed', xml: '' };
}

function testcase(each: CaseVerdict, inner: string): string {
  const properties = { clause: each.clause, cost: each.cost, verdict: each.verdict };
  return [
    `<testcase name="${inXml(each.title)}" classname="${inXml(each.file)}" time="${seconds([each])}">`,
    '<properties>',
    ...Object.entries(properties).map(
      ([name, value]) => `<property name="${name}" value="${inXml(value)}"/>`,
    ),
    '</properties>',
    ...(inner === '' ? [] : [inner]),
    '</testcase>',
  ].join('\n');
}

function element(name: Exclude<Kind, 'passed'>, message: string, text = ''): string {
  return `<${name} message="${inXml(message)}">${inXml(text)}</${name}>`;
}

function totalsOf(kinds: Kind[]): string {
  const count = (kind: Kind) => kinds.filter((each) => each === kind).length;
  return `tests="${kinds.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
}

function seconds(cases: CaseVerdict[]): string {
  return (cases.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000).toFixed(3);
}

/** For text and attributes: XML 1.0 forbids what `visible` spells out, and two characters more. */
function inXml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return visible(text).replace(/[&<>"\ufffe\uffff]/g, (character) => entities[character] ?? '');
}
