import type { Clause } from '../../../spec/clause';
import { everyOperation, isKnownOperation, type Operation, operationNames } from '../../../spec/operations';
import { type Finding, isUndecided } from '../../judge/data/evidence';
import { codesOf } from '../../judge/data/expectation';
import { uniqueBy } from '../../judge/data/grouped';
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
  formatReasons,
  formatTarget,
  formatTime,
} from '../../judge/texts/wording';
import type { CheckVerdict, Verdict } from '../../judge/verdict/check-verdicts';
import { isCutShort } from '../../judge/verdict/check-verdicts';
import { isKnown } from '../../judge/verdict/outcome';
import type { Report } from '../../judge/verdict/report';
import type { ClauseVerdict } from '../../judge/verdict/verdicts';
import { type FaultItem, faultsIn, type Section, type View, viewOf } from '../view';
import { cut, documentOf, exchangeHtml, type Html, html, linked, prose, rowsHtml } from './html';

/** The page of a run: its view, then the contract with its verdicts, in one file that requests nothing from the network. */
export function pageOf(report: Report): string {
  const view = viewOf(report);
  const faults = faultsIn(view);
  const { name, target } = report.source.settings;
  return documentOf(
    `${report.outcome.word}: ${name ?? target}`,
    html`<a class="skip" href="#contract">To the contract</a>
${headHtml(report, view)}
<main>
${view.sections.map((each) => sectionHtml(each, faults, report.outcome.word !== 'violates'))}
${overviewHtml(report.clauses)}
${codeTableHtml(report.clauses)}
${contractHtml(report, faults)}
</main>
<footer><h2>The run</h2>${rowsHtml(view.facts)}</footer>`,
  );
}

/** The top of the page: the outcome in one sentence, and the reasons. */
function headHtml({ outcome, source }: Report, { reasons }: View): Html {
  return html`<header class="head ${outcome.word}">
<p><b class="verdict">${outcome.word}${outcome.partial && ' (partial run)'}</b> <span class="soft">${formatTarget(source.settings)}, ${formatTime(source.started)}</span></p>
<h1>${capital(outcome.sentence)}</h1>
<ul>${reasons.map((each) => html`<li>${prose(singleLine(each, LONGEST_REASON))}</li>`)}</ul>
</header>`;
}

/** Characters. An instruction that names all parts of a target file is shown whole. */
const LONGEST_REASON = 800;

/** Rows that the exchange shows. */
const onTheWire: ReadonlySet<string> = new Set(['Request', 'Response']);

/** A fault as a line, which unfolds to what shows it. */
function faultHtml({ fault, words, label, rows, entry }: FaultItem, number: number, open: boolean): Html {
  const { verdict, title, failures } = fault;
  return html`<details class="fault ${verdict}" id="fault-${number}"${open && html` open`}><summary>${mark(verdict)} <b>${prose(title)}</b>${prose(words.slice(title.length))} <span class="soft">[${label}]</span></summary>
${rowsHtml(
  rows.filter(([name]) => !onTheWire.has(name)),
  linked,
)}
${exchangesShown(failures[0]).map((each) => exchangeHtml(each))}
${entry && html`<details><summary>Tolerate it for now: its entry for the list of known failures (KNOWN_FAILURES)</summary><pre class="whole">- ${JSON.stringify(entry)}</pre></details>`}
</details>
`;
}

/** @param open whether a folded section is unfolded */
function sectionHtml({ title, items, folded }: Section, faults: readonly FaultItem[], open: boolean): Html {
  const found = faults.filter((each) => items.includes(each));
  const list =
    found.length > 0
      ? found.map((item) => faultHtml(item, faults.indexOf(item) + 1, faults.length === 1))
      : html`<ul>${items.map(({ words }) => html`<li>${linked(words)}</li>`)}</ul>`;
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
      html`<div><a href="#${name}">${title}</a><div class="boxes">${clauses.filter(({ id }) => chapterOf(id) === name).map(boxOf)}</div></div>`,
  )}</nav>`;
}

/** What the code table counts: requests that had to get a code. */
interface Asked {
  code: string;
  operation: Operation;
  verdict: Finding['verdict'];
  id: string;
}

const meanings: Record<Finding['verdict'], string> = {
  violates: 'expected, but another response received',
  deviates: 'recommended and not received',
  conforms: 'expected and received',
};

/** A table of error codes and operations, with the number of requests that had to get each. */
function codeTableHtml(clauses: readonly ClauseVerdict[]): Html {
  const all = clauses.flatMap(({ checks }) => checks.flatMap(askedBy));
  const asked = uniqueBy(all, (each) => JSON.stringify(each));
  const used = everyOperation.filter(
    (column) => isKnownOperation(column) || asked.some(({ operation }) => operation === column),
  );
  const rowOf = (code: string) => {
    const own = asked.filter((each) => each.code === code);
    if (own.length === 0) return html`<td colspan="${used.length}">${absenceHtml(code, clauses)}</td>`;
    return used.map(
      (column) => html`<td>${countsHtml(own.filter(({ operation }) => operation === column))}</td>`,
    );
  };
  return html`<section>
<h2 id="codes-title">The error codes</h2>
<p class="soft">How many requests had to get each code, at which operation. ${(Object.keys(meanings) as Finding['verdict'][]).map((verdict) => html`${mark(verdict)} ${meanings[verdict]}. `)}</p>
<div class="wide" role="region" aria-labelledby="codes-title" tabindex="0"><table><thead><tr><th scope="col">code</th><th scope="col">status</th>${used.map((column) => html`<th scope="col">${operationNames[column]}</th>`)}</tr></thead>
<tbody>${Object.entries(suiteInfo.codes).map(([code, status]) => html`<tr><th scope="row"><code>${code}</code></th><td>${status}</td>${rowOf(code)}</tr>`)}</tbody></table></div>
</section>`;
}

function askedBy({ findings }: CheckVerdict): Asked[] {
  return findings.flatMap(({ expected, verdict, exchanges }) =>
    exchanges.flatMap(({ id, operation }) =>
      codesOf(expected).map((code) => ({ code, operation, verdict, id })),
    ),
  );
}

/** Why no request had to get a code: the verdict of its clauses. */
function absenceHtml(code: string, clauses: readonly ClauseVerdict[]): Html {
  const about = clauses.filter(({ id }) => suiteInfo.ledger[id]?.codes?.some((each) => each === code));
  const { id = '', verdict = 'not tested' } = about[0] ?? {};
  const why = singleLine(formatReasons(about.flatMap(({ reason }) => reason ?? [])), 200);
  return html`${mark(verdict)} ${[verdict, why].filter(Boolean).join(': ')} ${linked(id)}`;
}

const countsHtml = (asked: readonly Asked[]) =>
  (Object.keys(meanings) as Finding['verdict'][]).map((verdict) => {
    const { length } = asked.filter((each) => each.verdict === verdict);
    return (
      length > 0 &&
      html`<span class="verdict ${verdict}">${marks[verdict]} ${length}<span class="unseen"> ${meanings[verdict]}</span></span> `
    );
  });

/** The contract by chapters, with the verdict of each clause. */
function contractHtml({ clauses }: Report, faults: readonly FaultItem[]): Html {
  const chapters = Object.entries(suiteInfo.chapters);
  return html`<h2 id="contract">The contract</h2>
<p class="soft">violates: breaks a must clause. deviates: does not meet a should clause, which is a recommendation. unspecified: the contract does not say it; recorded only. unobservable: no client can see it. needs: what must be set or described to test it. billable: may send AI requests. bursts: sends many requests quickly.</p>
${chapters.map(
  ([name, { title }]) => html`<section class="chapter" aria-labelledby="${name}">
<h3 id="${name}">${title}</h3>
${clauses.map((each) => {
  const clause = chapterOf(each.id) === name && suiteInfo.ledger[each.id];
  return clause && clauseHtml(clause, each, faults);
})}
</section>
`,
)}`;
}

/** A clause, folded unless it could not be judged. */
function clauseHtml(clause: Clause, verdict: ClauseVerdict, faults: readonly FaultItem[]): Html {
  const { id, checks, judged } = verdict;
  const open = isUndecided(verdict) && !isCutShort(verdict);
  const reason = verdict.verdict !== 'unspecified' && verdict.reason && formatReason(verdict.reason);
  const facts = [
    ...(verdict.verdict === clause.level ? [] : [clause.level]),
    ...(clause.needs ? [`needs ${clause.needs.join(', ')}`] : []),
    ...(judged > 0 ? [`judged on ${counted(judged, 'response')} of the run`] : []),
  ];
  return html`<details class="clause ${styleOf(verdict.verdict)}" id="${id}"${open && html` open`}><summary>${mark(verdict.verdict)} <b>${id}</b> ${prose(clause.sentence)} ${verdictHtml(verdict.verdict, isKnown(verdict))}${reason && html` <span class="reason soft">${cut(reason)}</span>`}</summary>
<p class="soft">section ${clause.section}${facts.map((each) => `; ${each}`)}</p>
${clause.why && html`<p class="soft">${clause.why}</p>`}
${faults.map(({ fault }, index) => fault.clauses.includes(id) && html`<p><a href="#fault-${index + 1}">Fault ${index + 1}</a>: ${prose(fault.title)}</p>`)}
${checks.length > 0 && html`<ul aria-label="Checks">${checks.map(checkHtml)}</ul>`}
</details>
`;
}

/** How many exchanges of a check are shown: a long run sends thousands. */
const MOST_SHOWN = 12;

function checkHtml(each: CheckVerdict): Html {
  const { id, exchanges, findings, observations } = each;
  const judged = findings.toSorted((a, b) => Number(isMet(a)) - Number(isMet(b)));
  const own = [...new Set(judged.flatMap((finding) => finding.exchanges))];
  // A check that judged nothing shows what it sent last.
  const shown = own.length > 0 ? own.slice(0, MOST_SHOWN) : exchanges.slice(-3);
  const observed = Object.entries(observations).flatMap(([name, shapes]) =>
    shapes.map((shape): Row => [name, shape]),
  );
  const rows = [...judged.flatMap(findingRows), ...observed];
  const title = html`${mark(each.verdict)} ${each.title} ${verdictHtml(each.verdict)}${each.cost !== 'free' && html` <span class="soft">${each.cost}</span>`}`;
  const reason = html`${each.reason && reasonHtml(formatReason(each.reason), each)}${each.untested.map((part) => reasonHtml(`${part.verdict}: ${part.place}: ${formatReason(part.reason)}`, part))}`;
  if (exchanges.length + rows.length === 0) return html`<li id="${id}">${title}${reason}</li>\n`;
  return html`<li><details id="${id}"><summary>${title}</summary>
${rowsHtml(rows)}
${shown.map((exchange) => exchangeHtml(exchange, curl(exchange)))}
${exchanges.length > shown.length && html`<p class="soft">All ${exchanges.length} requests that it rests on are in conformance.json.</p>`}
</details>${reason}</li>
`;
}

const isMet = ({ verdict }: Finding) => verdict === 'conforms';

/** Why a check, or a part of it, was not judged, and the guard that decided so. */
const reasonHtml = (words: string, { guard }: { guard?: string }) =>
  html`<p class="reason soft">${linked(words)}${guard !== undefined && ` (guard: ${guard})`}</p>`;

function findingRows({ expected, received, note }: Finding): Row[] {
  return [
    ['Expected', formatExpectation(expected)],
    ['Received', formatObservation(received)],
    ...(note ? [['Note', formatNote(note)] as Row] : []),
  ];
}
