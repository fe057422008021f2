import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Html, html } from '../page/html';

const style = ['base.css', 'overview.css']
  .map((name) => readFileSync(join(__dirname, '..', 'page', name), 'utf8'))
  .join('\n');

/** A page in the dress of the page of a run: one file without a script, which asks the network for nothing. */
export function documentOf(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.markup;
}
