import type { Exchange, Why } from '../../judge/data/evidence';
import { type Facts, factsOf } from '../../judge/data/facts';
import { fingerprintOf } from '../../judge/faults/signature';
import { curl } from '../../judge/texts/curl';
import { requestLine, sender } from '../../judge/texts/failure-text';
import { formatWhy } from '../../judge/texts/wording';
import { type Html, html } from './html';
import { indented } from './indented';
import { cut } from './words';

/**
 * A request and its response as sent on the wire, with a command to repeat the request.
 * @param facts say which part the exchange has in a check; null where it is judged, or shown as evidence of a fault
 * @param why what the check asked for it for, if not as its stimulus
 * @param before the earlier requests on the same connection
 */
export function exchangeHtml(
  exchange: Exchange,
  facts: Facts | null,
  before: Exchange[] = [],
  why?: Why,
): Html {
  const { preparation, disturbance } = facts === null ? {} : factsOf(exchange, { facts });
  const role = disturbance
    ? 'retry after 429, 5xx or no response'
    : why !== undefined
      ? formatWhy(why)
      : preparation
        ? 'supports this check, which does not judge it'
        : null;
  return html`<div class="exchange">
<p class="line"><span>${sender(exchange)}</span> <code>${requestLine(exchange)}</code>
<span class="soft" aria-hidden="true">→</span> ${answered(exchange)}${role && html` <span class="soft">${role}</span>`}</p>
${wiresHtml(exchange)}
<div class="repeat"><p class="soft">Repeat</p><pre>${cut(curl(exchange, before))}</pre></div>
</div>`;
}

function wiresHtml({ request, response, failure }: Exchange): Html {
  return html`<div class="wires">
<div><p class="soft">Request</p><pre>${`${request.method} ${request.url}\n`}${headers(request.headers)}${body(request.body)}</pre></div>
<div><p class="soft">Response</p>${
    response
      ? html`<pre><b>${response.status}</b>${'\n'}${headers(response.headers)}${body(response.body)}</pre>${cutNote(response)}`
      : html`<pre>No response: ${failure ?? 'none came'}</pre>`
  }</div>
</div>`;
}

function answered(exchange: Exchange): Html {
  const { response } = exchange;
  if (response === null) return html`<b>no response</b>`;
  const { status, code } = fingerprintOf(exchange);
  return html`<b>${status}${code === null ? '' : ` ${code}`}</b> <span class="soft">${response.milliseconds} ms</span>`;
}

function headers(list: [name: string, value: string][]): Html[] {
  return list.map(([name, value]) => html`<span class="name">${name}:</span> ${cut(value)}${'\n'}`);
}

function body(text: string | null): string {
  return text === null || text === '' ? '' : `\n${cut(indented(text))}`;
}

function cutNote({ body, bodyBytes }: NonNullable<Exchange['response']>): Html | null {
  const shown = Buffer.byteLength(body);
  return bodyBytes > 2048 && shown < bodyBytes
    ? html`<p class="soft">${shown} of ${bodyBytes} bytes were kept.</p>`
    : null;
}
