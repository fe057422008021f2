import { type Row, rowLines } from '../../judge/texts/failure-text';
import { singleLine } from '../../judge/texts/visible-text';
import { capital, formatTime } from '../../judge/texts/wording';
import { documentOf } from '../page/document';
import { html } from '../page/html';
import { rowsHtml, sectionHtml } from '../page/sections';
import { headline, prose } from '../page/words';
import { sectionLines } from '../terminal';
import type { Section, View } from '../view';
import { type Comparison, type Difference, type DifferenceKind, sideNames } from './comparison';
import type { SavedRecord } from './saved-record';

/** A run, the file that it was read from, and the address of its page if there is one. */
export interface Side {
  file: string;
  record: SavedRecord;
  page: string | null;
}

/**
 * The title of a group of differences: for two runs of one target, and for two targets, where only one may
 * have the fault.
 */
type Wording = [ofRuns: string, ofTargets: string, of?: 'before' | 'after'];

const wordings: Record<DifferenceKind, Wording> = {
  'new fault': ['new fault', 'fault only on', 'after'],
  changed: ['changed fault', 'fault that differs'],
  known: ['new known failure', 'known failure only on', 'after'],
  fixed: ['fixed fault', 'fault only on', 'before'],
  undecided: ['clause that can no longer be judged', 'clause judged only on', 'before'],
  'no longer tested': ['clause no longer tested', 'clause tested only on', 'before'],
  decided: ['clause judged again', 'clause judged only on', 'after'],
  'newly tested': ['clause newly tested', 'clause tested only on', 'after'],
  'tried elsewhere': ['clause tested with other inputs', 'clause tested with other inputs'],
  'observed otherwise': ['unspecified response changed', 'unspecified response changed'],
};

const several = (words: string) =>
  words.replace(/fault|recommendation|clause|failure|response/, '$&s').replace('that differs', 'that differ');

const ofFaults: readonly DifferenceKind[] = ['new fault', 'changed', 'known', 'fixed'];

/** What terminal, Markdown and page say of a comparison. Texts from servers are not yet escaped. */
export function comparisonView(comparison: Comparison, before: Side, after: Side): View {
  const { parity, ending, worse, differences } = comparison;
  const shortOf = (side: Side) => side.record.result.target.replace('built-in mock', 'mock');
  const sections = Object.entries(wordings).flatMap(
    ([kind, [ofRuns, ofTargets, side]]): (Section & { items: Difference[] })[] => {
      const items = differences.filter((each) => each.kind === kind);
      if (items.length === 0) return [];
      const unmet = items.filter(({ isRecommendation }) => isRecommendation).length;
      const words = parity ? ofTargets : ofRuns;
      const one = unmet === items.length ? words.replace('fault', 'unmet recommendation') : words;
      const where = parity && side !== undefined ? { of: shortOf(side === 'before' ? before : after) } : {};
      const isFirst =
        ofFaults.includes(kind as DifferenceKind) ||
        (!parity && (kind === 'undecided' || kind === 'no longer tested'));
      const title = capital(items.length === 1 ? one : several(one));
      return [{ title, ...where, numbered: isFirst, folded: !isFirst, items }];
    },
  );
  const countsOf = (some: boolean) =>
    sections.flatMap(({ title, of, folded, items }) =>
      folded === some
        ? []
        : `${items.length} ${title.charAt(0).toLowerCase()}${title.slice(1)}${of === undefined ? '' : ` ${of}`}${recommendationsIn(items)}`,
    );
  const ended =
    ending.worse && ending.after !== 'violates' ? [`ended ${ending.after} and not ${ending.before}`] : [];
  const parts = [...ended, ...countsOf(true)];
  const word = worse ? 'worse' : differences.length === 0 ? 'the same' : 'not worse';
  const verdict = [...(parity && parts.length > 0 ? [] : [word]), parts.join(', ')]
    .filter(Boolean)
    .join(': ');
  const others = countsOf(false);
  const [first, second] = sideNames[parity ? 'targets' : 'runs'];
  return {
    headline: verdict,
    reasons: [
      ...(parity
        ? [
            `${shortOf(before)} and ${shortOf(after)} are two targets. What only one of them tests is listed, but does not count as worse.`,
          ]
        : []),
      ...remarksOn(before.record, after.record, parity),
      ...(others.length > 0 ? [`Also ${others.join(', ')}.`] : []),
    ],
    sections: sections.toSorted((a, b) => Number(a.folded) - Number(b.folded)),
    facts: [...sideRows(first, before), ...sideRows(second, after)],
  };
}

/** `, 1 of them a recommendation`, unless all are. */
function recommendationsIn(items: readonly Difference[]): string {
  const unmet = items.filter(({ isRecommendation }) => isRecommendation).length;
  if (unmet === 0 || unmet === items.length) return '';
  return `, ${unmet} of them ${unmet === 1 ? 'a recommendation' : 'recommendations'}`;
}

function sideRows(name: string, { file, page, record: { result, run } }: Side): Row[] {
  const { word, sentence, partial } = result.outcome;
  const words = `${result.target}, ${formatTime(run.started)}, ${word}${partial ? ' (partial run)' : ''}: ${sentence} (${file})`;
  return [[name, words], ...(page === null ? [] : [[`${name} page`, page] as Row])];
}

function remarksOn(before: SavedRecord, after: SavedRecord, parity: boolean): string[] {
  const [was, is] = [before.result.contract, after.result.contract];
  return [
    ...(was === is ? [] : [`Contract ${was}, then ${is}: the clauses may differ too.`]),
    ...(!parity && before.run.started > after.run.started ? ['The second run is the older one.'] : []),
  ];
}

/** A comparison as lines for a terminal. The verdict comes last. */
export function comparisonLines({ headline, reasons, sections, facts }: View): string[] {
  return [
    ...rowLines(facts),
    ...reasons.map((reason) => singleLine(reason)),
    ...sectionLines(sections),
    '',
    headline,
  ];
}

/** A comparison as a page. */
export function comparePageOf(view: View, worse: boolean): string {
  return documentOf(
    `Compared: ${view.headline}`,
    html`<header class="head ${worse ? 'violates' : 'conforms'}"><p class="verdict">two runs compared</p>
<h1>${headline(view.headline)}</h1>
<ul>${view.reasons.map((reason) => html`<li>${prose(reason)}</li>`)}</ul>
${rowsHtml(view.facts, prose)}
</header>
<main>
${view.sections.map((each) => sectionHtml(each, prose))}
</main>`,
  );
}
