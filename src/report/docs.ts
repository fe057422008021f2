import type { Clause } from '../../spec/clause';
import { contract } from '../../spec/contract';
import { sections } from '../../spec/sections';
import type { Validators } from '../../spec/validators';
import { suiteInfo } from '../judge/data/suite-info';
import { curl } from '../judge/texts/curl';
import { documentOf, exchangeHtml, type Html, html, prose } from './page/html';
import type { ConformanceRecord } from './record-schema';

/**
 * The contract as one page for whoever writes a client: the error codes, then each section in our own words with a
 * request and its response, and folded below it how each of its clauses is tested.
 * @param record of a run on the built-in mock, whose exchanges are shown as examples
 */
export function contractPageOf(record: ConformanceRecord): string {
  const { suite, contract: edition, ledger } = suiteInfo;
  const clauses = Object.entries(ledger);
  return documentOf(
    'The contract',
    html`<header class="head"><h1>The contract</h1>
<p class="soft">Error contract of an AI text and workflow service, edition <code>${edition}</code>; ${suite.name} ${suite.version}. The exchanges are from a run on the built-in mock with the verdict "${record.result.outcome.word}". Machines read <a href="openapi.yaml">openapi.yaml</a> (the shapes of the contract), <a href="conformance.schema.json">conformance.schema.json</a> (the record of a run) and <a href="known-failures.schema.json">known-failures.schema.json</a>.</p>
<nav aria-label="Sections"><a href="#codes">The error codes</a> ${Object.entries(sections).map(([id, { title }]) => !id.includes('.') && html`<a href="#${id}">${title}</a> `)}</nav>
</header>
<main>
<section id="codes" aria-labelledby="codes-title">
<h2 id="codes-title">The error codes</h2>
<p>Every failed request has one of these codes in its body. Decide by <code>code</code>: two codes share each of the statuses 401, 404 and 429. <code>message</code> is for people, and its text may change.</p>
${Object.entries(contract.examples).map(codeHtml)}
</section>
${Object.entries(sections).map(([id, { title, words }]) => {
  const ofSection = clauses.filter(([, { section }]) => section === id);
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${id} ${title}</a></h2>
${words.map((each) => html`<p>${prose(each)}</p>`)}
${exampleOf(ofSection, record)}
${ofSection.map(([clause, of]) => clauseHtml(clause, of, record))}
</section>
`;
})}
</main>`,
  );
}

function codeHtml([code, { summary, description, value }]: [string, Validators['examples'][string]]): Html {
  const about = Object.entries(suiteInfo.ledger).filter(([, { codes }]) =>
    codes?.some((each) => each === code),
  );
  return html`<article class="entry" id="${code}" aria-labelledby="${code}-title">
<h3 id="${code}-title"><a href="#${code}">${contract.codes[code]} <code>${code}</code></a></h3>
<div class="wires"><dl class="pairs"><dt>When</dt><dd>${prose(summary)}.</dd><dt>What to do</dt><dd>${prose(description)}</dd><dt>Clauses</dt><dd>${about.map(([id]) => html`<a href="#${id}">${id}</a> `)}</dd></dl>
<pre>${JSON.stringify(value, null, 2)}</pre></div>
</article>
`;
}

/** The levels whose clauses say most about a section, first. */
const byLevel: readonly Clause['level'][] = ['must', 'should', 'unspecified'];

/** A request of this section and its response: of the first clause that has one, a must clause if possible. */
function exampleOf(ofSection: readonly [string, Clause][], record: ConformanceRecord): Html | undefined {
  const ids = byLevel.flatMap((level) => ofSection.flatMap(([id, each]) => (each.level === level ? id : [])));
  const [example] = ids.flatMap((id) => shownOf(checksOf(id, record), record) ?? []);
  return example && exchangeHtml(example);
}

/** A clause in a sentence; how it is tested is folded. */
function clauseHtml(id: string, clause: Clause, record: ConformanceRecord): Html {
  const { level, needs = [], codes = [], why } = clause;
  const checks = checksOf(id, record);
  const shown = shownOf(checks, record);
  return html`<article class="entry" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a href="#${id}">${id}</a> <span class="soft">${level}</span></h3>
<p>${prose(clause.sentence)}</p>
${why && html`<p class="soft">${prose(why)}</p>`}
${
  checks.length > 0 &&
  html`<details><summary>How it is tested</summary>
<dl class="pairs">
${codes.length > 0 && html`<dt>Codes</dt><dd>${codes.map((code) => html`<a href="#${code}">${code}</a> `)}</dd>`}
${needs.length > 0 && html`<dt>Needs</dt><dd><code>${needs.join(', ')}</code></dd>`}
<dt>Checks</dt><dd><ul>${checks.map(({ title, file, cost }) => html`<li>${title} <span class="soft">${file}${cost !== 'free' && `, ${cost}`}</span></li>`)}</ul></dd>
</dl>
${shown && exchangeHtml(shown, curl(shown))}</details>`
}
</article>
`;
}

type Check = ConformanceRecord['result']['clauses'][number]['checks'][number];

const checksOf = (clause: string, { result }: ConformanceRecord): readonly Check[] =>
  result.clauses.find(({ id }) => id === clause)?.checks ?? [];

/** The first exchange that a check of these shows. */
const shownOf = (checks: readonly Check[], { run }: ConformanceRecord) =>
  checks.flatMap(({ shown = '' }) => run.exchanges[shown] ?? [])[0];
