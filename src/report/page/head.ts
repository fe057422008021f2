import { chapterCosts, duration, formatCost } from '../../judge/credits/cost-words';
import { groupedBy } from '../../judge/data/grouped';
import { suiteInfo } from '../../judge/data/suite-info';
import { singleLine } from '../../judge/texts/visible-text';
import { counted, formatTarget, formatTime, verbFor } from '../../judge/texts/wording';
import type { Verdict } from '../../judge/verdict/check-verdicts';
import { type CreatedWork, formatCreated } from '../../judge/verdict/created-work';
import { notTested, undecidedReasons } from '../../judge/verdict/not-tested';
import { type Counts, titleOf } from '../../judge/verdict/outcome';
import { formatCoverage, formatSample } from '../../judge/verdict/probe-coverage';
import type { Report } from '../../judge/verdict/report';
import { contextOf } from '../../judge/verdict/verdicts';
import { type Html, html } from './html';
import { headline, mark, marks, prose } from './words';

/** Characters. An instruction that names all parts of a target file is shown whole. */
const LONGEST_REASON = 800;

/** The top of the page: the outcome in one sentence, and the reason. */
export function headHtml(report: Report): Html {
  const { outcome, settings } = report;
  const words = outcome.reasons.flatMap((reason) =>
    reason.kind === 'words' ? singleLine(reason.words, LONGEST_REASON) : [],
  );
  // The reason why the run stopped says more than the number of checks that were not judged.
  const [stop] = outcome.word === 'unavailable' ? words : [];
  const reasons = stop === undefined ? words : words.slice(1);
  return html`<header class="head ${outcome.word}">
<p class="word"><span class="dot" aria-hidden="true"></span>${titleOf(outcome)}${outcome.partial && html` <span class="pill soft">partial run</span>`} <span class="soft">${formatTarget(settings)}, <time datetime="${report.started}">${formatTime(report.started)}</time></span></p>
<h1>${headline(stop ?? outcome.sentence)}</h1>
${reasons.length > 0 && html`<ul class="dashes">${reasons.slice(0, 12).map((each) => html`<li>${prose(each)}</li>`)}${reasons.length > 12 && html`<li>and ${reasons.length - 12} more</li>`}</ul>`}
</header>`;
}

/** The foot of the page: the settings of the run, its cost, and what it created on the target. */
export function footHtml(report: Report): Html {
  const { settings, created, cost } = report;
  const { sampled } = contextOf(report.run);
  return html`<footer class="foot">
<h2>The run</h2>
<dl class="run">
<div><dt>Run</dt><dd><time datetime="${report.started}">${formatTime(report.started)}</time>, ${duration(report.milliseconds)}</dd></div>
<div><dt>Cost</dt><dd>${formatCost(report)}</dd></div>
${cost.requests > 0 && html`<div><dt>Cost by chapter</dt><dd>${chapterCosts(report).join('; ')}</dd></div>`}
<div><dt>Settings</dt><dd>${settings.settings.join(', ') || 'none'}</dd></div>
${sampled && html`<div><dt>Sampled</dt><dd>a random part of the input variations; repeat with <code>${formatSample(sampled)}</code></dd></div>`}
<div><dt>Contract</dt><dd><code>${suiteInfo.contract}</code></dd></div>
<div><dt>Suite</dt><dd>${suiteInfo.suite.name} ${suiteInfo.suite.version}</dd></div>
</dl>
${created.length > 0 && leftHtml(created)}
</footer>`;
}

/** What was not tested, grouped by reason: what to fix or to set, so that a run tests it. */
function missingHtml({ clauses, outcome }: Report): Html | null {
  const groups: [head: string, reasons: [why: string, ids: string[]][]][] = [
    ...(['inconclusive', 'blocked'] as const).map((verdict): (typeof groups)[number] => [
      verdict,
      undecidedReasons(clauses, verdict).map(({ why, ids }) => [why, ids]),
    ]),
    [
      'not tested',
      notTested(clauses).map(({ todo, whole, inPart }): [why: string, ids: string[]] => [
        todo,
        [...whole, ...inPart],
      ]),
    ],
  ];
  const told = groups.filter(([, reasons]) => reasons.length > 0);
  if (told.length === 0) return null;
  const words = ([head, reasons]: (typeof groups)[number]) =>
    `${counted(new Set(reasons.flatMap(([, ids]) => ids)).size, 'clause')} ${head}${head === 'not tested' ? ', or only in part' : ''}`;
  // These come first where there are violations, too.
  const open = outcome.word !== 'violates';
  return html`<details class="more"${open && html` open`}><summary>Not judged: ${told.map(words).join(', ')}</summary>
${told.map(([head, reasons]) => html`<p class="soft">${head}</p><ul class="dashes">${reasons.map(([why, ids]) => html`<li>${prose(singleLine(why, LONGEST_REASON))}: ${brief(ids)}</li>`)}</ul>`)}</details>`;
}

/** The first of them, and the number of the others. */
function brief(ids: string[]): string {
  return ids.length > 4 ? `${ids.slice(0, 3).join(', ')} and ${ids.length - 3} more` : ids.join(', ');
}

/** What remains on the target, with ids to find it by. */
function leftHtml(left: readonly CreatedWork[]): Html {
  return html`<details class="more"><summary>Created on the service: ${formatCreated(left)}</summary>
<ul>${groupedBy(left, ({ operation, variable }) => `${operation} ${variable}`).map(
    (same) =>
      html`<li>${formatCreated(same)} of ${same[0].variable ?? 'nobody'}${idsHtml(same.flatMap(({ id }) => id ?? []))}</li>`,
  )}</ul></details>`;
}

/** Nothing where no response has an ID, as of text requests. */
function idsHtml(ids: string[]): Html | null {
  return ids.length === 0
    ? null
    : html`: ${ids.map((id, index) => html`${index > 0 && ', '}<code>${id}</code>`)}`;
}

/** The must clauses by verdict, in the order of the sentence. */
function partsOf({ must }: Counts): [verdict: Verdict, count: number][] {
  return [
    ['violates', must.violates],
    ['conforms', must.conforms],
    ['inconclusive', must.inconclusive],
    ['blocked', must.blocked],
    ['not tested', must.notTested],
  ];
}

/**
 * The counts of the sentence as marks of equal width, one a clause, with a legend, and the clauses that were
 * not tested.
 */
export function barHtml(report: Report): Html {
  const { counts } = report.outcome;
  const { sampled } = contextOf(report.run);
  const parts = partsOf(counts).filter(([, count]) => count > 0);
  const total = parts.reduce((sum, [, count]) => sum + count, 0);
  let x = 0;
  const marked = parts.map(([verdict, count]) => {
    const width = (1000 * count) / total;
    const part = html`<rect class="${marks[verdict].style}" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="10"/>`;
    x += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${marked}</svg>
<ul class="legend"><li>${counted(total, 'must clause')}:</li>${parts.map(([verdict, count]) => html`<li>${mark(verdict)} ${count} ${verbFor(verdict, count)}</li>`)}</ul>
${report.probeCoverage.length > 0 && html`<p class="soft"><a href="#families-title">${formatCoverage(report.probeCoverage)}</a>${sampled && ` with DEPTH=${sampled.depth}`}</p>`}
${missingHtml(report)}`;
}
