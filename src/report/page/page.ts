import { accountOf } from '../../../spec/accounts';
import type { Clause } from '../../../spec/clause';
import { everyOperation, isKnownOperation, type Operation, operationNames } from '../../../spec/operations';
import type { Context, Exchange } from '../../judge/data/evidence';
import { factsOf } from '../../judge/data/facts';
import { groupedBy } from '../../judge/data/grouped';
import { suiteInfo } from '../../judge/data/suite-info';
import { curl } from '../../judge/texts/curl';
import { exchangesShown, type Row } from '../../judge/texts/failure-text';
import { singleLine } from '../../judge/texts/visible-text';
import {
  capital,
  counted,
  formatExpectation,
  formatNote,
  formatObservation,
  formatReason,
  formatTarget,
  formatTime,
} from '../../judge/texts/wording';
import type { CheckVerdict, Verdict } from '../../judge/verdict/check-verdicts';
import { isCutShort } from '../../judge/verdict/check-verdicts';
import type { Cell, MatrixRow } from '../../judge/verdict/matrix';
import { isKnown, titleOf } from '../../judge/verdict/outcome';
import type { Report } from '../../judge/verdict/report';
import type { ClauseVerdict } from '../../judge/verdict/verdicts';
import { type FaultItem, faultsIn, type Section, type View, viewOf } from '../view';
import { cut, documentOf, exchangeHtml, type Html, html, linked, prose, rowsHtml } from './html';

/** The page of a run: its view, then the contract with its verdicts, in one file that requests nothing from the network. */
export function pageOf(report: Report): string {
  const view = viewOf(report);
  const faults = faultsIn(view);
  const others = view.sections.filter(({ items }) => items.every(({ fault }) => fault === undefined));
  const { name, target } = report.source.settings;
  const [worst] = faults;
  return documentOf(
    `${titleOf(report.outcome)}: ${name ?? target}`,
    html`<a class="skip" href="#contract">To the contract</a>
${headHtml(report, view)}
<main>
${
  worst &&
  html`<section>
<h2>${worst.fault.verdict === 'violates' ? 'Faults, the worst first' : 'Recommendations not met'}</h2>
${faults.map((item, index) => faultHtml(item, index + 1, faults.length === 1))}
</section>`
}
${others.map((each) => sectionHtml(each, report.outcome.word !== 'violates'))}
${overviewHtml(report.clauses)}
${codeTableHtml(report.matrix)}
${contractHtml(report, faults)}
</main>
<footer><h2>The run</h2>${rowsHtml(view.facts)}</footer>`,
    true,
  );
}

/** Characters. An instruction that names all parts of a target file is shown whole. */
const LONGEST_REASON = 800;

/** The top of the page: the outcome in one sentence, and the reasons. */
function headHtml({ outcome, source }: Report, { reasons }: View): Html {
  // The reason why the run stopped says more than the number of checks that were not judged.
  const [stop, ...rest] = outcome.word === 'unavailable' ? reasons : [undefined, ...reasons];
  const head = singleLine(stop ?? outcome.sentence, LONGEST_REASON);
  return html`<header class="head ${outcome.word}">
<p><b class="verdict">${titleOf(outcome)}${outcome.partial && ' (partial run)'}</b> <span class="soft">${formatTarget(source.settings)}, ${formatTime(source.started)}</span></p>
<h1>${/^https?:/.test(head) ? head : capital(head)}</h1>
<ul>${rest.slice(0, 12).map((each) => html`<li>${prose(singleLine(each ?? '', LONGEST_REASON))}</li>`)}${rest.length > 12 && html`<li>and ${rest.length - 12} more</li>`}</ul>
</header>`;
}

/** Rows that the exchange shows. */
const onTheWire: ReadonlySet<string> = new Set(['Request', 'Response']);

/** A fault as a line, which unfolds to what shows it. */
function faultHtml({ fault, words, label, rows, entry }: FaultItem, number: number, open: boolean): Html {
  const { verdict, title, ways } = fault;
  return html`<details class="fault ${verdict}" id="fault-${number}"${open && html` open`}><summary>${mark(verdict)} <b>${prose(title)}</b>${prose(words.slice(title.length))} <span class="soft">[${label}]</span></summary>
${rowsHtml(
  rows.filter(([name]) => !onTheWire.has(name)),
  linked,
)}
${exchangesShown(ways[0][0]).map((each) => exchangeHtml(each))}
${entry && html`<details><summary>Tolerate it for now: its entry for the list of known failures (KNOWN_FAILURES)</summary><pre class="whole">- ${JSON.stringify(entry)}</pre></details>`}
</details>
`;
}

/** @param open whether a folded section is unfolded */
function sectionHtml({ title, items, folded }: Section, open: boolean): Html {
  const list = html`<ul>${items.map(
    ({ words, rows }) => html`<li>${linked(words)}${rows.length > 0 && rowsHtml(rows, linked)}</li>`,
  )}</ul>`;
  if (!folded) return html`<section><h2>${title}</h2>${list}</section>\n`;
  return html`<details class="more"${open && html` open`}><summary>${title} (${items.length})</summary>${list}</details>\n`;
}

/** The mark of a verdict: a verdict is never shown by colour alone. */
const marks: Record<Verdict, string> = {
  violates: '✕',
  inconclusive: '?',
  blocked: '!',
  deviates: '≈',
  conforms: '✓',
  'not tested': '–',
  unspecified: '○',
  unobservable: '·',
};

/** The class of a verdict. */
const styleOf = (verdict: Verdict) => verdict.replace(' ', '-');

const mark = (verdict: Verdict) =>
  html`<span class="mark ${styleOf(verdict)}" aria-hidden="true">${marks[verdict]}</span>`;

const verdictHtml = (verdict: Verdict, known = false) =>
  html`<span class="verdict ${styleOf(verdict)}">${verdict}${known && ', known'}</span>`;

const chapterOf = (id: string) => id.split('.')[0];

/** Every clause as a box with its verdict, by chapter: the whole contract at a glance. */
function overviewHtml(clauses: readonly ClauseVerdict[]): Html {
  const boxOf = ({ id, verdict }: ClauseVerdict) =>
    html`<a class="box ${styleOf(verdict)}" href="#${id}" title="${id}: ${verdict}">${marks[verdict]}<span class="unseen"> ${id}: ${verdict}</span></a> `;
  return html`<nav class="overview" aria-label="Every clause">${Object.entries(suiteInfo.chapters).map(
    ([name, { title }]) =>
      html`<div><p class="soft">${title}</p><div class="boxes">${clauses.filter(({ id }) => chapterOf(id) === name).map(boxOf)}</div></div>`,
  )}</nav>`;
}

const meanings: Record<Cell['verdict'], { like: Verdict; words: string }> = {
  conforms: { like: 'conforms', words: 'expected and received' },
  violates: { like: 'violates', words: 'expected, but another response received' },
  deviates: { like: 'deviates', words: 'recommended and not received' },
  seen: { like: 'unspecified', words: 'received, and not judged' },
};

/** A table of error codes and endpoints, with the senders that received each. */
function codeTableHtml(rows: readonly MatrixRow[]): Html {
  const used = everyOperation.filter(
    (column) =>
      isKnownOperation(column) ||
      rows.some(({ cells }) => cells[column]?.some(({ verdict }) => verdict !== 'seen')),
  );
  // A path may break after a slash.
  const headOf = (column: Operation) =>
    operationNames[column].split(/(?<=\/)/).map((piece) => html`${piece}<wbr>`);
  return html`<section aria-labelledby="codes-title">
<h2 id="codes-title">The error codes</h2>
<p class="soft">Who received each code, at which operation. A number counts senders (accounts, and variants of keys and inputs of API_KEY): unfold it to see them. ${Object.values(meanings).map(({ like, words }) => html`${mark(like)} ${words}. `)}</p>
<table class="codes"><thead><tr><th scope="col">code</th><th scope="col">status</th>${used.map((column) => html`<th scope="col">${headOf(column)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr><th scope="row"><code>${row.code}</code></th><td>${row.status}</td>${cellsHtml(row, used)}</tr>`)}</tbody></table>
</section>`;
}

function cellsHtml({ cells, absent, clauses }: MatrixRow, used: readonly Operation[]): Html {
  if (absent && used.every((column) => !cells[column]?.length)) {
    const why = [absent.verdict, singleLine(absent.reason, 200)].filter(Boolean).join(': ');
    return html`<td colspan="${used.length}">${mark(absent.verdict)} ${why} ${linked(clauses[0] ?? '')}</td>`;
  }
  return html`${used.map((column) => html`<td data-operation="${operationNames[column]}">${cellHtml(cells[column] ?? [])}</td>`)}`;
}

/** Longer cells are folded. */
const mostSenders = 2;

function cellHtml(cells: Cell[]): Html | null {
  if (cells.length === 0) return null;
  const list = html`<ul>${cells.map((cell) => {
    const { like, words } = meanings[cell.verdict];
    return html`<li>${mark(like)} <a href="#${cell.check}">${shortSender(cell)}</a><span class="unseen"> ${words}</span></li>`;
  })}</ul>`;
  if (cells.length <= mostSenders) return list;
  const counts = groupedBy(cells, ({ verdict }) => verdict).map((same) => {
    const { like } = meanings[same[0].verdict];
    return html`<span class="verdict ${like}">${marks[like]} ${same.length}<span class="unseen"> senders</span></span> `;
  });
  return html`<details><summary>${counts}</summary>${list}</details>`;
}

/** The sender in few words: an account by its role, and API_KEY only where nothing else names the sender. */
function shortSender({ actor, variable }: Cell): string {
  if (actor === 'nobody') return 'no key';
  if (variable === undefined) return actor;
  const account = accountOf(variable).role ?? variable;
  if (actor === 'owner' || actor === variable || actor === account) return account;
  return variable === 'API_KEY' ? actor : `${account}, ${actor}`;
}

/** What the parts of the contract know of the whole run. */
interface Whole {
  faults: readonly FaultItem[];
  /** Exchange id -> the check that shows it. Other checks with this exchange link there. */
  homes: ReadonlyMap<string, string>;
  context: Context;
}

/** The contract by chapters, with the verdict of each clause, and a filter. */
function contractHtml({ clauses, context }: Report, faults: readonly FaultItem[]): Html {
  const chapters = Object.entries(suiteInfo.chapters);
  const whole = { faults, homes: homesOf(clauses), context };
  const options = (Object.keys(marks) as Verdict[]).flatMap((verdict) => {
    const { length } = clauses.filter((clause) => clause.verdict === verdict);
    return length === 0 ? [] : html`<option value="${styleOf(verdict)}">${verdict} (${length})</option>`;
  });
  return html`<h2 id="contract">The contract</h2>
<nav aria-label="Chapters">${chapters.map(([name, { title }]) => html`<a href="#${name}">${title}</a> `)}</nav>
<form class="filter" role="search" hidden>
<select name="verdict" aria-label="Verdict"><option value="">all verdicts</option>${options}</select>
<input name="words" type="search" aria-label="Filter" placeholder="words, ids, codes" autocomplete="off" spellcheck="false">
<output aria-live="polite"></output>
</form>
<p class="soft">violates: breaks a must clause. deviates: does not meet a should clause, which is a recommendation. unspecified: the contract does not say it; recorded only. unobservable: no client can see it. needs: what must be set or described to test it. billable: may send AI requests. bursts: sends many requests quickly.</p>
${chapters.map(
  ([name, { title }]) => html`<section class="chapter" id="${name}" aria-labelledby="${name}-title">
<h3 id="${name}-title">${title}</h3>
${clauses.map((each) => {
  const clause = chapterOf(each.id) === name && suiteInfo.ledger[each.id];
  return clause && clauseHtml(clause, each, whole);
})}
</section>
`,
)}`;
}

/**
 * The check that shows an exchange that several share: the first that judges it, or else the first that
 * depends on it.
 */
function homesOf(clauses: readonly ClauseVerdict[]): Map<string, string> {
  const checks = clauses.flatMap((clause) => clause.checks);
  const judged = checks.flatMap(({ id, findings }) =>
    findings.flatMap(({ exchanges }) => exchanges.map((exchange) => [exchange, id] as const)),
  );
  const built = checks.flatMap(({ id, exchanges }) =>
    exchanges.map((exchange) => [exchange.id, id] as const),
  );
  // A map keeps the last of several entries with the same key.
  return new Map([...judged, ...built].reverse());
}

/** A clause, folded unless it could not be judged. */
function clauseHtml(clause: Clause, verdict: ClauseVerdict, whole: Whole): Html {
  const { id, checks, judged } = verdict;
  const open = ['inconclusive', 'blocked'].includes(verdict.verdict) && !isCutShort(verdict);
  const reason = verdict.verdict !== 'unspecified' && verdict.reason && formatReason(verdict.reason);
  const facts = [
    ...(verdict.verdict === clause.level ? [] : [clause.level]),
    ...(clause.needs ? [`needs ${clause.needs.join(', ')}`] : []),
    ...(judged > 0 ? [`judged on ${counted(judged, 'response')} of the run`] : []),
  ];
  return html`<details class="clause ${styleOf(verdict.verdict)}" id="${id}"${open && html` open`}><summary>${mark(verdict.verdict)} <b>${id}</b> ${prose(clause.sentence)} ${verdictHtml(verdict.verdict, isKnown(verdict))}${reason && html` <span class="reason soft">${cut(reason)}</span>`}</summary>
<p class="soft">section ${clause.section}${facts.map((each) => `; ${each}`)}</p>
${clause.why && html`<p class="soft">${clause.why}</p>`}
${whole.faults.map(({ fault }, index) => fault.clauses.includes(id) && html`<p><a href="#fault-${index + 1}">Fault ${index + 1}</a>: ${prose(fault.title)}</p>`)}
${checks.length > 0 && html`<ul aria-label="Checks">${checks.map((each) => checkHtml(each, whole))}</ul>`}
</details>
`;
}

function checkHtml(each: CheckVerdict, { homes, context }: Whole): Html {
  const { id, exchanges, findings, observations } = each;
  const shown = exchanges.filter((exchange) => homes.get(exchange.id) === id);
  const elsewhere = exchanges.flatMap((exchange) => homes.get(exchange.id) ?? []);
  const others = [...new Set(elsewhere)].filter((home) => home !== id);
  const left = new Set(conformingProbes(each, shown, context).slice(mostProbes));
  const title = html`${mark(each.verdict)} ${each.title} ${verdictHtml(each.verdict)}${each.cost !== 'free' && html` <span class="soft">${each.cost}</span>`}`;
  const reason = html`${each.reason && reasonHtml(formatReason(each.reason), each)}${each.untested.map((part) => reasonHtml(`${part.verdict}: ${part.place}: ${formatReason(part.reason)}`, part))}`;
  const observed = Object.entries(observations).flatMap(([name, shapes]) =>
    shapes.map((shape): Row => [name, shape]),
  );
  const rows = [...findings.flatMap(findingRows), ...observed];
  if (exchanges.length + rows.length === 0) return html`<li id="${id}">${title}${reason}</li>\n`;
  return html`<li><details id="${id}"><summary>${title}</summary>
${rowsHtml(rows)}
${others.length > 0 && html`<p class="soft">Uses responses of ${others.map((home) => html`<a href="#${home}">${home}</a> `)}</p>`}
${shown.filter((exchange) => !left.has(exchange)).map((exchange) => exchangeHtml(exchange, roleOf(exchange, each, context), curl(exchange)))}
${left.size > 0 && html`<p class="soft">And ${counted(left.size, 'more probe')}, with the expected response: see conformance.json.</p>`}
</details>${reason}</li>
`;
}

/** Why a check, or a part of it, was not judged, and the guard that decided so. */
const reasonHtml = (words: string, { guard }: { guard?: string }) =>
  html`<p class="reason soft">${linked(words)}${guard !== undefined && ` (guard: ${guard})`}</p>`;

/** What an exchange was sent for that the check does not judge; null if it does. */
function roleOf(exchange: Exchange, { findings }: CheckVerdict, context: Context): string | null {
  if (findings.some(({ exchanges }) => exchanges.includes(exchange.id))) return null;
  const { preparation, disturbance } = factsOf(exchange, context);
  if (disturbance) return 'retry after 429, 5xx or no response';
  return preparation ? 'supports this check, which does not judge it' : null;
}

/** A long run sends thousands. */
const mostProbes = 12;

/** Probes with the expected response. */
function conformingProbes({ findings }: CheckVerdict, shown: Exchange[], context: Context): Exchange[] {
  const departing = new Set(
    findings.flatMap(({ verdict, exchanges }) => (verdict === 'conforms' ? [] : exchanges)),
  );
  return shown.filter((each) => factsOf(each, context).probe !== undefined && !departing.has(each.id));
}

function findingRows({ expected, received, note }: CheckVerdict['findings'][number]): Row[] {
  return [
    ['Expected', formatExpectation(expected)],
    ['Received', formatObservation(received)],
    ...(note ? [['Note', formatNote(note)] as Row] : []),
  ];
}
