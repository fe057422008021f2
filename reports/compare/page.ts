import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Html, html } from '../page/html';
import { counted, cut } from '../page/words';
import type { Row, Section, Told } from './sections';

const style = ['base.css', 'overview.css']
  .map((name) => readFileSync(join(__dirname, '..', 'page', name), 'utf8'))
  .join('\n');

/** A comparison as a page: one file without a script, which asks the network for nothing. */
export function pageOf({ verdict, worse, sides, sections }: Told): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>Compared: ${verdict}</title>
<style>${new Html(style)}</style>
</head>
<body>
<header class="head ${worse ? 'violates' : 'conforms'}">
<p class="word"><span class="dot" aria-hidden="true"></span>two runs compared</p>
<h1>${verdict}</h1>
<dl class="run">${sides.map(([name, words]) => html`<div><dt>${name}</dt><dd>${words}</dd></div>`)}</dl>
</header>
<main>
${sections.map(sectionHtml)}
</main>
</body>
</html>
`;
  return page.markup;
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
