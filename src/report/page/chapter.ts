import type { Clause } from '../../../spec/clause';
import type { Context, Exchange } from '../../judge/data/evidence';
import { factsOf } from '../../judge/data/facts';
import { curl } from '../../judge/texts/curl';
import type { Row } from '../../judge/texts/failure-text';
import {
  counted,
  formatExpectation,
  formatNote,
  formatObservation,
  formatReason,
  formatWhy,
} from '../../judge/texts/wording';
import type { CheckVerdict, Verdict } from '../../judge/verdict/check-verdicts';
import { isOnlyCutShort } from '../../judge/verdict/not-tested';
import { isKnown } from '../../judge/verdict/outcome';
import type { ClauseVerdict } from '../../judge/verdict/verdicts';
import { exchangeHtml } from './exchange';
import { type Html, html } from './html';
import { rowsHtml } from './sections';
import { cut, linked, mark, prose, styleOf } from './words';

interface ClauseContent {
  clause: Clause;
  verdict: ClauseVerdict;
  /** The numbers of the faults that break it. */
  faults: [number: number, title: string][];
}

/** What the parts of a page know of the whole run. */
interface Whole {
  /** Exchange id -> the check that shows it. Other checks with this exchange link there. */
  homes: Map<string, string>;
  context: Context;
}

/** A chapter of the contract with its verdicts. Clauses are folded, unless they could not be judged. */
export function chapterHtml(name: string, title: string, clauses: ClauseContent[], whole: Whole): Html {
  return html`<section class="chapter" id="${name}" aria-labelledby="${name}-title">
<h3 id="${name}-title">${title}</h3>
${clauses.map((each) => clauseHtml(each, whole))}
</section>
`;
}

function clauseHtml({ clause, verdict, faults }: ClauseContent, whole: Whole): Html {
  const { id, checks, judged } = verdict;
  const open = ['inconclusive', 'blocked'].includes(verdict.verdict) && !isOnlyCutShort(verdict);
  const reason = verdict.reason && formatReason(verdict.reason);
  const facts = [
    ...(verdict.verdict === clause.level ? [] : [clause.level]),
    ...(clause.needs ? [`needs ${clause.needs.join(', ')}`] : []),
    ...(judged > 0 ? [`judged on ${counted(judged, 'response')} of the run`] : []),
  ];
  return html`<details class="clause ${styleOf(verdict.verdict)}" id="${id}"${open && html` open`}><summary>${mark(verdict.verdict)} <b>${id}</b> ${prose(clause.sentence)} ${verdictHtml(verdict.verdict, isKnown(verdict))}${reason && verdict.verdict !== 'unspecified' && html` <span class="reason soft">${cut(reason)}</span>`}</summary>
<p class="soft">section ${clause.section}${facts.map((each) => `; ${each}`)}</p>
${clause.why && html`<p class="soft">${clause.why}</p>`}
${faults.map(([number, title]) => html`<p><a href="#fault-${number}">Fault ${number}</a>: ${prose(title)}</p>`)}
${checks.length > 0 && html`<ul aria-label="Checks">${checks.map((each) => checkHtml(each, whole))}</ul>`}
</details>
`;
}

const verdictHtml = (verdict: Verdict, known = false) =>
  html`<span class="verdict ${styleOf(verdict)}">${verdict}${known && ', known'}</span>`;

function checkHtml(each: CheckVerdict, { homes, context }: Whole): Html {
  const { id, exchanges, findings, observations, errors, purposes } = each;
  const shown = exchanges.filter((exchange) => homes.get(exchange.id) === id);
  const elsewhere = exchanges.flatMap((exchange) => homes.get(exchange.id) ?? []);
  const others = [...new Set(elsewhere)].filter((home) => home !== id);
  const left = new Set(conformingProbes(each, shown, context).slice(mostProbes));
  const judged = new Set(findings.flatMap((finding) => finding.exchanges));
  const title = html`${mark(each.verdict)} ${each.title} ${verdictHtml(each.verdict)}${each.cost !== 'free' && html` <span class="soft">${each.cost}</span>`}`;
  const reason = html`${each.reason && reasonHtml(formatReason(each.reason), each)}${each.untested.map((part) => reasonHtml(`${part.verdict}: ${part.place}: ${formatReason(part.reason)}`, part))}`;
  const observed = Object.entries(observations).flatMap(([name, shapes]) =>
    shapes.map((shape): Row => [name, shape]),
  );
  const rows = [...findings.flatMap(rowsOf), ...observed];
  if (exchanges.length + rows.length + errors.length === 0)
    return html`<li id="${id}">${title}${reason}</li>\n`;
  const roleOf = (exchange: Exchange) => {
    if (judged.has(exchange.id)) return null;
    const { preparation, disturbance } = factsOf(exchange, context);
    if (disturbance) return 'retry after 429, 5xx or no response';
    const why = purposes[exchange.id];
    if (why) return formatWhy(why);
    return preparation ? 'supports this check, which does not judge it' : null;
  };
  return html`<li><details id="${id}"><summary>${title}</summary>
${rowsHtml(rows, prose)}
${errors.map((error) => html`<pre>${cut(error)}</pre>`)}
${others.length > 0 && html`<p class="soft">Uses responses of ${others.map((home) => html`<a href="#${home}">${home}</a> `)}</p>`}
${shown.filter((exchange) => !left.has(exchange)).map((exchange) => exchangeHtml(exchange, roleOf(exchange), curl(exchange)))}
${left.size > 0 && html`<p class="soft">And ${counted(left.size, 'more probe')}, with the expected response: see conformance.json.</p>`}
</details>${reason}</li>
`;
}

/** Why a check, or a part of it, was not judged, and the guard that decided so. */
function reasonHtml(words: string, { guard }: { guard?: string }): Html {
  return html`<p class="reason soft">${linked(words)}${guard !== undefined && ` (guard: ${guard})`}</p>`;
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

function rowsOf({ expected, received, note }: CheckVerdict['findings'][number]): Row[] {
  return [
    ['Expected', formatExpectation(expected)],
    ['Received', formatObservation(received)],
    ...(note ? [['Note', formatNote(note)] as Row] : []),
  ];
}
