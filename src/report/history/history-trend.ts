import type { Verdict } from '../../judge/check-verdicts';
import { counted, dayOf } from '../../judge/wording';
import { type Html, html } from '../page/html';
import { mark, marks } from '../page/words';
import type { RunSummary } from './history';

/** The runs that a trend shows. */
const mostShown = 40;

/** From the top of a column down; the rest of the column conforms. */
const stack: [verdict: Verdict, count: (counts: RunSummary['counts']) => number][] = [
  ['not tested', ({ must, should }) => must.notTested + should.notTested],
  ['blocked', ({ must, should }) => must.blocked + should.blocked],
  ['inconclusive', ({ must, should }) => must.inconclusive + should.inconclusive],
  ['deviates', ({ should }) => should.deviates],
  ['violates', ({ must }) => must.violates],
];

const [columnWidth, columnGap, height] = [16, 4, 60];

/** One violation among a hundred clauses must be visible. */
const leastShare = 5;

/** The verdicts of the last runs of one target, oldest first: a chart with a column for each run, and a table. */
export function trendHtml(runSummaries: RunSummary[]): Html {
  const shown = runSummaries.slice(-mostShown);
  const width = shown.length * (columnWidth + columnGap);
  const some = stack.filter(([, count]) => shown.some(({ counts }) => count(counts) > 0));
  const met: Verdict[] = ['conforms', ...some.map(([verdict]) => verdict).reverse()];
  return html`<section class="trend" aria-labelledby="trend-title">
<h2 id="trend-title">The trend over ${counted(shown.length, 'run')}</h2>
<svg role="img" aria-label="Verdicts of the last runs, oldest first; the table below says the same" viewBox="0 0 ${width} ${height}" width="100%" height="${height}" preserveAspectRatio="xMinYMid meet">${shown.map(columnHtml)}</svg>
<p class="legend">${dayOf(shown[0]?.started ?? '')} to ${dayOf(shown.at(-1)?.started ?? '')}. ${met.map((verdict) => html`<span>${mark(verdict)} ${verdict}</span> `)}</p>
<details class="more"><summary>as a table</summary>
<div class="scroll"><table><thead><tr><th scope="col">Run</th><th scope="col">Outcome</th><th scope="col">Requests</th></tr></thead>
<tbody>${[...shown].reverse().map(rowHtml)}</tbody></table></div></details>
</section>
`;
}

function columnHtml(runSummary: RunSummary, index: number): Html {
  const { must, should } = runSummary.counts;
  const conforming = must.conforms + should.conforms;
  const total = stack.reduce((sum, [, count]) => sum + count(runSummary.counts), conforming);
  const x = index * (columnWidth + columnGap);
  let y = 0;
  const part = (verdict: Verdict, size: number) => {
    const drawn = html`<rect class="verdict ${marks[verdict].style}" fill="currentColor" x="${x}" y="${y.toFixed(1)}" width="${columnWidth}" height="${size.toFixed(1)}"/>`;
    y += size;
    return drawn;
  };
  const others = stack.flatMap(([verdict, count]) => {
    const share = count(runSummary.counts) / Math.max(1, total);
    return share === 0 ? [] : [part(verdict, Math.max(leastShare, share * height))];
  });
  const rest = conforming === 0 || y >= height ? null : part('conforms', height - y);
  return html`<g><title>${when(runSummary)}: ${runSummary.word}: ${runSummary.sentence}</title>${others}${rest}</g>`;
}

function rowHtml(runSummary: RunSummary): Html {
  return html`<tr><th scope="row"><time datetime="${runSummary.started}">${when(runSummary)}</time></th><td>${runSummary.word}${runSummary.partial && ' (partial run)'}: ${runSummary.sentence}</td><td class="number">${runSummary.requests}</td></tr>`;
}

function when({ started }: RunSummary): string {
  return started.slice(0, 16).replace('T', ' ');
}

const [opening, closing] = ['<!-- trend -->', '<!-- /trend -->'];

/**
 * The page of a run with a trend at its foot, which replaces an earlier trend.
 * @returns null where the text is not such a page
 */
export function withTrend(page: string, trend: Html): string | null {
  const block = `${opening}\n${trend}${closing}\n`;
  const [from, to] = [page.indexOf(opening), page.indexOf(closing)];
  if (from !== -1 && to > from) {
    return page.slice(0, from) + block + page.slice(to + closing.length + 1);
  }
  const place = page.indexOf('<footer class="foot">');
  return place === -1 ? null : page.slice(0, place) + block + page.slice(place);
}
