import { at, parse } from '../../judge/data/json';
import { requestLine, sender } from '../../judge/texts/failure-text';
import type { ConformanceRecord } from '../record-schema';
import { type Html, html } from './html';
import { indented } from './indented';
import { cut } from './words';

type Shown = ConformanceRecord['run']['exchanges'][string];

/**
 * A request and its response as sent on the wire.
 * @param role what it was sent for, if the check does not judge it
 * @param repeat a command that sends the request again
 */
export function exchangeHtml(exchange: Shown, role?: string | null, repeat?: string): Html {
  const { request, response, failure } = exchange;
  const code = response && at(parse(response.body), '/error/code');
  return html`<div class="exchange">
<p>${sender(exchange)} <code>${requestLine(exchange)}</code> → <b>${response === null ? 'no response' : `${response.status} ${typeof code === 'string' ? code : ''}`}</b> <span class="soft">${response && `${response.milliseconds} ms, ${response.bodyBytes} bytes`} ${role}</span></p>
<div class="wires"><pre>${`${request.method} ${request.url}\n`}${headers(request.headers)}${body(request.body)}</pre>
<pre>${response ? html`${response.status}\n${headers(response.headers)}${body(response.body)}` : `No response: ${failure ?? 'none came'}`}</pre></div>
${repeat && html`<pre class="whole">${cut(repeat)}</pre>`}
</div>`;
}

function headers(list: [name: string, value: string][]): string {
  return list.map(([name, value]) => `${name}: ${cut(value)}\n`).join('');
}

function body(text: string | null): string {
  return text === null || text === '' ? '' : `\n${cut(indented(text))}`;
}
