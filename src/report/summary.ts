import { chapterCosts, formatCost } from '../judge/credits/cost-words';
import { suiteInfo } from '../judge/data/suite-info';
import { type Fault, labelOf } from '../judge/faults/faults';
import { rowsOf } from '../judge/texts/failure-text';
import { capital, formatReason, formatTarget } from '../judge/texts/wording';
import type { Verdict } from '../judge/verdict/check-verdicts';
import { formatCreated } from '../judge/verdict/created-work';
import { formatNotTested, isOnlyCutShort } from '../judge/verdict/not-tested';
import { formatWhy, titleOf } from '../judge/verdict/outcome';
import { formatCoverage, formatSample } from '../judge/verdict/probe-coverage';
import type { Report } from '../judge/verdict/report';
import { contextOf } from '../judge/verdict/verdicts';
import { code, faultItem, text } from './markdown';

/** A job summary or a pull request comment is limited in length; the page shows the rest. */
const mostItems = 20;

/** summary.md: the outcome, the faults, then what was inconclusive or not tested. */
export function summaryOf(report: Report): string {
  const { outcome, settings, faults } = report;
  const { suite, contract } = suiteInfo;
  const reasons = outcome.reasons.filter(({ kind }) => kind === 'words');
  return [
    `## ${capital(titleOf(outcome))}${outcome.partial ? ' (partial run)' : ''}: ${text(outcome.sentence)}`,
    `Target: ${text(formatTarget(settings))}. Contract: ${code(contract)}. Suite: ${code(`${suite.name} ${suite.version}`)}.`,
    ...section(
      outcome.word === 'violates' ? 'Further remarks' : 'Why',
      reasons.map((reason) => `- ${text(formatWhy(reason))}`),
    ),
    ...section('Faults', faults.filter(({ verdict }) => verdict === 'violates').map(itemOf)),
    ...section('Recommendations not met', faults.filter(({ verdict }) => verdict === 'deviates').map(itemOf)),
    ...section(
      'Fixed since the previous run',
      report.fixed.map((words) => `- ${text(words)}`),
    ),
    ...section('Could not be judged', [
      ...clauseLines(report, 'blocked'),
      ...clauseLines(report, 'inconclusive'),
    ]),
    ...section(
      'Not tested',
      formatNotTested(report.clauses).map((words) => `- ${text(words)}`),
    ),
    ...section(
      'Known failures that this run could not check',
      report.known.unchecked.map((entry) => `- ${text(entry)}`),
    ),
    ...section('The run', report.cost.requests === 0 ? [] : runLines(report)),
    '',
  ].join('\n\n');
}

/** Its sample, its cost, and what it created. */
function runLines(report: Report): string[] {
  const { sampled } = contextOf(report.run);
  return [
    ...(report.probeCoverage.length > 0
      ? [`- ${formatCoverage(report.probeCoverage)}${sampled ? ` (${formatSample(sampled)})` : ''}`]
      : []),
    `- ${formatCost(report)}`,
    `- ${chapterCosts(report).join('; ')}`,
    ...(report.created.length > 0 ? [`- Created on the service: ${formatCreated(report.created)}`] : []),
  ];
}

const itemOf = (fault: Fault) =>
  faultItem(fault.sentence, labelOf(fault), rowsOf(fault.ways, { ...fault, entries: [] }));

function section(title: string, lines: string[]): string[] {
  if (lines.length === 0) return [];
  const rest = lines.length - mostItems;
  const shown = rest > 0 ? [...lines.slice(0, mostItems), `- and ${rest} more, in the page`] : lines;
  return [`### ${title}`, shown.join('\n')];
}

function clauseLines({ clauses }: Report, verdict: Verdict): string[] {
  return clauses
    .filter((clause) => clause.verdict === verdict && !isOnlyCutShort(clause))
    .map(({ id, reason }) => `- ${code(id)} is ${verdict}: ${text(formatReason(reason))}`);
}
