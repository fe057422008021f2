import type { Fault } from '../../judge/faults/faults';
import { exchangesShown } from '../../judge/texts/failure-text';
import type { Item } from '../view';
import { exchangeHtml } from './exchange';
import { type Html, html } from './html';
import { rowsHtml } from './sections';
import { linked, mark, prose } from './words';

/** Rows that the exchange shows. */
const onTheWire: ReadonlySet<string> = new Set(['Request', 'Response']);

/** The faults of a run, the worst first: a line each, which unfolds to what shows the fault. */
export function faultsHtml(faults: readonly Fault[], items: readonly Item[]): Html | null {
  if (faults.length === 0) return null;
  const violated = faults.some(({ verdict }) => verdict === 'violates');
  return html`<section>
<h2>${violated ? 'Faults, the worst first' : 'Recommendations not met'}</h2>
${faults.map((fault, index) => faultHtml(fault, items[index], index + 1, faults.length === 1))}
</section>
`;
}

function faultHtml(fault: Fault, item: Item | undefined, number: number, open: boolean): Html {
  const { verdict, title, sentence, ways, known, entries } = fault;
  const rows = item?.rows.filter(([name]) => !onTheWire.has(name)) ?? [];
  return html`<details class="fault ${verdict}" id="fault-${number}"${open && html` open`}><summary>${mark(verdict)} <b>${prose(title)}</b>${prose(sentence.slice(title.length))} <span class="soft">[${item?.label}]</span></summary>
${rowsHtml(rows, linked)}
${known?.link && html`<p><a href="${known.link}">${known.link}</a></p>`}
${exchangesShown(ways[0][0]).map((each) => exchangeHtml(each))}
${entries.length > 0 && html`<details><summary>Tolerate it for now: entries for the list of known failures (KNOWN_FAILURES)</summary>${entries.map((each) => html`<pre>${JSON.stringify(each)}</pre>`)}</details>`}
</details>
`;
}
