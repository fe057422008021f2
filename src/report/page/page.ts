import { suiteInfo } from '../../judge/data/suite-info';
import { titleOf } from '../../judge/verdict/outcome';
import { seenIn } from '../../judge/verdict/probe-coverage';
import type { Report } from '../../judge/verdict/report';
import type { ClauseVerdict } from '../../judge/verdict/verdicts';
import { type ChapterContent, chapterHtml, undecidedHtml, type Whole } from './chapter';
import { codeTableHtml } from './code-table';
import { documentOf, textOf } from './document';
import { familiesHtml } from './families';
import { faultsHtml, fixedHtml } from './faults';
import { barHtml, footHtml, headHtml } from './head';
import { type Html, html } from './html';
import { marks } from './words';

const script = textOf('filter.js');

/** The page of a run: the contract with its verdicts, in one file that requests nothing from the network. */
export function pageOf(report: Report): string {
  const title = `${titleOf(report.outcome)}: ${report.settings.name ?? report.settings.target}`;
  const chapters = chaptersOf(report);
  const whole = { homes: homesOf(report.clauses), facts: report.facts };
  const body = html`<a class="skip" href="#contract">To the contract</a>
${headHtml(report)}
<main>
${faultsHtml(report.faults)}
${fixedHtml(report.fixed)}
${barHtml(report)}
${undecidedHtml(chapters, whole)}
${codeTableHtml(report.matrix)}${familiesHtml(report.probeCoverage)}
${contractHtml(chapters, whole, tagsOf(report))}
</main>
${footHtml(report)}`;
  return documentOf(title, body, script);
}

/** The filters of the page. */
type Tag = [tag: string, word: string, count: number];

function tagsOf({ clauses }: Report): Tag[] {
  return Object.entries(marks).flatMap(([verdict, { style }]): Tag[] => {
    const count = clauses.filter((clause) => clause.verdict === verdict).length;
    return count === 0 ? [] : [[style, verdict, count]];
  });
}

function contractHtml(chapters: ChapterContent[], whole: Whole, tags: Tag[]): Html {
  return html`<div class="contract" id="contract">
${navHtml(chapters)}
<div>
<form class="filter" role="search" hidden>
<label for="words">Filter</label>
<input id="words" type="search" placeholder="words, ids, codes" autocomplete="off" spellcheck="false">
<div class="tags" role="group" aria-label="Show only">${tags.map(([tag, word, count]) => html`<button type="button" class="${tag}" aria-pressed="false" data-tag="${tag}">${word} ${count}</button>`)}</div>
<output for="words" aria-live="polite"></output>
</form>
<p class="legend">violates: breaks a must clause. deviates: does not meet a should clause, which is a recommendation. unspecified: the contract does not say it; recorded only. unobservable: no client can see it. needs: what must be set or described to test it. billable: may send AI requests. bursts: sends many requests quickly.</p>
${chapters.map((chapter) => chapterHtml(chapter, whole))}
</div>
</div>`;
}

/** The chapters, with a mark for each of their clauses. */
function navHtml(chapters: ChapterContent[]): Html {
  return html`<nav aria-label="Chapters"><ol class="contents">${chapters.map(
    ({ name, title, clauses }) =>
      html`<li><a href="#${name}">${title}</a><span class="ticks" aria-hidden="true">${clauses.map(({ verdict }) => html`<i class="${marks[verdict.verdict].style}"></i>`)}</span></li>`,
  )}</ol></nav>`;
}

function chaptersOf({ clauses, faults, probeCoverage }: Report): ChapterContent[] {
  return Object.entries(suiteInfo.chapters).map(([name, { title }]) => ({
    name,
    title,
    clauses: clauses
      .filter(({ id }) => id.split('.')[0] === name)
      .flatMap((verdict) => {
        const { id } = verdict;
        const clause = suiteInfo.ledger[id];
        return clause
          ? {
              id,
              clause,
              verdict,
              tried: seenIn(probeCoverage, id),
              faults: faults.flatMap(({ clauses, title }, index): [number, string][] =>
                clauses.includes(id) ? [[index + 1, title]] : [],
              ),
            }
          : [];
      }),
  }));
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
