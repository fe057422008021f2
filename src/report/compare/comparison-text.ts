import { groupedBy } from '../../judge/data/grouped';
import { type Row, rowLines } from '../../judge/texts/failure-text';
import { formatTime } from '../../judge/texts/wording';
import type { ConformanceRecord } from '../record-schema';
import { sectionLines } from '../terminal';
import type { Comparison, DifferenceKind } from './comparison';

/** A run, and the file that it was read from. */
interface Side {
  file: string;
  record: ConformanceRecord;
}

/** The title of each kind of difference, in the order of print. */
const titles: Record<DifferenceKind, string> = {
  'new fault': 'New faults, only in the second',
  fixed: 'Fixed faults, only in the first',
  'another verdict': 'Clauses with another verdict',
  'observed otherwise': 'Unspecified responses that differ',
};

const kinds = Object.keys(titles);

/** A comparison as lines for a terminal. The verdict comes last. */
export function comparisonLines(comparison: Comparison, before: Side, after: Side): string[] {
  const { parity, ending, worse, differences } = comparison;
  const sections = groupedBy(
    differences.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind)),
    ({ kind }) => kind,
  ).map((items) => ({ title: titles[items[0].kind], items }));
  const parts = [
    ...(ending === undefined || after.record.result.outcome.word === 'violates' ? [] : [ending]),
    ...sections.map(({ title, items }) => `${title.toLowerCase()} (${items.length})`),
  ];
  const verdict = worse ? 'worse' : differences.length === 0 ? 'the same' : 'not worse';
  const [was, is] = [before.record.result.contract, after.record.result.contract];
  return [
    ...rowLines([sideRow('First', before), sideRow('Second', after)]),
    ...(parity
      ? ['These are two targets. What only one of them tests is listed, but does not count as worse.']
      : []),
    ...(was === is ? [] : [`Contract ${was}, then ${is}: the clauses may differ too.`]),
    ...sectionLines(sections),
    '',
    [verdict, parts.join(', ')].filter(Boolean).join(': '),
  ];
}

function sideRow(name: string, { file, record: { result, run } }: Side): Row {
  const { target, name: ownName = target, outcome } = result;
  const { word, sentence, partial } = outcome;
  return [
    name,
    `${ownName}, ${formatTime(run.started)}, ${word}${partial ? ' (partial run)' : ''}: ${sentence} (${file})`,
  ];
}
