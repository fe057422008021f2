import { raw } from 'hono/html';
import type { Clause } from '../../../spec/clause';
import { sections } from '../../../spec/sections';
import { type Facts, factsOf } from '../../judge/data/facts';
import { suiteInfo } from '../../judge/data/suite-info';
import type { CheckVerdict } from '../../judge/verdict/check-verdicts';
import { exitCodes } from '../../judge/verdict/outcome';
import type { Report } from '../../judge/verdict/report';
import { documentOf, textOf } from '../page/document';
import { exchangeHtml } from '../page/exchange';
import { type Html, html } from '../page/html';
import { prose } from '../page/words';
import type { Field, SettingRow } from './fields';

/** The content of the reference. */
export interface Materials {
  /** The record of a run on the built-in mock; its exchanges are shown as examples. */
  report: Report;
  codes: CodeRow[];
  /** The defects of the mock, by the clause that each violates. */
  defects: ReadonlyMap<string, readonly string[]>;
  fields: { name: string; words: string; fields: Field[] }[];
  /** The text of tests/targets/example.ts. */
  example: string;
  settings: SettingRow[];
  /** Rows of the tables in README.md. */
  verdicts: string[][];
  exits: string[][];
}

/** An error code, as described in the OpenAPI document. */
export interface CodeRow {
  code: string;
  status: string;
  meaning: string;
  remedy: string;
  example: unknown;
}

type Row = [href: string, name: string, text: string, kind: string];

const pages = {
  'index.html': 'The contract',
  'codes.html': 'Codes',
  'clauses.html': 'Clauses',
  'target.html': 'Target files',
  'running.html': 'Running',
} as const;

const repeated = new Set(['rate_limited', 'upstream_error']);

/** The pages of the reference by their file names. They link to each other, and to nothing else. */
export function referenceOf(materials: Materials): Record<string, string> {
  const ledger = Object.entries(suiteInfo.ledger);
  const data = JSON.stringify(indexOf(materials, ledger)).replaceAll('<', '\\u003c');
  const bodies: Record<keyof typeof pages, Html> = {
    'index.html': contractHtml(ledger),
    'codes.html': codesHtml(materials, ledger),
    'clauses.html': clausesHtml(materials),
    'target.html': targetHtml(materials),
    'running.html': runningHtml(materials),
  };
  const script = textOf('../docs/search.js');
  return Object.fromEntries(
    Object.entries(bodies).map(([file, body]) => {
      const title = pages[file as keyof typeof pages];
      const head = headHtml(file, title);
      const index = html`<script type="application/json" id="index">${raw(data)}</script>`;
      return [
        file,
        documentOf(`${title}: error contract`, html`${head}<main id="main">${body}</main>${index}`, script),
      ];
    }),
  );
}

function headHtml(file: string, title: string): Html {
  const { suite, contract } = suiteInfo;
  const link = ([name, words]: string[]) =>
    html`<li><a href="${name}"${name === file && raw(' aria-current="page"')}>${words}</a></li>`;
  return html`<a class="skip" href="#main">To the text</a>
<header class="head"><h1>${title}</h1>
<nav aria-label="Pages"><ul class="pages">${Object.entries(pages).map(link)}</ul></nav>
<form class="lookup" role="search" hidden><label class="unseen" for="search">Search all pages</label>
<input id="search" type="search" placeholder="Search all pages: a code, a clause, 5.5, BASE_URL" autocomplete="off" spellcheck="false">
<output id="count" for="search" class="soft" aria-live="polite"></output><ul id="found"></ul></form>
<p class="soft">Error contract of an AI text and workflow service, edition <code>${contract}</code>; ${suite.name} ${suite.version}.</p>
</header>`;
}

function contractHtml(ledger: [string, Clause][]): Html {
  const ids = Object.keys(sections) as (keyof typeof sections)[];
  const of = (section: string) => ledger.filter(([, clause]) => clause.section === section);
  const one = (
    id: keyof typeof sections,
    heading: Html,
    below: Html[],
  ) => html`<section class="entry" id="${id}" aria-labelledby="${id}-title">
${heading}
${sections[id].words.map((words) => html`<p>${prose(words)}</p>`)}
${statementsHtml(of(id))}
${below}
</section>`;
  const number = (id: string) => html`<span class="number">${id}</span>`;
  return html`<p>The contract in our own words, section by section, with the clauses of each. <b>must</b>: the contract states it. <b>should</b>: a recommendation, which never fails a run. <b>unspecified</b>: the contract does not say it, so it is recorded and never judged. <b>unobservable</b>: no client can see it.</p>
${ids
  .filter((id) => !id.includes('.'))
  .map((id) =>
    one(
      id,
      html`<h2 id="${id}-title">${number(id)} <a href="#${id}">${sections[id].title}</a></h2>`,
      ids
        .filter((each) => each.startsWith(`${id}.`))
        .map((each) =>
          one(
            each,
            html`<h3 id="${each}-title">${number(each)} <a href="#${each}">${sections[each].title}</a></h3>`,
            [],
          ),
        ),
    ),
  )}`;
}

function statementsHtml(clauses: [string, Clause][]): Html | null {
  if (clauses.length === 0) return null;
  return html`<ul class="statements">${clauses.map(
    ([id, clause]) =>
      html`<li><span class="level ${clause.level}">${clause.level}</span><span>${prose(clause.sentence)} <a class="id" href="clauses.html#${id}">${id}</a></span></li>`,
  )}</ul>`;
}

function codesHtml({ codes }: Materials, ledger: [string, Clause][]): Html {
  return html`<p>The response to a failed request has one of these codes, each with its one status, and the body of <a href="index.html#2.1">section 2.1</a>.</p>
<table class="stacked"><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>
${codes.map(({ code, status, meaning }) => html`<tr><th scope="row"><a href="#${code}"><code>${code}</code></a></th><td>${status}</td><td>${prose(meaning)}</td></tr>`)}
</tbody></table>
${codes.map((row) => codeHtml(row, ledger))}`;
}

function codeHtml({ code, status, meaning, remedy, example }: CodeRow, ledger: [string, Clause][]): Html {
  const about = ledger.filter(([, clause]) => clause.codes?.some((each) => each === code));
  const repeatAdvice = repeated.has(code)
    ? html`Repeat the same request with growing gaps, such as 1, 3 and 10 seconds. One or two retries are usually enough (<a href="index.html#7">section 7</a>).`
    : 'No: the same request is rejected again until you change something.';
  return html`<article class="entry" id="${code}" aria-labelledby="${code}-title">
<h2 id="${code}-title"><a href="#${code}"><code>${code}</code></a> <span class="soft">${status}</span></h2>
<dl class="pairs"><dt>Meaning</dt><dd>${prose(meaning)}.</dd><dt>What to do</dt><dd>${prose(remedy)}</dd><dt>Repeat it?</dt><dd>${repeatAdvice}</dd>
<dt>Body</dt><dd><pre>${JSON.stringify(example, null, 2)}</pre></dd>
<dt>Clauses</dt><dd><ul class="dashes">${about.map(([id, clause]) => html`<li><a href="clauses.html#${id}">${id}</a> ${prose(clause.sentence)}</li>`)}</ul></dd></dl>
</article>`;
}

function clausesHtml({ report, defects }: Materials): Html {
  return html`<p>Every clause with its checks, its families of probes, an exchange with the built-in mock, and the defects of the mock that violate it (<code>npm run prove</code>). The exchanges are from a run with the verdict "${report.outcome.word}".</p>
${Object.entries(suiteInfo.ledger).map(([id, clause]) => {
  const checks = report.clauses.find((each) => each.id === id)?.checks ?? [];
  return clauseHtml(id, clause, checks, defects.get(id) ?? [], report.facts);
})}`;
}

/** The number of sampled probes shown per family. */
const samplesShown = 3;

/** The probe families that test a clause, and the probes that the run sampled. */
function familiesHtml(checks: CheckVerdict[], facts: Facts): Html | null {
  const families = [...new Set(checks.flatMap(({ trials }) => trials.flatMap(({ families }) => families)))];
  if (families.length === 0) return null;
  const probes = checks.flatMap(({ exchanges }) =>
    exchanges.flatMap((each) => factsOf(each, { facts }).probe ?? []),
  );
  const membersOf = (family: string) => [
    ...new Set(probes.flatMap((probe) => (probe.family === family ? probe.member : []))),
  ];
  const places = new Set(checks.flatMap(({ trials }) => trials.map(({ place }) => place)));
  return html`<dt>Families</dt><dd>At ${[...places].join(', ')}:<ul class="dashes">${families.map(
    (family) => {
      const sampled = membersOf(family).filter((member) => member !== family);
      const examples = sampled.slice(0, samplesShown).join('; ');
      return html`<li>${family}${examples !== '' && html` <span class="soft">such as: ${examples}</span>`}</li>`;
    },
  )}</ul></dd>`;
}

function clauseHtml(
  id: string,
  clause: Clause,
  checks: CheckVerdict[],
  defects: readonly string[],
  facts: Facts,
): Html {
  const { needs = [], codes = [] } = clause;
  const shown = checks.map((each) => shownOf(each, facts)).find((exchange) => exchange !== undefined);
  return html`<article class="entry" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${foldable(id)}</a></h2>
<p>${prose(clause.sentence)}</p>
<dl class="pairs"><dt>Level</dt><dd>${clause.level}</dd><dt>Contract</dt><dd><a href="index.html#${clause.section}">section ${clause.section}</a></dd>
${codes.length > 0 && html`<dt>Codes</dt><dd>${codes.map((code) => html`<a href="codes.html#${code}">${code}</a> `)}</dd>`}
${needs.length > 0 && html`<dt>Needs</dt><dd>${needs.map((need) => needHtml(need))}</dd>`}
${clause.why && html`<dt>${clause.level === 'unobservable' ? 'Why not' : 'Open beside it'}</dt><dd>${prose(clause.why)}</dd>`}
${familiesHtml(checks, facts)}
${defects.length > 0 && html`<dt>Red for</dt><dd>${defectsHtml(defects)}</dd>`}
${checks.length > 0 && html`<dt>Checks</dt><dd><ul class="dashes">${checks.map(({ title, file, cost }) => html`<li>${title} <span class="soft">${file}${cost !== 'free' && `, ${cost}`}</span></li>`)}</ul></dd>`}</dl>
${shown && html`<details class="more"><summary>An exchange of it</summary>${exchangeHtml(shown, facts)}</details>`}
</article>`;
}

/** Allows a line break after each dot of a long id. */
function foldable(id: string): Html {
  return html`${id.split('.').map((part, index) => html`${index > 0 && html`.<wbr>`}${part}`)}`;
}

/** A long list is folded after its first entry. */
function defectsHtml(defects: readonly string[]): Html {
  const list = (phrases: readonly string[]) =>
    html`<ul class="dashes">${phrases.map((phrase) => html`<li>${phrase}</li>`)}</ul>`;
  if (defects.length <= 4) return list(defects);
  return html`${list(defects.slice(0, 3))}<details class="more"><summary>and ${defects.length - 3} more</summary>${list(defects.slice(3))}</details>`;
}

/** The exchange that a check judges: the last that it sent itself. */
function shownOf({ findings, exchanges }: CheckVerdict, facts: Facts) {
  const judged = findings.flatMap((finding) => finding.exchanges);
  return (
    exchanges.find(({ id }) => id === judged.at(-1)) ??
    exchanges.filter((each) => !factsOf(each, { facts }).preparation && each.response !== null).at(-1)
  );
}

function needHtml(need: string): Html {
  const setting = /^[A-Z_]+$/.test(need);
  return html`<a href="${setting ? 'running.html' : 'target.html'}#${setting ? need : `Target.${need}`}">${need}</a> `;
}

function targetHtml({ fields, example }: Materials): Html {
  return html`<p>A target file describes what the contract leaves unspecified: the paths and bodies of one deployment. <code>npm run conformance -- init</code> writes one from an OpenAPI document or curl commands, and <code>npm run conformance -- doctor</code> verifies each part. Without a part, its clauses are "not tested", never violated.</p>
${fields.map(
  (each) => html`<section class="entry" id="${each.name}" aria-labelledby="${each.name}-title">
<h2 id="${each.name}-title"><a href="#${each.name}"><code>${each.name}</code></a></h2>
<p>${prose(each.words)}</p>
<table class="stacked"><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">What it is</th></tr></thead><tbody>
${each.fields.map(
  ({ name, type, optional, words }) =>
    html`<tr id="${each.name}.${name}"><th scope="row"><code>${name}</code>${optional ? null : html` <span class="soft">always</span>`}</th><td><code>${type}</code></td><td>${prose(words)}</td></tr>`,
)}</tbody></table></section>`,
)}
<section class="entry" id="example" aria-labelledby="example-title"><h2 id="example-title"><a href="#example">One to copy</a></h2><pre>${example}</pre></section>`;
}

function runningHtml({ settings, verdicts, exits }: Materials): Html {
  const codes = Object.entries(exitCodes);
  return html`<section class="entry" id="settings" aria-labelledby="settings-title"><h2 id="settings-title"><a href="#settings">Settings</a></h2>
<p>In the environment, or in <code>.env</code>; the environment wins.</p>
<table class="stacked"><thead><tr><th scope="col">Variable</th><th scope="col">What it is</th><th scope="col">Such as</th></tr></thead><tbody>
${settings.map(({ name, words, example }) => html`<tr id="${name}"><th scope="row"><code>${name}</code></th><td>${prose(words)}</td><td>${example && html`<code>${example}</code>`}</td></tr>`)}</tbody></table></section>
<section class="entry" id="verdicts" aria-labelledby="verdicts-title"><h2 id="verdicts-title"><a href="#verdicts">Verdicts of a clause</a></h2>
<table class="stacked"><thead><tr><th scope="col">Verdict</th><th scope="col">When</th></tr></thead><tbody>${verdicts.map(([word = '', words = '']) => html`<tr><th scope="row">${word}</th><td>${prose(words)}</td></tr>`)}</tbody></table></section>
<section class="entry" id="exit-codes" aria-labelledby="exit-codes-title"><h2 id="exit-codes-title"><a href="#exit-codes">Exit codes of a run</a></h2>
<table class="stacked"><thead><tr><th scope="col">Code</th><th scope="col">Outcome</th><th scope="col">The first that applies</th></tr></thead><tbody>${exits.map(
    ([code = '', words = '']) =>
      html`<tr><th scope="row">${code}</th><td>${codes
        .filter(([, each]) => String(each) === code)
        .map(([word]) => word)
        .join(', ')}</td><td>${prose(words)}</td></tr>`,
  )}</tbody></table></section>
<section class="entry" id="schemas" aria-labelledby="schemas-title"><h2 id="schemas-title"><a href="#schemas">Files</a></h2>
<ul class="dashes"><li><a href="conformance.schema.json">conformance.schema.json</a>: the record of a run</li>
<li><a href="known-failures.schema.json">known-failures.schema.json</a>: a list of known failures</li>
<li><a href="openapi.yaml">openapi.yaml</a>: the shapes of the contract</li></ul></section>`;
}

/** The index of the search: the address, title, words and kind of each entry. */
function indexOf({ codes, fields, settings }: Materials, ledger: [string, Clause][]): Row[] {
  const low = (...words: string[]) => words.join(' ').replaceAll('`', '').toLowerCase();
  return [
    ...Object.entries(sections).map(([id, { title, words }]): Row => {
      return [`index.html#${id}`, `${id} ${title}`, low(`section ${id}`, title, ...words), 'section'];
    }),
    ...codes.map(({ code, status, meaning, remedy }): Row => {
      return [`codes.html#${code}`, code, low(code, status, meaning, remedy), `code, ${status}`];
    }),
    ...ledger.map(([id, { sentence, section, level }]): Row => {
      return [`clauses.html#${id}`, id, low(id, sentence, `section ${section}`, level), `clause, ${level}`];
    }),
    ...fields.flatMap((each) =>
      each.fields.map(({ name, words }): Row => {
        return [
          `target.html#${each.name}.${name}`,
          `${each.name}.${name}`,
          low(each.name, name, words),
          'target file',
        ];
      }),
    ),
    ...settings.map(({ name, words }): Row => [`running.html#${name}`, name, low(name, words), 'setting']),
  ];
}
