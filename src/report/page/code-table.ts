import { everyOperation, isKnownOperation, type Operation, operationNames } from '../../../spec/operations';
import { groupedBy } from '../../judge/data/grouped';
import { sender } from '../../judge/texts/failure-text';
import { singleLine } from '../../judge/texts/visible-text';
import type { Verdict } from '../../judge/verdict/check-verdicts';
import type { Cell, MatrixRow } from '../../judge/verdict/matrix';
import { type Html, html } from './html';
import { mark } from './words';

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
  const met = new Set(
    rows.flatMap(({ cells }) => Object.values(cells).flatMap((there) => there.map((cell) => cell.verdict))),
  );
  const key = (['conforms', 'violates', 'deviates', 'seen'] as const).filter((verdict) => met.has(verdict));
  return html`<section aria-labelledby="codes-title">
<h2 id="codes-title">The error codes</h2>
${key.length > 0 && html`<p class="legend">Who received each code, at which endpoint. A number counts senders (keys, and variants of keys and inputs): unfold it to see them. ${key.map((verdict) => html`<span>${mark(meanings[verdict].like)} ${meanings[verdict].words}</span> `)}</p>`}
<p class="sideways soft" aria-hidden="true">The table goes on to the right →</p>
<div class="scroll" tabindex="0" role="region" aria-label="The table of codes">
<table><thead><tr><th scope="col">code</th><th scope="col">status</th>${used.map((column) => html`<th scope="col">${operationNames[column]}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr><th scope="row"><code>${row.code}</code></th><td class="number">${row.status}</td>${cellsHtml(row, used)}</tr>`)}</tbody></table>
</div>
</section>`;
}

function cellsHtml({ cells, absent, clauses }: MatrixRow, used: readonly Operation[]): Html {
  if (absent && used.every((column) => !cells[column]?.length)) {
    const link = clauses[0] && html` (<a href="#${clauses[0]}">${clauses[0]}</a>)`;
    return html`<td class="soft" colspan="${used.length}">${mark(absent.verdict)} ${absent.verdict}${absent.reason && `: ${singleLine(absent.reason, 200)}`}${link}</td>`;
  }
  return html`${used.map((column) => html`<td>${cellHtml(cells[column] ?? [])}</td>`)}`;
}

function cellHtml(cells: Cell[]): Html | null {
  if (cells.length === 0) return null;
  if (cells.length <= mostShown) return listHtml(cells);
  const groups = groupedBy(cells, ({ verdict }) => verdict);
  return html`<details><summary class="folded">${groups.map(([first, ...others]) => html`<span>${mark(meanings[first.verdict].like)}${others.length + 1}<span class="unseen"> senders</span></span> `)}</summary>${listHtml(cells)}</details>`;
}

function listHtml(cells: Cell[]): Html {
  return html`<ul>${cells.map(
    (cell) =>
      html`<li class="sender">${mark(meanings[cell.verdict].like)}<span class="unseen">${meanings[cell.verdict].words}: </span><a href="#${cell.check}">${foldable(sender(cell))}</a></li>`,
  )}</ul>`;
}

/** A long variable name may wrap, so that all columns fit. */
function foldable(words: string): Html {
  return html`${words.split(/(?<=_)(?!KEY)/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}`;
}
