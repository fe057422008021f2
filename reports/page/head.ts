import { chapterCosts, costWords, duration } from '../../tests/engine/cost-words';
import { overBudget } from '../../tests/engine/missed';
import { whyWords } from '../../tests/engine/outcome';
import type { Report } from '../../tests/engine/report';
import type { ClauseVerdict, Verdict } from '../../tests/engine/verdicts';
import { line } from '../../tests/engine/visible';
import { counted, expectationWords, observationWords, trafficWords } from '../../tests/engine/wording';
import { type Html, html } from './html';
import { cut, marks, prose } from './words';

/** What the page opens with: the outcome in a sentence, what it rests on, and what broke. */
export function headHtml(report: Report): Html {
  const { outcome, settings, failures } = report;
  const breaches = failures.filter(({ first }) => first.verdict === 'violates');
  const clauses = [...new Set(breaches.map(({ first }) => first.clause))];
  const reasons = outcome.reasons.filter(({ kind }) => kind !== 'violates');
  const missed = overBudget(report.clauses);
  const { traffic } = report.run;
  return html`<header class="head ${outcome.word}">
<p class="word"><span class="dot" aria-hidden="true"></span>${outcome.word}${outcome.partial && html` <span class="pill">partial run</span>`} <span class="target">${settings.target}</span></p>
<h1>${outcome.sentence}</h1>
${barHtml(report.clauses)}
${clauses.length > 0 && breachesHtml(clauses, report)}
${reasons.length > 0 && html`<ul class="reasons">${reasons.slice(0, 12).map((reason) => html`<li>${line(whyWords(reason), 200)}</li>`)}${reasons.length > 12 && html`<li>and ${reasons.length - 12} more</li>`}</ul>`}
<dl class="run">
<div><dt>Contract</dt><dd><code>${report.contract}</code></dd></div>
<div><dt>Suite</dt><dd>${report.suite.name} ${report.suite.version}</dd></div>
<div><dt>Run</dt><dd><time datetime="${report.started}">${report.started.slice(0, 16).replace('T', ' ')} UTC</time>, ${duration(report.milliseconds)}</dd></div>
${traffic ? html`<div><dt>Traffic</dt><dd>${trafficWords(traffic).join('; ')}</dd></div>` : html`<div><dt>Cost</dt><dd>${costWords(report)}</dd></div>`}
${!traffic && report.cost.requests > 0 && html`<div><dt>By chapter</dt><dd>${chapterCosts(report).join('; ')}</dd></div>`}
${missed.length > 0 && html`<div><dt>Not afforded</dt><dd>dearest first: ${missed.map(({ id, cases }, index) => html`${index > 0 && ', '}<a href="#${id}">${id}</a> (${cases})`)}</dd></div>`}
${settings.settings.length > 0 && html`<div><dt>Settings</dt><dd>${settings.settings.join(', ')}</dd></div>`}
</dl>
</header>`;
}

function breachesHtml(clauses: string[], { failures, ledger }: Report): Html {
  return html`<nav class="breaches" aria-labelledby="breaches-title">
<h2 id="breaches-title">${counted(clauses.length, 'clause')} violated</h2>
<ol>${clauses.map((id) => {
    const own = failures.filter(({ first }) => first.clause === id);
    const against = own[0]?.first;
    return html`<li class="breach"><a class="clause-link" href="#${id}">${id}</a>${own.every(({ known }) => known) && html` <span class="pill">known</span>`} ${prose(ledger[id]?.sentence ?? '')}<br>
<span class="against">expected <code>${against && cut(expectationWords(against.expected))}</code>, received <code>${against && cut(observationWords(against.received))}</code>${own.length > 1 && html`, and ${own.length - 1} more`}</span></li>`;
  })}</ol></nav>`;
}

/** What the page opens with where there was no run. */
export function contractHeadHtml(basis: Pick<Report, 'contract' | 'suite' | 'ledger'>): Html {
  const count = (level: string) =>
    Object.values(basis.ledger).filter((clause) => clause.level === level).length;
  return html`<header class="head">
<p class="word">the contract, clause by clause</p>
<h1>Error contract of an AI text and workflow service</h1>
<dl class="run">
<div><dt>Clauses</dt><dd>${count('must')} must, ${count('advice')} advice, ${count('open')} open, ${count('unobservable')} unobservable</dd></div>
<div><dt>Contract</dt><dd><code>${basis.contract}</code></dd></div>
<div><dt>Suite</dt><dd>${basis.suite.name} ${basis.suite.version}</dd></div>
<div><dt>Run</dt><dd>none: these are the clauses without verdicts</dd></div>
</dl>
</header>`;
}

const barOrder: Verdict[] = [
  'conforms',
  'deviates',
  'violates',
  'indeterminate',
  'blocked',
  'not driven',
  'open',
  'unobservable',
];

/** Every clause as one mark of equal width. The sentence above says the same in words. */
function barHtml(clauses: ClauseVerdict[]): Html {
  const total = Math.max(1, clauses.length);
  let x = 0;
  const parts = barOrder.map((verdict) => {
    const width = (1000 * clauses.filter((clause) => clause.verdict === verdict).length) / total;
    const part = html`<rect class="${marks[verdict].style}" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="10"/>`;
    x += width;
    return width === 0 ? null : part;
  });
  return html`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}
