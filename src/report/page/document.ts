import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { raw } from 'hono/html';
import { type Html, html } from './html';

/** The text of files of this folder, one after the other. */
export function textOf(...names: string[]): string {
  return names.map((name) => readFileSync(join(__dirname, name), 'utf8')).join('\n');
}

const style = textOf('page.css');

/**
 * A page in one file, which asks the network for nothing.
 * @param script what it runs, if anything
 */
export function documentOf(title: string, body: Html, script?: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${hashOf(style)};${script === undefined ? '' : html` script-src ${hashOf(script)};`} img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
${body}
${script === undefined ? '' : html`<script>${raw(script)}</script>\n`}</body>
</html>
`.toString();
}

/** A policy that names the page's own style and script lets nothing else run, whatever a server sent. */
function hashOf(text: string): Html {
  return raw(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
