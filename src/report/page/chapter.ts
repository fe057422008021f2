import type { Clause } from '../../../spec/clause';
import type { Exchange } from '../../judge/data/evidence';
import { type Facts, factsOf } from '../../judge/data/facts';
import { sectionAddress } from '../../judge/data/section';
import {
  counted,
  countedClauses,
  formatExpectation,
  formatNote,
  formatObservation,
  formatReason,
} from '../../judge/texts/wording';
import type { CheckVerdict, Verdict } from '../../judge/verdict/check-verdicts';
import { isOnlyCutShort } from '../../judge/verdict/not-tested';
import { isKnown } from '../../judge/verdict/outcome';
import { formatTested } from '../../judge/verdict/probe-coverage';
import type { ClauseVerdict } from '../../judge/verdict/verdicts';
import { exchangeHtml } from './exchange';
import { type Html, html } from './html';
import { cut, mark, marks, prose } from './words';

export interface ChapterContent {
  name: string;
  title: string;
  /** In the order of the clauses in the contract. */
  clauses: ClauseContent[];
}

interface ClauseContent {
  id: string;
  clause: Clause;
  verdict: ClauseVerdict;
  /** The numbers of the faults that break it. */
  faults: [number: number, title: string][];
  /**
   * How many of its input variations were tested, and how many there are; zero where it has no probe
   * families.
   */
  tried: { seen: number; of: number };
}

/** What the parts of a page know of the whole run. */
export interface Whole {
  /** Exchange id -> the check that shows it. Other checks with this exchange link there. */
  homes: Map<string, string>;
  facts: Facts;
}

/** Checks that could not be judged stand before the contract. */
const urgent: readonly Verdict[] = ['inconclusive', 'blocked'];

function isUrgent({ verdict }: ClauseContent): boolean {
  return urgent.includes(verdict.verdict);
}

/** The checks that could not be judged, in full, before the chapters of the contract. */
export function undecidedHtml(chapters: ChapterContent[], whole: Whole): Html {
  const all = chapters.flatMap(({ clauses }) => clauses).filter(isUrgent);
  const cut = all.filter(({ verdict }) => isOnlyCutShort(verdict));
  const others = all.filter((each) => !cut.includes(each));
  return html`${
    others.length > 0 &&
    html`<section class="chapter" aria-labelledby="undecided-title">
<h2 id="undecided-title">${levelsOf(others)} could not be judged</h2>
${others.map((each) => clauseHtml(each, whole))}
</section>
`
  }${
    cut.length > 0 &&
    html`<details class="chapter"><summary><h2>${levelsOf(cut)} cut short</h2></summary>
${cut.map((each) => clauseHtml(each, whole))}
</details>
`
  }`;
}

/** `2 must clauses and 1 recommendation`. */
function levelsOf(all: readonly ClauseContent[]): string {
  const musts = all.filter(({ clause }) => clause.level === 'must').length;
  return countedClauses(musts, all.length - musts);
}

/**
 * A chapter of the contract with its verdicts. Clauses that are shown in full above are only named; the
 * others are folded.
 */
export function chapterHtml(chapter: ChapterContent, whole: Whole): Html {
  return html`<section class="chapter" id="${chapter.name}" aria-labelledby="${chapter.name}-title">
<h2 id="${chapter.name}-title">${chapter.title}</h2>
${chapter.clauses.map((each) => (isUrgent(each) ? pointerHtml(each) : clauseHtml(each, whole)))}
</section>`;
}

function pointerHtml({ id, clause, verdict }: ClauseContent): Html {
  return html`<p class="row pointer ${marks[verdict.verdict].style}" data-clause="${id}">${mark(verdict.verdict)}
<span><a class="id" href="#${id}">${id}</a> <span class="sentence">${prose(clause.sentence)}</span></span>
<span class="verdict">${verdict.verdict}</span></p>
`;
}

function clauseHtml(content: ClauseContent, whole: Whole): Html {
  const { id, clause, verdict, tried } = content;
  const { style } = marks[verdict.verdict];
  const body = html`<div class="text">
${bodyHtml(content, whole)}
</div>`;
  if (!isUrgent(content)) {
    const why =
      verdict.verdict === 'unspecified' || verdict.verdict === 'unobservable' ? null : verdict.reason;
    const sparse = isSparse(tried) ? ' sparse' : '';
    return html`<details class="clause ${style}${sparse}" id="${id}" data-tag="${style}"><summary class="row">${mark(verdict.verdict)}
<span><span class="id">${id}</span> <span class="sentence">${prose(clause.sentence)}</span>${why && html` <span class="reason soft">${cut(formatReason(why))}</span>`}${probeCoverageHtml(content)}</span>
<span class="verdict">${verdict.verdict}</span></summary>
${body}
</details>`;
  }
  return html`<article class="clause ${style}" id="${id}" data-tag="${style}" aria-labelledby="${id}-id">
<div class="row">${mark(verdict.verdict)}
<div><h3 id="${id}-id"><a class="id" href="#${id}">${id}</a></h3>
<p class="sentence">${prose(clause.sentence)}</p></div></div>
${body}
</article>`;
}

/** True for a clause that was tested with fewer than half of its input variations. */
const isSparse = ({ seen, of }: ClauseContent['tried']) => 2 * seen < of;

function probeCoverageHtml({ tried }: ClauseContent): Html | null {
  return tried.of < 2
    ? null
    : html` <span class="soft">${formatTested(tried)}${isSparse(tried) ? ', fewer than half' : ''}</span>`;
}

function bodyHtml(content: ClauseContent, whole: Whole): Html {
  const { clause, verdict, faults } = content;
  const reason = verdict.verdict !== 'unspecified' && verdict.reason && formatReason(verdict.reason);
  const shown = isUrgent(content) || isKnown(verdict);
  return html`<p class="facts">${
    shown &&
    html`<span class="verdict ${marks[verdict.verdict].style}">${verdict.verdict}${isKnown(verdict) ? ', known' : ''}</span>
`
  }${verdict.verdict === clause.level ? null : html`<span>${clause.level}</span>`}
<span>${sectionHtml(clause.section)}</span>${needs(clause)}${isUrgent(content) && probeCoverageHtml(content)}</p>
${reason && html`<p class="reason">${cut(reason)}</p>`}
${clause.level !== 'unobservable' && clause.why && html`<p class="soft">${clause.why}</p>`}
${faults.map(([number, title]) => html`<p class="reason"><a href="#fault-${number}">${clause.level === 'should' && verdict.verdict === 'deviates' ? 'Not met' : `Fault ${number}`}</a>: ${prose(title)}</p>`)}
${verdict.judged > 0 && html`<p class="soft">Judged on ${counted(verdict.judged, 'response')} of the run.</p>`}
${verdict.checks.length > 0 && checksTriedHtml(verdict.checks, whole)}`;
}

function checksTriedHtml(checks: CheckVerdict[], whole: Whole): Html {
  return html`<ul aria-label="Checks">${checks.map((each) => checkHtml(each, whole))}</ul>`;
}

/** A link to the published contract. */
function sectionHtml(section: string): Html {
  const address = sectionAddress(section);
  return address === null ? html`section ${section}` : html`<a href="${address}">section ${section}</a>`;
}

function needs(clause: Clause): Html | null {
  return clause.needs ? html` <span>needs ${clause.needs.join(', ')}</span>` : null;
}

function checkHtml(each: CheckVerdict, whole: Whole): Html {
  const { homes, facts } = whole;
  const shown = each.exchanges.filter(({ id }) => homes.get(id) === each.id);
  const elsewhere = each.exchanges.filter(({ id }) => homes.get(id) !== each.id);
  const left = new Set(answeredAlike(each, shown, facts).slice(mostAlike));
  const judged = new Set(each.findings.flatMap(({ exchanges }) => exchanges));
  const observed = Object.entries(each.observations);
  const title = html`${mark(each.verdict)} <span><span class="title">${each.title}</span>${askedHtml(each)}</span>
<span class="facts"><span class="verdict ${marks[each.verdict].style}${hiddenIfConforming(each)}">${each.verdict}</span>${each.cost !== 'free' && html` <span>${each.cost}</span>`}</span>`;
  const reason = html`${each.reason && reasonHtml(formatReason(each.reason), each)}${each.untested.map((part) => reasonHtml(`${part.verdict}: ${part.place}: ${formatReason(part.reason)}`, part))}`;
  if (shown.length + elsewhere.length + observed.length + each.errors.length === 0) {
    return html`<li id="${each.id}"><div class="check">${title}</div>${reason}</li>`;
  }
  return html`<li id="${each.id}"><details><summary class="check">${title}</summary>
<div class="within">
${each.findings.length > 0 && html`<dl class="pairs">${each.findings.map(findingHtml)}</dl>`}
${observed.length > 0 && html`<dl class="pairs">${observed.map(([name, shape]) => html`<dt>${name}</dt><dd><code>${cut(shape)}</code></dd>`)}</dl>`}
${each.errors.map((error) => html`<pre>${cut(error)}</pre>`)}
${shared(elsewhere, whole)}
${shown.filter((exchange) => !left.has(exchange)).map((exchange) => exchangeHtml(exchange, judged.has(exchange.id) ? null : facts, [], judged.has(exchange.id) ? undefined : each.asked[exchange.id]))}
${left.size > 0 && html`<p class="soft">And ${counted(left.size, 'more probe')}, with the expected response: see conformance.json.</p>`}
</div></details>${reason}</li>`;
}

/** Why a check, or a part of it, was not judged, and the guard that decided so. */
function reasonHtml(words: string, { guard }: { guard?: string }): Html {
  return html`<p class="reason within">${cut(words)}${guard !== undefined && html` <span class="soft">guard: ${guard}</span>`}</p>`;
}

/** A long run sends thousands. */
const mostAlike = 12;

/** Probes with the expected response. */
function answeredAlike({ findings }: CheckVerdict, shown: Exchange[], facts: Facts): Exchange[] {
  const departing = new Set(
    findings.flatMap(({ verdict, exchanges }) => (verdict === 'conforms' ? [] : exchanges)),
  );
  return shown.filter((each) => factsOf(each, { facts }).probe !== undefined && !departing.has(each.id));
}

/** The status and code with which a check expects a request to be rejected. */
function askedHtml({ findings }: CheckVerdict): Html | null {
  const asked = findings.flatMap(({ expected }) =>
    expected.kind === 'failure' ? formatExpectation(expected) : [],
  );
  return asked.length === 0 ? null : html` <code class="soft">→ ${[...new Set(asked)].join(', ')}</code>`;
}

/** The mark already says it; the word is for screen readers. */
function hiddenIfConforming({ verdict }: CheckVerdict): string {
  return verdict === 'conforms' || verdict === 'unspecified' ? ' unseen' : '';
}

function findingHtml({ expected, received, note }: CheckVerdict['findings'][number]): Html {
  return html`<dt>Expected</dt><dd><code>${cut(formatExpectation(expected))}</code></dd><dt>Received</dt><dd><code>${cut(formatObservation(received))}</code></dd>${note && html`<dt>Note</dt><dd>${cut(formatNote(note))}</dd>`}`;
}

function shared(exchanges: Exchange[], { homes }: Whole): Html | null {
  const checks = [...new Set(exchanges.map(({ id }) => homes.get(id) ?? ''))];
  if (checks.length === 0) return null;
  return html`<p class="soft">Uses responses of ${checks.map((id, index) => html`${index > 0 && ', '}<a href="#${id}">${id}</a>`)}.</p>`;
}
