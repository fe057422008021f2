import { counted } from '../../tests/engine/wording';
import { documentOf, textOf } from '../page/document';
import { type Html, html } from '../page/html';
import { cut } from '../page/words';
import type { Row, Section, Told } from './compare-sections';

const style = textOf('base.css', 'overview.css');

/** A comparison as a page. */
export function pageOf({ verdict, worse, sides, sections }: Told): string {
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

function sectionHtml({ title, rows }: Section): Html {
  return html`<section class="breaches"><h2>${title}</h2>
<p class="key">${counted(rows.length, 'change')}</p>
<ul>${rows.map(rowHtml)}</ul></section>
`;
}

function rowHtml({ clause, step, facts }: Row): Html {
  return html`<li class="breach"><code>${clause}</code> <strong>${cut(step)}</strong>
${facts.map(([name, words]) => html`<br><span class="against">${name}: ${cut(words)}</span>`)}</li>
`;
}
