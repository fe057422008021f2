import { documentOf, textOf } from '../page/document';
import { type Html, html } from '../page/html';
import { cut, prose } from '../page/words';
import type { ComparisonWords, Row, Section } from './compare-sections';

const style = textOf('base.css', 'overview.css');

export function comparePageOf({ verdict, worse, sides, sections }: ComparisonWords): string {
  return documentOf(
    `Compared: ${verdict}`,
    style,
    html`<header class="head ${worse ? 'violates' : 'conforms'}">
<p class="word"><span class="dot" aria-hidden="true"></span>two runs compared</p>
<h1>${verdict}</h1>
<dl class="run">${sides.map(([name, words]) => html`<div><dt>${name}</dt><dd>${words}</dd></div>`)}</dl>
</header>
<main>
${sections.map(sectionHtml)}
</main>`,
  );
}

function sectionHtml({ title, rows, first }: Section): Html {
  const list = html`<ul>${rows.map(rowHtml)}</ul>`;
  if (first)
    return html`<section class="breaches"><h2>${title} <span class="pill">${rows.length}</span></h2>${list}</section>\n`;
  return html`<details class="breaches more"><summary>${title} (${rows.length})</summary>${list}</details>\n`;
}

function rowHtml({ clause, step, facts }: Row): Html {
  return html`<li class="breach"><code>${clause}</code> <strong>${cut(step)}</strong>
<dl class="facts">${facts.map(([name, words]) => html`<div><dt>${name}</dt><dd>${name === 'Clause' ? prose(words) : cut(words)}</dd></div>`)}</dl></li>
`;
}
