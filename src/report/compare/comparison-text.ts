import { groupedBy } from '../../judge/data/grouped';
import { type Row, rowLines } from '../../judge/texts/failure-text';
import { singleLine } from '../../judge/texts/visible-text';
import { formatTime } from '../../judge/texts/wording';
import { sectionLines } from '../terminal';
import type { Comparison, DifferenceKind } from './comparison';
import type { SavedRecord } from './saved-record';

/** A run, and the file that it was read from. */
interface Side {
  file: string;
  record: SavedRecord;
}

/** The title of each kind of difference, in the order of print: for two runs of one target, and for two targets. */
const titles: Record<DifferenceKind, readonly [ofRuns: string, ofTargets: string]> = {
  'new fault': ['New faults', 'Faults only on the second target'],
  fixed: ['Fixed faults', 'Faults only on the first target'],
  'another verdict': ['Clauses with another verdict', 'Clauses with another verdict'],
  'observed otherwise': ['Unspecified responses that changed', 'Unspecified responses that differ'],
};

const kinds = Object.keys(titles);

/** The labels of two runs: of one target, and of two. */
const sideNames = { runs: ['Before', 'After'], targets: ['First', 'Second'] } as const;

/** A comparison as lines for a terminal. The verdict comes last. */
export function comparisonLines(comparison: Comparison, before: Side, after: Side): string[] {
  const { parity, ending, worse, differences } = comparison;
  const sections = groupedBy(
    differences.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind)),
    ({ kind }) => kind,
  ).map((items) => ({ title: titles[items[0].kind][parity ? 1 : 0], items }));
  const verdict = worse ? 'worse' : differences.length === 0 ? 'the same' : 'not worse';
  const parts = [
    ...(ending.worse && ending.after !== 'violates'
      ? [`ended ${ending.after} and not ${ending.before}`]
      : []),
    ...sections.map(({ title, items }) => `${title.toLowerCase()} (${items.length})`),
  ];
  const [first, second] = sideNames[parity ? 'targets' : 'runs'];
  return [
    ...rowLines([sideRow(first, before), sideRow(second, after)]),
    ...remarksOn(before.record, after.record, parity).map((remark) => singleLine(remark)),
    ...sectionLines(sections),
    '',
    [verdict, parts.join(', ')].filter(Boolean).join(': '),
  ];
}

function sideRow(name: string, { file, record: { result, run } }: Side): Row {
  const { word, sentence, partial } = result.outcome;
  return [
    name,
    `${result.target}, ${formatTime(run.started)}, ${word}${partial ? ' (partial run)' : ''}: ${sentence} (${file})`,
  ];
}

function remarksOn(before: SavedRecord, after: SavedRecord, parity: boolean): string[] {
  const [was, is] = [before.result.contract, after.result.contract];
  return [
    ...(parity
      ? ['These are two targets. What only one of them tests is listed, but does not count as worse.']
      : []),
    ...(was === is ? [] : [`Contract ${was}, then ${is}: the clauses may differ too.`]),
    ...(!parity && before.run.started > after.run.started ? ['The second run is the older one.'] : []),
  ];
}
