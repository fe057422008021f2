import { wholeRows } from '../../judge/failure-text';
import { documentOf, textOf } from '../page/document';
import { type Html, html } from '../page/html';
import { cut, headline, prose } from '../page/words';
import type { ComparisonWords, Row, Section } from './compare-sections';
import { isSide } from './sides';

const style = textOf('base.css', 'overview.css');

export function comparePageOf({ verdict, worse, sides, sections }: ComparisonWords): string {
  return documentOf(
    `Compared: ${verdict}`,
    style,
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
    return html`<section class="breaches"><h2>${title} <span class="pill">${rows.length}</span></h2>${list}</section>\n`;
  return html`<details class="breaches more"><summary>${title} (${rows.length})</summary>${list}</details>\n`;
}

function rowHtml({ clause, words, facts, links }: Row): Html {
  const head =
    clause === undefined
      ? html`<strong>${prose(words)}</strong>`
      : html`<code>${clause}</code> <strong>${cut(words)}</strong>`;
  const wires = facts.filter(([name]) => isSide(name));
  return html`<li class="breach">${head}${links.map(([name, address]) => html` <a href="${address}">${name}</a>`)}
${
  wires.length > 0 &&
  html`<div class="wires">${wires.map(([name, words]) => html`<div class="wire"><p class="label">${name}</p><pre>${cut(words)}</pre></div>`)}</div>`
}<dl class="facts">${facts
    .filter(([name]) => !isSide(name))
    .map(([name, words]) => html`<div><dt>${name}</dt><dd>${factHtml(name, words)}</dd></div>`)}</dl></li>
`;
}

function factHtml(name: string, words: string): Html {
  if (wholeRows.has(name)) return html`<code>${words}</code>`;
  return name === 'Clause' ? html`${prose(words)}` : html`${cut(words)}`;
}
