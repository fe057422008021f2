import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { defects } from '../../mock/defects';
import type { Clause } from '../../spec/clause';
import { sections } from '../../spec/sections';
import type { Context } from '../judge/data/evidence';
import { factsOf } from '../judge/data/facts';
import { suiteInfo } from '../judge/data/suite-info';
import { curl } from '../judge/texts/curl';
import type { CheckVerdict } from '../judge/verdict/check-verdicts';
import type { Report } from '../judge/verdict/report';
import { documentOf } from './page/document';
import { exchangeHtml } from './page/exchange';
import { type Html, html } from './page/html';
import { prose } from './page/words';

/**
 * The contract as one page: each section in our own words, and below it its clauses.
 * @param report of a run on the built-in mock, whose exchanges are shown as examples
 */
export function contractPageOf(report: Report): string {
  const { suite, contract, ledger } = suiteInfo;
  const clauses = Object.entries(ledger);
  return documentOf(
    'The contract',
    html`<header class="head"><h1>The contract</h1>
<p class="soft">Error contract of an AI text and workflow service, edition <code>${contract}</code>; ${suite.name} ${suite.version}. The exchanges are from a run on the built-in mock with the verdict "${report.outcome.word}". Machines read <a href="openapi.yaml">openapi.yaml</a> (the shapes of the contract), <a href="conformance.schema.json">conformance.schema.json</a> (the record of a run) and <a href="known-failures.schema.json">known-failures.schema.json</a>.</p>
</header>
<main>
<p>Each section in our own words, with its clauses. <b>must</b>: the contract states it. <b>should</b>: a recommendation, which never fails a run. <b>unspecified</b>: the contract does not say it, so it is recorded and never judged. <b>unobservable</b>: no client can see it.</p>
${Object.entries(sections).map(
  ([id, { title, words }]) => html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${id} ${title}</a></h2>
${words.map((each) => html`<p>${prose(each)}</p>`)}
${id === '7' && codesHtml(clauses)}
${clauses.filter(([, { section }]) => section === id).map(([clause, of]) => clauseHtml(clause, of, report))}
</section>
`,
)}
</main>`,
  );
}

/** An OpenAPI document, as far as it shows the codes. */
interface Shown {
  components: {
    responses: Record<
      string,
      { content: Record<string, { examples: Record<string, { summary: string; description: string }> }> }
    >;
  };
}

/** The codes as the OpenAPI document describes them, with the clauses about each. */
function codesHtml(clauses: [string, Clause][]): Html {
  const { components }: Shown = parse(readFileSync(join(__dirname, '../../spec/openapi.yaml'), 'utf8'));
  const rows = Object.entries(components.responses).flatMap(([status, { content }]) =>
    Object.values(content).flatMap(({ examples }) =>
      Object.entries(examples).map(([code, { summary, description }]) => {
        const about = clauses.filter(([, { codes }]) => codes?.some((each) => each === code));
        return html`<tr id="${code}"><th scope="row"><code>${code}</code></th><td>${status}</td><td>${prose(summary)}</td><td>${prose(description)}</td><td>${about.map(([id]) => html`<a href="#${id}">${id}</a> `)}</td></tr>
`;
      }),
    ),
  );
  return html`<table class="stacked"><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th><th scope="col">What to do</th><th scope="col">Clauses</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

function clauseHtml(id: string, clause: Clause, { clauses, context }: Report): Html {
  const { level, needs = [], codes = [], why } = clause;
  const checks = clauses.find((each) => each.id === id)?.checks ?? [];
  const red = defects.filter((each) => each.clause === id);
  const shown = checks.flatMap((each) => shownOf(each, context) ?? [])[0];
  return html`<article class="entry" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a href="#${id}">${id}</a> <span class="soft">${level}</span></h3>
<p>${prose(clause.sentence)}</p>
<dl class="pairs">
${codes.length > 0 && html`<dt>Codes</dt><dd>${codes.map((code) => html`<a href="#${code}">${code}</a> `)}</dd>`}
${needs.length > 0 && html`<dt>Needs</dt><dd><code>${needs.join(', ')}</code></dd>`}
${why && html`<dt>${level === 'unobservable' ? 'Why not' : 'Open beside it'}</dt><dd>${prose(why)}</dd>`}
${familiesHtml(checks, context)}
${checks.length > 0 && html`<dt>Checks</dt><dd><ul>${checks.map(({ title, file, cost }) => html`<li>${title} <span class="soft">${file}${cost !== 'free' && `, ${cost}`}</span></li>`)}</ul></dd>`}
${red.length > 0 && html`<dt>Red for</dt><dd><ul>${red.map(({ phrase }) => html`<li>${phrase}</li>`)}</ul></dd>`}
</dl>
${shown && html`<details><summary>An exchange of it</summary>${exchangeHtml(shown, null, curl(shown))}</details>`}
</article>
`;
}

/** The number of sampled probes shown per family. */
const samplesShown = 3;

/** The probe families that test a clause, and the probes that the run sampled. */
function familiesHtml(checks: CheckVerdict[], context: Context): Html | null {
  const trials = checks.flatMap(({ evidence }) => evidence.flatMap(({ trials = [] }) => trials));
  const families = [...new Set(trials.flatMap((trial) => trial.families))];
  if (families.length === 0) return null;
  const probes = checks.flatMap(({ exchanges }) =>
    exchanges.flatMap((each) => factsOf(each, context).probe ?? []),
  );
  const places = [...new Set(trials.map(({ place }) => place))];
  return html`<dt>Families</dt><dd>At ${places.join(', ')}:<ul>${families.map((family) => {
    const members = probes.flatMap((probe) => (probe.family === family ? probe.member : []));
    const sampled = [...new Set(members)].filter((member) => member !== family).slice(0, samplesShown);
    return html`<li>${family}${sampled.length > 0 && html` <span class="soft">such as: ${sampled.join('; ')}</span>`}</li>`;
  })}</ul></dd>`;
}

/** The exchange that a check judges: the last that it sent itself. */
function shownOf({ findings, exchanges }: CheckVerdict, context: Context) {
  const judged = findings.flatMap((finding) => finding.exchanges);
  return (
    exchanges.find(({ id }) => id === judged.at(-1)) ??
    exchanges.filter((each) => !factsOf(each, context).preparation && each.response !== null).at(-1)
  );
}
