import { uniqueBy } from '../../judge/data/grouped';
import { type Fault, failuresIn, labelOf } from '../../judge/faults/faults';
import {
  exchangesShown,
  othersBroken,
  recommendation,
  rowsOf,
  waitBefore,
} from '../../judge/texts/failure-text';
import { counted } from '../../judge/texts/wording';
import { exchangeHtml } from './exchange';
import { type Html, html } from './html';
import { cut, mark, prose } from './words';

/** The faults of a run: first a list with one line each, then each one in full. */
export function faultsHtml(faults: readonly Fault[]): Html | null {
  if (faults.length === 0) return null;
  return html`<section class="faults" aria-labelledby="faults-title">
<h2 id="faults-title">${faults.some(({ verdict }) => verdict === 'violates') ? 'Faults, the worst first' : 'Recommendations not met'}</h2>
<ul class="legend">${uniqueBy(faults, ({ verdict }) => verdict).map(({ verdict }) => html`<li>${mark(verdict)} ${meanings[verdict]}</li>`)}</ul>
<ol class="lines">${faults.map(
    (fault, index) =>
      html`<li class="${fault.verdict}">${mark(fault.verdict)} <span><a href="#fault-${index + 1}">${prose(fault.title)}</a>${restOf(fault)}</span></li>
`,
  )}</ol>
${faults.map((fault, index) => faultHtml(fault, index + 1))}
</section>
`;
}

/** The faults of the previous run that this one shows to be fixed. */
export function fixedHtml(sentences: readonly string[]): Html | null {
  if (sentences.length === 0) return null;
  return html`<section aria-labelledby="fixed-title">
<h2 id="fixed-title">Fixed since the previous run</h2>
<ul class="dashes">${sentences.map((each) => html`<li>${prose(each)}</li>`)}</ul>
</section>
`;
}

const meanings: Record<Fault['verdict'], string> = {
  violates: 'a fault: violates the contract',
  deviates: 'a recommendation that is not met',
};

/** What should have happened, and what happened. The title stands above. */
function restOf({ title, sentence, ...fault }: Fault): Html {
  return html`<span class="soft">${sentence.slice(title.length)} [${labelOf(fault)}]</span>`;
}

function faultHtml(fault: Fault, number: number): Html {
  const [{ first }] = fault.ways;
  const all = rowsOf(fault.ways, fault);
  const rows = all.filter(([name], index) => name !== 'Tolerate' || all[index - 1]?.[0] !== name);
  const pairs = (among: typeof rows) =>
    html`<dl class="pairs">${among.map(([name, words]) => rowHtml(fault, name, words))}</dl>`;
  return html`<article class="fault ${fault.verdict}" id="fault-${number}" aria-labelledby="fault-${number}-title">
<h3 id="fault-${number}-title">${fault.verdict === 'violates' ? `${number}. ` : 'Recommendation not met: '}${prose(fault.title)}${restOf(fault)}</h3>
${pairs(rows.filter(([name]) => explaining.has(name)))}
${exchangesShown(first).map((each, index) => html`${waitBefore(first.expected, index).map((line) => html`<pre>${line}</pre>`)}${exchangeHtml(each, null, first.before)}`)}
${pairs(rows.filter(([name]) => !explaining.has(name)))}
</article>
`;
}

/** Rows with the same content as the exchange below them. */
const explaining: ReadonlySet<string> = new Set(['Clause', 'Violates', 'Not met', 'Note', 'Faulty', 'Known']);

/** Rows that the exchange itself shows. */
const onTheWire: ReadonlySet<string> = new Set(['Request', 'Response', 'Repeat']);

function rowHtml(fault: Fault, name: string, words: string): Html | null {
  if (onTheWire.has(name)) return null;
  const [clause = ''] = fault.clauses;
  const { violated, notMet } = othersBroken(fault.clauses);
  switch (name) {
    case 'Clause':
      return row(name, html`<a href="#${clause}">${clause}</a>${prose(words.slice(clause.length))}`);
    case 'Violates':
      return row(name, html`also ${linksTo(violated)}`);
    case 'Not met':
      return row(name, html`${recommendation(notMet)} ${linksTo(notMet)}`);
    case 'First in':
    case 'Shown by':
      return row(name, checksHtml(fault));
    case 'Known':
      return row(name, knownHtml(fault) ?? html`${words}`);
    case 'Tolerate':
      return row(
        name,
        html`<details><summary>for now, with ${counted(fault.entries.length, 'entry', 'entries')} in the list of known failures (KNOWN_FAILURES)</summary>${fault.entries.map((each) => html`<p><code>${JSON.stringify(each)}</code></p>`)}</details>`,
      );
    default:
      return row(name, html`${cut(words)}`);
  }
}

const row = (name: string, content: Html) => html`<dt>${name}</dt><dd>${content}</dd>
`;

const linksTo = (ids: readonly string[]) =>
  html`${ids.map((id, index) => html`${index > 0 && ', '}<a href="#${id}">${id}</a>`)}`;

const mostChecks = 6;

/** The failed checks of a fault, each with its own address in the page. */
function checksHtml({ ways }: Fault): Html {
  const checks = uniqueBy(failuresIn(ways), ({ checkId }) => checkId);
  const more = checks.length - mostChecks;
  return html`${checks.slice(0, mostChecks).map((each, index) => html`${index > 0 && ', '}<a href="#${each.checkId}">${each.check}</a>`)}${more > 0 && html` and ${more} more`}`;
}

function knownHtml({ known }: Fault): Html | null {
  if (known?.link === undefined) return null;
  return html`${known.reason} (<a href="${known.link}">${known.link}</a>), until ${known.expires}`;
}
