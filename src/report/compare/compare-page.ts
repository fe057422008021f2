import { wholeRows } from '../../judge/texts/failure-text';
import { documentOf } from '../page/document';
import { type Html, html } from '../page/html';
import { cut, headline, prose } from '../page/words';
import type { ComparisonWords, Row, Section } from './compare-sections';
import { isSide } from './sides';

export function comparePageOf({ verdict, worse, sides, sections }: ComparisonWords): string {
  return documentOf(
    `Compared: ${verdict}`,
    html`<header class="head ${worse ? 'violates' : 'conforms'}">
<p class="word"><span class="dot" aria-hidden="true"></span>two runs compared</p>
<h1>${headline(verdict)}</h1>
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
    return html`<section><h2>${title} <span class="pill soft">${rows.length}</span></h2>${list}</section>\n`;
  return html`<details class="more"><summary>${title} (${rows.length})</summary>${list}</details>\n`;
}

function rowHtml({ clause, words, facts, links }: Row): Html {
  const head = clause === undefined ? prose(words) : html`<code>${clause}</code> ${cut(words)}`;
  const wires = facts.filter(([name]) => isSide(name));
  return html`<li class="fault"><strong>${head}</strong>
${links.length > 0 && html`<p class="facts">${links.map(([name, address]) => html`<a href="${address}">${name}</a> `)}</p>`}
${
  wires.length > 0 &&
  html`<div class="wires">${wires.map(([name, words]) => html`<div><p class="soft">${name}</p><pre>${cut(words)}</pre></div>`)}</div>`
}<dl class="pairs">${facts
    .filter(([name]) => !isSide(name))
    .map(([name, words]) => html`<dt>${name}</dt><dd>${factHtml(name, words)}</dd>`)}</dl></li>
`;
}

function factHtml(name: string, words: string): Html {
  if (wholeRows.has(name)) return html`<code>${words}</code>`;
  return name === 'Clause' ? html`${prose(words)}` : html`${cut(words)}`;
}
