import { everyOperation, isKnownOperation, type Operation, operationNames } from '../../../spec/operations';
import { groupedBy } from '../../judge/data/grouped';
import { sender } from '../../judge/texts/failure-text';
import { singleLine } from '../../judge/texts/visible-text';
import type { Verdict } from '../../judge/verdict/check-verdicts';
import type { Cell, MatrixRow } from '../../judge/verdict/matrix';
import { type Html, html } from './html';
import { linked, mark, marks } from './words';

const meanings: Record<Cell['verdict'], { like: Verdict; words: string }> = {
  conforms: { like: 'conforms', words: 'expected and received' },
  violates: { like: 'violates', words: 'expected, but another response received' },
  deviates: { like: 'deviates', words: 'recommended and not received' },
  seen: { like: 'unspecified', words: 'received, and not judged' },
};

/** Longer cells are folded. */
const mostShown = 2;

/** A table of error codes and endpoints, with the senders that received each. */
export function codeTableHtml(rows: MatrixRow[]): Html {
  const used = everyOperation.filter(
    (column) =>
      isKnownOperation(column) ||
      rows.some(({ cells }) => cells[column]?.some(({ verdict }) => verdict !== 'seen')),
  );
  return html`<section aria-labelledby="codes-title">
<h2 id="codes-title">The error codes</h2>
<p class="soft">Who received each code, at which endpoint. A number counts senders (keys, and variants of keys and inputs): unfold it to see them. ${Object.values(meanings).map(({ like, words }) => html`${mark(like)} ${words}. `)}</p>
<div class="scroll" tabindex="0" role="region" aria-label="The table of codes">
<table><thead><tr><th scope="col">code</th><th scope="col">status</th>${used.map((column) => html`<th scope="col">${operationNames[column]}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr><th scope="row"><code>${row.code}</code></th><td>${row.status}</td>${cellsHtml(row, used)}</tr>`)}</tbody></table>
</div>
</section>`;
}

function cellsHtml({ cells, absent, clauses }: MatrixRow, used: readonly Operation[]): Html {
  if (absent && used.every((column) => !cells[column]?.length)) {
    const why = [absent.verdict, singleLine(absent.reason, 200)].filter(Boolean).join(': ');
    return html`<td colspan="${used.length}">${mark(absent.verdict)} ${why} ${linked(clauses[0] ?? '')}</td>`;
  }
  return html`${used.map((column) => html`<td>${cellHtml(cells[column] ?? [])}</td>`)}`;
}

function cellHtml(cells: Cell[]): Html | null {
  if (cells.length === 0) return null;
  const list = html`<ul>${cells.map(
    (cell) =>
      html`<li>${mark(meanings[cell.verdict].like)} <a href="#${cell.check}">${sender(cell)}</a><span class="unseen"> ${meanings[cell.verdict].words}</span></li>`,
  )}</ul>`;
  if (cells.length <= mostShown) return list;
  const groups = groupedBy(cells, ({ verdict }) => verdict);
  return html`<details><summary>${groups.map((same) => html`<span class="verdict ${meanings[same[0].verdict].like}">${marks[meanings[same[0].verdict].like]} ${same.length}<span class="unseen"> senders</span></span> `)}</summary>${list}</details>`;
}
