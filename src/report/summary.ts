import { basis } from '../judge/basis';
import type { Verdict } from '../judge/cases';
import { chapterCosts, costWords } from '../judge/cost-words';
import { byClause, type FailureGroup, requestLine, seenOn, sender } from '../judge/failure-text';
import { isOnlyCutShort, overBudget, undriven } from '../judge/missed';
import { whyWords } from '../judge/outcome';
import type { Report } from '../judge/report';
import {
  counted,
  expectationWords,
  observationWords,
  reasonWords,
  shortList,
  targetWords,
  trafficWords,
} from '../judge/wording';
import { code, text } from './markdown';

/** A CI job summary or a pull-request comment is short: what does not fit stands in the page. */
const mostFailures = 20;

/** summary.md: the outcome, failures first, then what could not be judged or was not tested. */
export function summaryOf(report: Report): string {
  const { outcome, settings, failures, run } = report;
  const { suite, contract } = basis;
  const breaches = failures.filter(({ first, known }) => first.verdict === 'violates' && !known);
  const known = failures.filter((group) => group.known);
  const advice = failures.filter(({ first }) => first.verdict === 'deviates');
  const reasons = outcome.reasons.filter(({ kind }) => kind === 'words');
  return [
    `## ${capital(outcome.word)}${outcome.partial ? ' (partial run)' : ''}: ${text(outcome.sentence)}`,
    `Target: ${text(targetWords(settings))}. Contract: ${code(contract)}. Suite: ${code(`${suite.name} ${suite.version}`)}.`,
    ...(run.traffic ? [trafficWords(run.traffic).map(text).join('; ')] : []),
    ...section(
      'Why',
      reasons.map((reason) => `- ${text(whyWords(reason))}`),
    ),
    ...section('Violates', listed(breaches)),
    ...section('Known failures, not fatal', known.map(knownLine)),
    ...section('Could not be judged', [
      ...clauseLines(report, 'blocked'),
      ...clauseLines(report, 'inconclusive'),
    ]),
    ...section(
      'Deviates from advice',
      advice.map(({ first }) => `- ${code(first.clause)}: ${difference(first)}`),
    ),
    ...section(
      'Not tested',
      undriven(report.clauses).map(([why, ids]) => `- ${counted(ids.length, 'clause')}: ${text(why)}`),
    ),
    ...section(
      'Over budget, dearest first',
      overBudget(report.clauses).map(({ id, cases }) => `- ${code(id)}: ${cases}`),
    ),
    ...section(
      'Known failures that this run could not check',
      report.known.unchecked.map((entry) => `- ${text(entry)}`),
    ),
    ...section(
      'Cost',
      report.cost.requests === 0 || run.traffic
        ? []
        : [`- ${costWords(report)}`, `- ${chapterCosts(report).join('; ')}`],
    ),
    '',
  ].join('\n\n');
}

function section(title: string, lines: string[]): string[] {
  if (lines.length === 0) return [];
  const rest = lines.length - mostFailures;
  const shown = rest > 0 ? [...lines.slice(0, mostFailures), `- and ${rest} more, in the page`] : lines;
  return [`### ${title}`, shown.join('\n')];
}

/** An item a clause. */
function listed(groups: FailureGroup[]): string[] {
  return byClause(groups).map(([group, ...more]) => {
    const { first, others, breaks = [] } = group;
    const sentence = basis.ledger[first.clause]?.sentence ?? '';
    const [exchange] = first.exchanges;
    const sent = exchange ? `${code(requestLine(exchange))} sent by ${text(sender(exchange))}: ` : '';
    const also = others.length > 0 ? `, and ${others.length} more` : '';
    const count = seenOn(group);
    const seen = count > 1 ? `; seen on ${count} answers` : '';
    const where = first.universal && count > 1 ? ` (${first.operations.join(', ')})` : '';
    return [
      `- **${code(first.clause)}** ${sentence}`,
      `  ${sent}${difference(first)}${seen}${where}`,
      ...more.map((other) => `  Also ${difference(other.first)}`),
      ...(breaks.length > 0 ? [`  Breaks ${shortList(breaks.map(code))}, too`] : []),
      `  ${first.universal ? 'First in' : 'Case'}: ${text(first.case)}${also} (${code(`${first.file}:${first.line}`)})`,
    ].join('  \n');
  });
}

function difference({ expected, received }: FailureGroup['first']): string {
  return `expected ${code(expectationWords(expected))}, received ${code(observationWords(received))}`;
}

function knownLine({ first, known }: FailureGroup): string {
  const { reason = '', link, expires = '' } = known ?? {};
  return `- ${code(first.clause)}: ${difference(first)}: ${text(reason)}${link === undefined ? '' : ` (<${link}>)`}, until ${expires}`;
}

function clauseLines({ clauses }: Report, verdict: Verdict): string[] {
  return clauses
    .filter((clause) => clause.verdict === verdict && !isOnlyCutShort(clause))
    .map(({ id, reason }) => `- ${code(id)} is ${verdict}: ${text(reasonWords(reason))}`);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
