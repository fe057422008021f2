import { accountOf } from '../../../spec/accounts';
import { everyOperation, isKnownOperation, type Operation, operationNames } from '../../../spec/operations';
import { groupedBy } from '../../judge/data/grouped';
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

/** The sender in few words: an account by its role, and API_KEY only where nothing else names the sender. */
function shortSender({ actor, variable }: Cell): string {
  if (actor === 'nobody') return 'no key';
  if (variable === undefined) return actor;
  const account = accountOf(variable).role ?? variable;
  if (actor === 'owner' || actor === variable || actor === account) return account;
  return variable === 'API_KEY' ? actor : `${account}, ${actor}`;
}

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
<p class="soft">Who received each code, at which operation. A number counts senders (accounts, and variants of keys and inputs of API_KEY): unfold it to see them. ${Object.values(meanings).map(({ like, words }) => html`${mark(like)} ${words}. `)}</p>
<table class="codes"><thead><tr><th scope="col">code</th><th scope="col">status</th>${used.map((column) => html`<th scope="col">${headHtml(operationNames[column])}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr><th scope="row"><code>${row.code}</code></th><td>${row.status}</td>${cellsHtml(row, used)}</tr>`)}</tbody></table>
</section>`;
}

/** A path may break after a slash. */
const headHtml = (name: string) => name.split(/(?<=\/)/).map((piece) => html`${piece}<wbr>`);

function cellsHtml({ cells, absent, clauses }: MatrixRow, used: readonly Operation[]): Html {
  if (absent && used.every((column) => !cells[column]?.length)) {
    const why = [absent.verdict, singleLine(absent.reason, 200)].filter(Boolean).join(': ');
    return html`<td colspan="${used.length}">${mark(absent.verdict)} ${why} ${linked(clauses[0] ?? '')}</td>`;
  }
  return html`${used.map((column) => html`<td data-operation="${operationNames[column]}">${cellHtml(cells[column] ?? [])}</td>`)}`;
}

function cellHtml(cells: Cell[]): Html | null {
  if (cells.length === 0) return null;
  const list = html`<ul>${cells.map(
    (cell) =>
      html`<li>${mark(meanings[cell.verdict].like)} <a href="#${cell.check}">${shortSender(cell)}</a><span class="unseen"> ${meanings[cell.verdict].words}</span></li>`,
  )}</ul>`;
  if (cells.length <= mostShown) return list;
  const groups = groupedBy(cells, ({ verdict }) => verdict);
  return html`<details><summary>${groups.map((same) => html`<span class="verdict ${meanings[same[0].verdict].like}">${marks[meanings[same[0].verdict].like]} ${same.length}<span class="unseen"> senders</span></span> `)}</summary>${list}</details>`;
}
