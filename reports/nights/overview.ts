import { counted } from '../../tests/engine/wording';
import { text } from '../markdown';
import { documentOf, textOf } from '../page/document';
import { type Html, html } from '../page/html';
import { mark, prose } from '../page/words';
import { type SavedClause as Clause, type SavedRecord, verdictWords } from './saved-record';

const style = textOf('base.css', 'overview.css');

/** The runs of a night on several targets, as one report: every clause beside its verdict on each of them. */

export interface TargetRun {
  record: SavedRecord;
  /** Address of its own page, relative to this report; null where there is none. */
  page: string | null;
}

interface Row {
  id: string;
  sentence: string;
  /** A target's clause in the order of the targets; undefined where its run knows no such clause. */
  clauses: (Clause | undefined)[];
}

/** The clauses that can be judged, those first on which not every target conforms. */
function rowsOf(runs: TargetRun[]): Row[] {
  const ids = runs.flatMap(({ record }) =>
    record.result.clauses.filter(({ level }) => level === 'must' || level === 'advice').map(({ id }) => id),
  );
  const rows = [...new Set(ids)].map((id) => {
    const clauses = runs.map(({ record }) => record.result.clauses.find((clause) => clause.id === id));
    return { id, sentence: clauses.find((clause) => clause)?.sentence ?? '', clauses };
  });
  return [...rows.filter((row) => !conforms(row)), ...rows.filter(conforms)];
}

function conforms({ clauses }: Row): boolean {
  return clauses.every((clause) => clause?.verdict === 'conforms');
}

/** One page: the targets, then the clauses. No script; it asks the network for nothing. */
export function overviewPageOf(runs: TargetRun[]): string {
  const rows = rowsOf(runs);
  const bad = runs.some(({ record }) => record.result.outcome.exitCode !== 0);
  return documentOf(
    summary(runs),
    style,
    html`<header class="head ${bad ? 'violates' : 'conforms'}">
<p class="word"><span class="dot" aria-hidden="true"></span>${counted(runs.length, 'target')}</p>
<h1>${summary(runs)}</h1>
</header>
<main>
<div class="scroll"><table>
<thead><tr><th scope="col">Clause</th>${runs.map(headHtml)}<th scope="col">Says</th></tr></thead>
<tbody>${rows.map(rowHtml)}</tbody>
</table></div>
</main>`,
  );
}

function headHtml({ record: { result }, page }: TargetRun): Html {
  const name = page === null ? html`${result.target}` : html`<a href="${page}">${result.target}</a>`;
  return html`<th scope="col">${name}<br>${result.outcome.word}</th>`;
}

function rowHtml({ id, sentence, clauses }: Row): Html {
  const cell = (clause: Clause | undefined) =>
    clause ? html`${mark(clause.verdict)} ${verdictWords(clause)}` : 'no such clause';
  return html`<tr><th scope="row"><code>${id}</code></th>${clauses.map((clause) => html`<td>${cell(clause)}</td>`)}<td>${prose(sentence)}</td></tr>
`;
}

/** The same for a job summary: the targets, and the clauses on which not all of them conform. */
export function overviewMarkdownOf(runs: TargetRun[]): string {
  const targets = runs.map(({ record: { result } }) => {
    const { word, sentence } = result.outcome;
    return `- ${text(result.target)}: **${word}**: ${text(sentence)}`;
  });
  const head = [
    ['Clause', ...runs.map(({ record }) => text(record.result.target))],
    ['---', ...runs.map(() => '---')],
  ];
  const body = rowsOf(runs)
    .filter((row) => !conforms(row))
    .map(({ id, clauses }) => [text(id), ...clauses.map((clause) => (clause ? verdictWords(clause) : ''))]);
  const table = [...head, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  return [`## ${summary(runs)}`, targets.join('\n'), ...(body.length === 0 ? [] : [table]), ''].join('\n\n');
}

function summary(runs: TargetRun[]): string {
  const good = runs.filter(({ record }) => record.result.outcome.word === 'conforms').length;
  return `${good} of ${runs.length} targets conform`;
}
