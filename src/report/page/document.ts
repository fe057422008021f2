import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { raw } from 'hono/html';
import { type Html, html } from './html';

/** The contents of these files of this folder, concatenated. */
export function textOf(...names: string[]): string {
  return names.map((name) => readFileSync(join(__dirname, name), 'utf8')).join('\n');
}

const style = textOf('page.css');

/**
 * A page in one file that requests nothing from the network.
 * @param script the script that it runs, if any
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

/**
 * A content security policy with the hashes of the page's own style and script. Nothing else runs, whatever a
 * server sent.
 */
function hashOf(text: string): Html {
  return raw(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
