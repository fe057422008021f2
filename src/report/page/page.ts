import { suiteInfo } from '../../judge/data/suite-info';
import { singleLine } from '../../judge/texts/visible-text';
import { formatTarget, formatTime } from '../../judge/texts/wording';
import type { Verdict } from '../../judge/verdict/check-verdicts';
import { titleOf } from '../../judge/verdict/outcome';
import type { Report } from '../../judge/verdict/report';
import type { ClauseVerdict } from '../../judge/verdict/verdicts';
import { type View, viewOf } from '../view';
import { chapterHtml } from './chapter';
import { codeTableHtml } from './code-table';
import { documentOf, textOf } from './document';
import { faultsHtml } from './faults';
import { type Html, html } from './html';
import { rowsHtml, sectionHtml } from './sections';
import { headline, linked, marks, prose, styleOf } from './words';

const script = textOf('filter.js');

/** The page of a run: the contract with its verdicts, in one file that requests nothing from the network. */
export function pageOf(report: Report): string {
  const view = viewOf(report);
  const faults = view.sections.flatMap(({ items }) => items.filter(({ label }) => label !== undefined));
  const others = view.sections.filter(({ items }) => items.every(({ label }) => label === undefined));
  // They come first where there are no violations.
  const open = report.outcome.word !== 'violates';
  const { name, target } = report.source.settings;
  return documentOf(
    `${titleOf(report.outcome)}: ${name ?? target}`,
    html`<a class="skip" href="#contract">To the contract</a>
${headHtml(report, view)}
<main>
${faultsHtml(report, faults)}
${others.map((each) => sectionHtml(each, linked, open))}
${overviewHtml(report.clauses)}
${codeTableHtml(report.matrix)}
${contractHtml(report)}
</main>
<footer><h2>The run</h2>${rowsHtml(view.facts, prose)}</footer>`,
    script,
  );
}

/** Characters. An instruction that names all parts of a target file is shown whole. */
const LONGEST_REASON = 800;

/** The top of the page: the outcome in one sentence, and the reasons. */
function headHtml({ outcome, source }: Report, { reasons }: View): Html {
  // The reason why the run stopped says more than the number of checks that were not judged.
  const [stop, ...rest] = outcome.word === 'unavailable' ? reasons : [undefined, ...reasons];
  return html`<header class="head ${outcome.word}">
<p><b class="verdict">${titleOf(outcome)}${outcome.partial && ' (partial run)'}</b> <span class="soft">${formatTarget(source.settings)}, ${formatTime(source.started)}</span></p>
<h1>${headline(singleLine(stop ?? outcome.sentence, LONGEST_REASON))}</h1>
<ul>${rest.slice(0, 12).map((each) => html`<li>${prose(singleLine(each ?? '', LONGEST_REASON))}</li>`)}${rest.length > 12 && html`<li>and ${rest.length - 12} more</li>`}</ul>
</header>`;
}

/** Every clause as a box with its verdict, by chapter: the whole contract at a glance. */
function overviewHtml(clauses: readonly ClauseVerdict[]): Html {
  const chapters = Object.entries(suiteInfo.chapters).map(([name, { title }]) => {
    const boxes = clauses.flatMap((each) =>
      each.id.split('.')[0] === name
        ? html`<a class="box ${styleOf(each.verdict)}" href="#${each.id}" title="${each.id}: ${each.verdict}">${marks[each.verdict]}<span class="unseen"> ${each.id}: ${each.verdict}</span></a>`
        : [],
    );
    return html`<div><p class="soft">${title}</p><div class="boxes">${boxes}</div></div>`;
  });
  return html`<nav class="overview" aria-label="Every clause">${chapters}</nav>`;
}

function contractHtml({ clauses, faults, context }: Report): Html {
  const chapters = Object.entries(suiteInfo.chapters);
  const homes = homesOf(clauses);
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
${chapters.map(([name, { title }]) => {
  const own = clauses.flatMap((verdict) => {
    const clause = suiteInfo.ledger[verdict.id];
    if (clause === undefined || verdict.id.split('.')[0] !== name) return [];
    const numbers = faults.flatMap(({ clauses, title }, index): [number, string][] =>
      clauses.includes(verdict.id) ? [[index + 1, title]] : [],
    );
    return { clause, verdict, faults: numbers };
  });
  return chapterHtml(name, title, own, { homes, context });
})}`;
}

/**
 * The check that shows an exchange that several share: the first that judges it, or else the first that
 * depends on it.
 */
function homesOf(clauses: ClauseVerdict[]): Map<string, string> {
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
