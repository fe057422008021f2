import { worstFirst } from '../../judge/check-verdicts';
import { labelOf } from '../../judge/faults';
import { groupedBy } from '../../judge/grouped';
import { counted, formatTime } from '../../judge/wording';
import { text } from '../markdown';
import { documentOf } from '../page/document';
import { type Html, html } from '../page/html';
import { headline, mark, prose } from '../page/words';
import { type FaultAcross, faultsAcross } from './faults-across';
import { type SavedClause as Clause, formatVerdict, type SavedRecord } from './saved-record';

/** The runs of a night on several targets as one report: all clauses with their verdict on each target. */

/** The latest run of each target, in the given order of targets. */
export function latestOf(runs: readonly TargetRun[]): TargetRun[] {
  return groupedBy(runs, ({ record }) => record.result.target).map((own) =>
    own.reduce((latest, run) => (run.record.run.started > latest.record.run.started ? run : latest)),
  );
}

export interface TargetRun {
  record: SavedRecord;
  /** The address of its page, relative to this report; null where there is none. */
  page: string | null;
}

interface Row {
  id: string;
  sentence: string;
  /** A clause on each target, in their order; undefined where a run does not know the clause. */
  clauses: (Clause | undefined)[];
}

/** The clauses that can be judged, the worst first. The worst target of each decides. */
function rowsOf(runs: TargetRun[]): Row[] {
  const ids = runs.flatMap(({ record }) =>
    record.result.clauses.filter(({ level }) => level === 'must' || level === 'should').map(({ id }) => id),
  );
  const rows = [...new Set(ids)].map((id) => {
    const clauses = runs.map(({ record }) => record.result.clauses.find((clause) => clause.id === id));
    return { id, sentence: clauses.find((clause) => clause)?.sentence ?? '', clauses };
  });
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

/** The rank of the worst verdict in a row. What conforms everywhere comes last. */
function rank(row: Row): number {
  if (conforms(row)) return worstFirst.length;
  const verdicts = row.clauses.map((clause) => clause?.verdict ?? 'not tested');
  return Math.min(
    ...verdicts.filter((verdict) => verdict !== 'conforms').map((verdict) => worstFirst.indexOf(verdict)),
  );
}

function conforms({ clauses }: Row): boolean {
  return clauses.every((clause) => clause?.verdict === 'conforms');
}

/** One page with the targets, then the clauses. It has no script and requests nothing from the network. */
export function overviewPageOf(runs: TargetRun[]): string {
  const rows = rowsOf(runs);
  const faults = faultsAcross(runs.map(({ record }) => record));
  const differing = rows.filter((row) => !conforms(row));
  const good = rows.filter(conforms);
  const bad = runs.some(({ record }) => record.result.outcome.exitCode !== 0);
  const used = worstFirst.filter((verdict) =>
    rows.some(({ clauses }) => clauses.some((clause) => clause?.verdict === verdict)),
  );
  return documentOf(
    summary(runs),
    html`<header class="head ${bad ? 'violates' : 'conforms'}">
<p class="word"><span class="dot" aria-hidden="true"></span>${counted(runs.length, 'target')}</p>
<h1>${headline(summary(runs))}</h1>
<ol class="lines">${runs.map(targetHtml)}</ol>
</header>
<main>
${faults.length > 0 && html`<section><ol class="lines">${faults.map((each) => faultHtml(each, runs))}</ol></section>`}
<ul class="legend">${used.map((verdict) => html`<li>${mark(verdict)} ${verdict}</li>`)}</ul>
${differing.length > 0 && tableHtml(runs, differing)}
${good.length > 0 && html`<details class="more"><summary>${counted(good.length, 'clause')} that every target keeps</summary>${tableHtml(runs, good)}</details>`}
</main>`,
  );
}

/** A fault with the numbers of the targets that have it. Each number links to it in the page of its run. */
function faultHtml({ fault, seen }: FaultAcross, runs: readonly TargetRun[]): Html {
  const places = runs.flatMap(({ record, page }, index) => {
    const own = seen[index];
    if (own === undefined) return [];
    const number = html`<b>${index + 1}</b>`;
    return page === null
      ? number
      : html`<a href="${page}#fault-${record.run.faults.indexOf(own) + 1}">${number}</a>`;
  });
  return html`<li class="${fault.verdict}">${mark(fault.verdict)} <span>${prose(fault.sentence)} <span class="soft">[${labelOf(fault)}] on ${places.map((place, index) => html`${index > 0 && ', '}${place}`)}</span></span></li>
`;
}

function targetHtml({ record: { result, run }, page }: TargetRun, index: number): Html {
  const { word, sentence } = result.outcome;
  const name = page === null ? html`${result.target}` : html`<a href="${page}">${result.target}</a>`;
  return html`<li><b>${index + 1}</b> <span>${name} <span class="verdict ${word}">${word}</span> <span class="soft">${formatTime(run.started)}. ${sentence}</span></span></li>`;
}

/** One numbered column for each target. The sentence of a clause stands below its id. */
function tableHtml(runs: TargetRun[], rows: Row[]): Html {
  return html`<table class="marks">
<thead><tr><th scope="col">Clause</th>${runs.map(({ record: { result } }, index) => html`<th scope="col"><span aria-hidden="true">${index + 1}</span><span class="unseen">${result.target}</span></th>`)}</tr></thead>
<tbody>${rows.map(rowHtml)}</tbody>
</table>`;
}

function rowHtml({ id, sentence, clauses }: Row): Html {
  const cell = (clause: Clause | undefined) =>
    clause
      ? html`${mark(clause.verdict)}<span class="unseen">${formatVerdict(clause)}</span>`
      : html`<span class="unseen">no such clause</span>`;
  return html`<tr><th scope="row"><code>${id}</code><br><span class="soft">${prose(sentence)}</span></th>${clauses.map((clause) => html`<td>${cell(clause)}</td>`)}</tr>
`;
}

/** The overview as Markdown for a job summary: the targets, and the clauses that do not conform on all of them. */
export function overviewMarkdownOf(runs: TargetRun[]): string {
  const targets = runs.map(({ record: { result, run } }) => {
    const { word, sentence } = result.outcome;
    return `- ${text(result.target)}, ${formatTime(run.started)}: **${word}**: ${text(sentence)}`;
  });
  const faults = faultsAcross(runs.map(({ record }) => record)).map(({ fault, seen }) => {
    const where = runs.flatMap(({ record }, index) => (seen[index] ? text(record.result.target) : []));
    return `1. ${text(fault.sentence)} [${labelOf(fault)}] on ${where.join(', ')}`;
  });
  const head = [
    ['Clause', ...runs.map(({ record }) => text(record.result.target))],
    ['---', ...runs.map(() => '---')],
  ];
  const body = rowsOf(runs)
    .filter((row) => !conforms(row))
    .map(({ id, clauses }) => [text(id), ...clauses.map((clause) => (clause ? formatVerdict(clause) : ''))]);
  const table = [...head, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return [
    `## ${summary(runs)}`,
    targets.join('\n'),
    ...(faults.length === 0 ? [] : [`### Faults\n\n${faults.join('\n')}`]),
    ...(body.length === 0 ? [] : [table]),
    '',
  ].join('\n\n');
}

function summary(runs: TargetRun[]): string {
  const good = runs.filter(({ record }) => record.result.outcome.word === 'conforms').length;
  return `${good} of ${runs.length} targets conform`;
}
