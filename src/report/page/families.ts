import { counted } from '../../judge/texts/wording';
import type { Verdict } from '../../judge/verdict/check-verdicts';
import {
  formatCoverage,
  type ProbeCoverage,
  type ProbeCoverageCell,
  seenIn,
} from '../../judge/verdict/probe-coverage';
import { type Html, html } from './html';
import { mark } from './words';

/**
 * The probe families of a check by the operations at which they were sent, folded; nothing where there are
 * none.
 */
export function familiesHtml(rows: readonly ProbeCoverage[]): Html | null {
  if (rows.length === 0) return null;
  const clauses = [...new Set(rows.map(({ clause }) => clause))];
  const places = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  const total = clauses.map((clause) => seenIn(rows, clause));
  return html`<section aria-labelledby="families-title">
<details><summary><h2 id="families-title">Families of probes</h2> <span>${counted(rows.length, 'family', 'families')} of invalid or unusual input; ${formatCoverage(rows)} (a variation is a family at an operation)</span></summary>
<p class="legend">How many probes of each family were sent to each operation: <span>${mark('conforms')} the expected response</span> <span>${mark('violates')} how many violate, of all that were sent</span> <span>${mark('unspecified')} recorded, not judged</span> <span>${mark('not tested')} none: not sampled, not described in the target file, or beyond MAX_AI_REQUESTS</span></p>
<p class="sideways soft" aria-hidden="true">The table goes on to the right →</p>
<div class="scroll" tabindex="0" role="region" aria-label="The table of families">
<table><thead><tr><th scope="col">family</th>${places.map((place) => html`<th scope="col">${place}</th>`)}</tr></thead>
${clauses.map(
  (
    clause,
    index,
  ) => html`<tbody><tr><th scope="rowgroup" colspan="${places.length + 1}"><a href="#${clause}">${clause}</a> ${total[index]?.seen ?? 0} of ${total[index]?.of ?? 0} tested</th></tr>
${rows.filter((row) => row.clause === clause).map((row) => html`<tr><th scope="row">${row.family}</th>${places.map((place) => html`<td>${cellHtml(row.cells[place])}</td>`)}</tr>`)}</tbody>`,
)}</table>
</div></details>
</section>`;
}

const none = ['not sampled', 'not described', 'over budget'];

function cellHtml(cell: ProbeCoverageCell | undefined): Html | null {
  if (cell === undefined) return null;
  const { verdict, members, violating } = cell;
  if (none.includes(verdict)) return html`${mark('not tested')}<span class="unseen">${verdict}</span>`;
  return html`<a href="#${cell.check}">${mark(verdict as Verdict)}<span class="unseen">${verdict}: </span>${violating > 0 ? `${violating} of ${members}` : members}</a>`;
}
