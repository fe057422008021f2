import type { Fault } from '../../judge/faults/faults';
import type { KnownFailure } from '../../judge/faults/known-failures';
import { exchangesShown } from '../../judge/texts/failure-text';
import type { Report } from '../../judge/verdict/report';
import { entryOf } from '../known-failures-file';
import type { Item } from '../view';
import { exchangeHtml } from './exchange';
import { type Html, html } from './html';
import { rowsHtml } from './sections';
import { linked, mark, prose } from './words';

/** Rows that the exchange shows. */
const onTheWire: ReadonlySet<string> = new Set(['Request', 'Response']);

/** The faults of a run, the worst first: a line each, which unfolds to what shows the fault. */
export function faultsHtml(report: Report, items: readonly Item[]): Html | null {
  const { faults } = report;
  if (faults.length === 0) return null;
  const violated = faults.some(({ verdict }) => verdict === 'violates');
  return html`<section>
<h2>${violated ? 'Faults, the worst first' : 'Recommendations not met'}</h2>
${faults.map((fault, index) => faultHtml(fault, entryOf(report, fault), items[index], index + 1, faults.length === 1))}
</section>
`;
}

function faultHtml(
  { verdict, title, sentence, ways }: Fault,
  entry: KnownFailure | undefined,
  item: Item | undefined,
  number: number,
  open: boolean,
): Html {
  const rows = item?.rows.filter(([name]) => !onTheWire.has(name)) ?? [];
  return html`<details class="fault ${verdict}" id="fault-${number}"${open && html` open`}><summary>${mark(verdict)} <b>${prose(title)}</b>${prose(sentence.slice(title.length))} <span class="soft">[${item?.label}]</span></summary>
${rowsHtml(rows, linked)}
${exchangesShown(ways[0][0]).map((each) => exchangeHtml(each))}
${entry && html`<details><summary>Tolerate it for now: its entry for the list of known failures (KNOWN_FAILURES)</summary><pre>- ${JSON.stringify(entry)}</pre></details>`}
</details>
`;
}
