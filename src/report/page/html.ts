import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html as escaping, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { at, parse } from '../../judge/data/json';
import { suiteInfo } from '../../judge/data/suite-info';
import { type Row, requestLine, sender, wholeRows } from '../../judge/texts/failure-text';
import { escapeControlCharacters } from '../../judge/texts/visible-text';
import type { ConformanceRecord } from '../record-schema';

/** What the page of a run and that of the contract are made of. */

/** Markup, as opposed to text. It is an object at run time, though its type says string. */
export type Html = HtmlEscapedString;

type Content = Html | string | number | null | undefined | false | readonly Content[];

/** Hono's `html`, which escapes values. Text from a server first has its invisible characters made visible. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  // `html` returns a promise only if one of its values is a promise.
  return escaping(parts, ...values.map(shown)) as Html;
}

function shown(content: Content): Content {
  if (typeof content === 'string') return escapeControlCharacters(content);
  return Array.isArray(content) ? content.map(shown) : content;
}

const style = readFileSync(join(__dirname, 'page.css'), 'utf8');
const styleHash = raw(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);

/** A page in one file that requests nothing from the network. By its policy, nothing runs, whatever a server sent. */
export function documentOf(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${styleHash}; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.toString();
}

/** The greatest number of characters that a page shows of a text. */
const longest = 4096;

export function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)} ... (${text.length} characters)` : text;
}

/** A sentence with its `code` marked up as code. */
export function prose(sentence: string): Html[] {
  return cut(sentence)
    .split(/(`[^`]+`)/)
    .map((piece) => (piece.startsWith('`') ? html`<code>${piece.slice(1, -1)}</code>` : html`${piece}`));
}

/** A sentence with a link from each clause that it names, and its `code` marked up as code. */
export function linked(sentence: string): Html[] {
  return cut(sentence)
    .split(/\b([a-z]+(?:\.[a-z-]+)+)/)
    .map((piece) =>
      piece in suiteInfo.ledger ? html`<a href="#${piece}">${piece}</a>` : html`${prose(piece)}`,
    );
}

/** Rows with their names, each name once. */
export function rowsHtml(rows: readonly Row[], words = prose): Html {
  const textOf = ([name, text]: Row) => {
    if (wholeRows.has(name)) return html`<code class="whole">${text}</code>`;
    return words(text);
  };
  return html`<dl class="pairs">${rows.map(
    (row, index) =>
      html`${rows[index - 1]?.[0] !== row[0] && html`<dt>${row[0]}</dt>`}<dd>${textOf(row)}</dd>`,
  )}</dl>`;
}

type Shown = ConformanceRecord['run']['exchanges'][string];

/**
 * A request and its response as sent on the wire.
 * @param repeat a command that sends the request again
 */
export function exchangeHtml(exchange: Shown, repeat?: string): Html {
  const { request, response, failure } = exchange;
  const code = response && at(parse(response.body), '/error/code');
  const headers = (list: Shown['request']['headers']) =>
    list.map(([name, value]) => `${name}: ${cut(value)}\n`).join('');
  const body = (text: string | null) => text && `\n${cut(indented(text))}`;
  return html`<div class="exchange">
<p>${sender(exchange)} <code>${requestLine(exchange)}</code> → <b>${response === null ? 'no response' : `${response.status} ${typeof code === 'string' ? code : ''}`}</b> <span class="soft">${response && `${response.milliseconds} ms, ${response.bodyBytes} bytes`}</span></p>
<div class="wires"><pre>${`${request.method} ${request.url}\n`}${headers(request.headers)}${body(request.body)}</pre>
<pre>${response ? html`${response.status}\n${headers(response.headers)}${body(response.body)}` : `No response: ${failure ?? 'none came'}`}</pre></div>
${repeat && html`<pre class="whole">${cut(repeat)}</pre>`}
</div>`;
}

/** JSON with line breaks. What parsing would change, and what is too long to show whole, is returned as it is. */
export function indented(text: string): string {
  const value = text.length > longest ? undefined : parse(text);
  return value === undefined || JSON.stringify(value) !== text ? text : JSON.stringify(value, null, 2);
}
