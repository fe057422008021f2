import type { Clause } from '../../spec/ledger';
import type { Exchange } from '../../tests/engine/evidence';
import { entryWords, type FailureGroup } from '../../tests/engine/failure-text';
import type { CaseVerdict, ClauseVerdict } from '../../tests/engine/verdicts';
import {
  counted,
  expectationWords,
  noteWords,
  observationWords,
  reasonWords,
} from '../../tests/engine/wording';
import { exchangeHtml } from './exchange';
import { type Html, html } from './html';
import { cut, mark, marks, prose } from './words';

export interface ChapterContent {
  name: string;
  title: string;
  /** In the ledger's order; without a verdict where there was no run. */
  clauses: { id: string; clause: Clause; verdict: ClauseVerdict | null; failures: FailureGroup[] }[];
}

/**
 * A chapter of the contract with its verdicts.
 * @param homes exchange id -> the case that shows it; other cases that share it link there
 */
export function chapterHtml(chapter: ChapterContent, homes: Map<string, string>): Html {
  return html`<section class="chapter" id="${chapter.name}" aria-labelledby="${chapter.name}-title">
<h2 id="${chapter.name}-title">${chapter.title}</h2>
${chapter.clauses.map((each) => clauseHtml(each, homes))}
</section>`;
}

function clauseHtml(
  { id, clause, verdict, failures }: ChapterContent['clauses'][number],
  homes: Map<string, string>,
): Html {
  const style = verdict ? marks[verdict.verdict].style : clause.level;
  const reason =
    verdict?.verdict === 'open'
      ? null
      : verdict?.reason
        ? reasonWords(verdict.reason)
        : clause.level === 'unobservable'
          ? clause.why
          : null;
  const known = failures.length > 0 && failures.every((group) => group.known);
  return html`<article class="clause ${style}" id="${id}" data-tag="${style}" aria-labelledby="${id}-id">
${verdict ? mark(verdict.verdict) : html`<span class="mark" aria-hidden="true"></span>`}
<div class="text">
<h3 id="${id}-id"><a class="id" href="#${id}">${id}</a></h3>
<p class="sentence">${prose(clause.sentence)}</p>
<p class="facts">${verdict && html`<span class="verdict ${style}">${verdict.verdict}${known ? ', known' : ''}</span>`}
${verdict?.verdict === clause.level ? null : html`<span>${clause.level}</span>`}
<span>section ${clause.section}</span>${clause.level === 'open' && html` <span>not shown</span>`}${needs(clause)}</p>
${reason && html`<p class="reason">${cut(reason)}</p>`}
${clause.level !== 'unobservable' && 'why' in clause && html`<p class="note">${clause.why}</p>`}
${failures.map(failureHtml)}
${verdict && verdict.judged > 0 && html`<p class="note">Judged silently on ${counted(verdict.judged, 'exchange')} of the run.</p>`}
${verdict && verdict.cases.length > 0 && html`<ul class="cases" aria-label="Cases">${verdict.cases.map((each) => caseHtml(each, homes))}</ul>`}
</div>
</article>`;
}

function needs(clause: Clause): Html | null {
  const needed = 'needs' in clause ? (clause.needs ?? []) : [];
  return needed.length === 0 ? null : html` <span>needs ${needed.join(', ')}</span>`;
}

function failureHtml({ first, others, known }: FailureGroup): Html {
  return html`<div class="failure">
<dl class="difference"><dt>Expected</dt><dd><code>${cut(expectationWords(first.expected))}</code></dd>
<dt>Received</dt><dd><code>${cut(observationWords(first.received))}</code></dd>
${first.note && html`<dt>Note</dt><dd>${cut(noteWords(first.note))}</dd>`}
${known && html`<dt>Known</dt><dd>${known.reason} (<a href="${known.link}">${known.link}</a>), until ${known.expires}</dd>`}
<dt>Seen in</dt><dd><a href="#${first.caseId}">${first.case}</a>${others.slice(0, 5).map((other) => html`, <a href="#${other.caseId}">${other.case}</a>`)}${others.length > 5 && html` and ${others.length - 5} more`}</dd>
${entriesHtml([first, ...others].flatMap(({ exchanges }) => exchanges.flatMap(entryWords)))}
<dt>Signature</dt><dd><code>${first.signature}</code></dd></dl>
${first.universal && html`<p class="note">Seen on ${counted(first.count, 'answer')} (${first.operations.join(', ')}); the first ${counted(Math.min(3, first.exchanges.length), 'exchange')}:</p>`}
${first.exchanges.slice(0, first.universal ? 3 : 1).map(exchangeHtml)}
</div>`;
}

/** Of captured traffic, the entries that show a failure. */
function entriesHtml(entries: string[]): Html | null {
  if (entries.length === 0) return null;
  return html`<dt>Entries</dt><dd>${entries.slice(0, 20).map((words) => html`<div>${cut(words)}</div>`)}${entries.length > 20 && html`<div>and ${entries.length - 20} more</div>`}</dd>`;
}

function caseHtml(each: CaseVerdict, homes: Map<string, string>): Html {
  const shown = each.exchanges.filter(({ id }) => homes.get(id) === each.id);
  const elsewhere = each.exchanges.filter(({ id }) => homes.get(id) !== each.id);
  const observed = Object.entries(each.observations);
  const title = html`${mark(each.verdict)} <span class="title">${each.title}</span>
<span class="facts"><span class="verdict ${marks[each.verdict].style}${quiet(each)}">${each.verdict}</span>${each.cost !== 'free' && html` <span>${each.cost}</span>`}</span>`;
  const reason = each.reason && html`<p class="reason within">${cut(reasonWords(each.reason))}</p>`;
  if (shown.length + elsewhere.length + observed.length + each.errors.length === 0) {
    return html`<li id="${each.id}"><div class="case">${title}</div>${reason}</li>`;
  }
  return html`<li id="${each.id}"><details><summary class="case">${title}</summary>
<div class="within">
${each.findings.length > 0 && html`<dl class="difference">${each.findings.map(findingHtml)}</dl>`}
${observed.length > 0 && html`<dl class="difference">${observed.map(([name, shape]) => html`<dt>${name}</dt><dd><code>${cut(shape)}</code></dd>`)}</dl>`}
${each.errors.map((error) => html`<pre>${cut(error)}</pre>`)}
${shared(elsewhere, homes)}
${shown.map(exchangeHtml)}
</div></details>${reason}</li>`;
}

/** The mark says it already; the word stays for who cannot see the mark. */
function quiet({ verdict }: CaseVerdict): string {
  return verdict === 'conforms' || verdict === 'open' ? ' unseen' : '';
}

function findingHtml({ expected, received, note }: CaseVerdict['findings'][number]): Html {
  return html`<dt>Expected</dt><dd><code>${cut(expectationWords(expected))}</code></dd><dt>Received</dt><dd><code>${cut(observationWords(received))}</code></dd>${note && html`<dt>Note</dt><dd>${cut(noteWords(note))}</dd>`}`;
}

function shared(exchanges: Exchange[], homes: Map<string, string>): Html | null {
  const cases = [...new Set(exchanges.map(({ id }) => homes.get(id) ?? ''))];
  if (cases.length === 0) return null;
  return html`<p class="note">Builds on what ${cases.map((id, index) => html`${index > 0 && ', '}<a href="#${id}">${id}</a>`)} sent.</p>`;
}
