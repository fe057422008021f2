import { groupedBy } from '../../judge/grouped';
import { counted, timeWords } from '../../judge/wording';
import type { Comparison, Difference, DifferenceKind } from './comparison';
import type { SavedRecord } from './saved-record';

/** A comparison in words, the same for the terminal, Markdown and the page: texts of servers are not yet escaped. */

export interface Section {
  title: string;
  /** What differs; the rest is folded where it can be. */
  first: boolean;
  rows: Row[];
}

export interface Row {
  clause: string;
  /** `conforms → violates`. */
  step: string;
  facts: Difference['facts'];
}

export interface ComparisonWords {
  /** One line. */
  verdict: string;
  worse: boolean;
  /** What stands beside what, and what a reader should know of the two runs. */
  sides: [name: string, text: string][];
  sections: Section[];
}

/** A run and the file that it was read from. */
interface Side {
  file: string;
  record: SavedRecord;
}

/** Worst first; the titles for two runs of one target, and for two targets. */
const titles: Record<DifferenceKind, [nights: string, parity: (before: string, after: string) => string]> = {
  broke: ['Broke', (_, after) => `Fails only on ${after}`],
  'new failure': ['New failures', (_, after) => `Failures only of ${after}`],
  undecided: ['Can no longer be judged', (before) => `Could be judged only on ${before}`],
  'no longer driven': ['No longer driven', (before) => `Driven only on ${before}`],
  known: ['Fails, as a known failure', (_, after) => `Fails only on ${after}, as a known failure`],
  healed: ['Healed', (before) => `Fails only on ${before}`],
  'vanished failure': ['Vanished failures', (before) => `Failures only of ${before}`],
  decided: ['Judged again', (_, after) => `Could be judged only on ${after}`],
  'newly driven': ['Newly driven', (_, after) => `Driven only on ${after}`],
  'tried elsewhere': ['Families of probes, cell by cell', () => 'Families of probes, cell by cell'],
  'observed otherwise': ['Observed otherwise', () => 'Observed otherwise'],
};

const kinds = Object.keys(titles) as DifferenceKind[];

const failing: readonly DifferenceKind[] = ['broke', 'new failure', 'known', 'healed', 'vanished failure'];

/** The failures that a clause's own row tells. */
const shownWith: Partial<Record<DifferenceKind, DifferenceKind>> = {
  broke: 'new failure',
  known: 'new failure',
  healed: 'vanished failure',
};

/** What every reader of a comparison is told. */
export function comparisonWords(comparison: Comparison, before: Side, after: Side): ComparisonWords {
  const { parity, ending, worse } = comparison;
  const names = [short(before.record.result.target), short(after.record.result.target)] as const;
  const changes = withFailures(withoutRepeats(comparison.changes));
  const sections = kinds.flatMap((kind): (Section & { kind: DifferenceKind })[] => {
    const rows = changes.filter((change) => change.kind === kind).map(rowOf);
    const [nights, targets] = titles[kind];
    const first = failing.includes(kind) || (!parity && ['undecided', 'no longer driven'].includes(kind));
    return rows.length === 0 ? [] : [{ kind, title: parity ? targets(...names) : nights, first, rows }];
  });
  const ordered = [...sections.filter(({ first }) => first), ...sections.filter(({ first }) => !first)];
  const partsWhere = (differing: boolean) =>
    ordered.flatMap(({ kind, title, rows, first }) =>
      first === differing ? partWords(kind, title, rows.length) : [],
    );
  const [parts, beside] = [partsWhere(true), partsWhere(false)];
  if (ending.worse && ending.after !== 'violates')
    parts.unshift(`ended ${ending.after} and not ${ending.before}`);
  const word = worse ? 'worse' : changes.length === 0 ? 'the same' : 'not worse';
  return {
    verdict: [
      ...(parity && parts.length > 0 ? [] : [word]),
      ...(parts.length > 0 ? [parts.join(', ')] : []),
    ].join(': '),
    worse,
    sides: [
      [parity ? 'First' : 'Before', sideWords(before)],
      [parity ? 'Second' : 'After', sideWords(after)],
      ...remarks(before.record, after.record, parity),
      ...(beside.length > 0 ? [['Beside', beside.join(', ')] as [string, string]] : []),
    ],
    sections: ordered.map(({ kind: _, ...section }) => section),
  };
}

/** `2 clauses fail only on staging`, `1 clause broke`, `driven only on mock (3)`. */
function partWords(kind: DifferenceKind, title: string, count: number): string {
  if (kind !== 'broke' && kind !== 'healed') return `${title.toLowerCase()} (${count})`;
  const words = count === 1 ? title : title.replace(/^Fails/, 'Fail');
  return `${counted(count, 'clause')} ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** How many cases of one failure are named. */
const mostNamed = 3;

/** Failures of a clause that tell the same, as one. */
function withoutRepeats(changes: Difference[]): Difference[] {
  const groups = groupedBy(changes, ({ kind, clause, facts }) => {
    const outcome = facts.filter(([name]) => name === 'Expected' || name === 'Received');
    return JSON.stringify([kind, clause, outcome, outcome.length === 2 ? null : facts]);
  });
  return groups.map(([first, ...others]) => {
    if (others.length === 0) return first;
    const facts = first.facts.map(([name, words]): [string, string] => {
      const all = [first, ...others].flatMap((each) =>
        each.facts.flatMap(([other, words]) => (other === name ? [words] : [])),
      );
      const different = [...new Set(all)];
      const rest = different.length - mostNamed;
      const more = rest > 0 ? [`and ${rest} more`] : [];
      return [name, different.length < 2 ? words : [...different.slice(0, mostNamed), ...more].join('; ')];
    });
    return { ...first, facts };
  });
}

/** A clause that fails on one side only is told with what was expected there and received. */
function withFailures(changes: Difference[]): Difference[] {
  const own = (change: Difference) =>
    changes.filter(({ kind, clause }) => kind === shownWith[change.kind] && clause === change.clause);
  const shown = new Set(changes.flatMap(own));
  return changes
    .filter((change) => !shown.has(change))
    .map((change) => {
      const facts = own(change).flatMap(({ facts }) => facts.filter(([name]) => name !== 'Clause'));
      return { ...change, facts: [...change.facts, ...facts] };
    });
}

function sideWords({ file, record: { result, run } }: Side): string {
  const { word, sentence, partial } = result.outcome;
  return `${result.target}, ${timeWords(run.started)}, ${word}${partial ? ' (partial run)' : ''}: ${sentence} (${file})`;
}

function remarks(before: SavedRecord, after: SavedRecord, parity: boolean): ComparisonWords['sides'] {
  const [was, is] = [before.result, after.result];
  const found: ComparisonWords['sides'] = [];
  if (parity) {
    const what = 'two targets: what only one of them drives is listed and makes neither worse';
    found.push(['Parity', `${short(was.target)} against ${short(is.target)}: ${what}`]);
  }
  if (was.contract !== is.contract)
    found.push(['Contract', `${was.contract}, then ${is.contract}: the clauses may differ too`]);
  if (!parity && before.run.started > after.run.started)
    found.push(['Order', 'the second run is the older one']);
  return found;
}

/** `mock` for the embedded one, else the address. */
function short(target: string): string {
  return target === 'embedded mock' ? 'mock' : target;
}

function rowOf({ clause, kind, before, after, facts }: Difference): Row {
  if (kind === 'new failure') return { clause, step: after ?? '', facts };
  if (kind === 'vanished failure') return { clause, step: `${before} no more`, facts };
  if (kind === 'observed otherwise' && before === null) return { clause, step: `appeared: ${after}`, facts };
  if (kind === 'observed otherwise' && after === null) return { clause, step: `vanished: ${before}`, facts };
  if (kind === 'tried elsewhere' && before === after) return { clause, step: after ?? '', facts };
  return { clause, step: `${before ?? 'no such clause'} → ${after ?? 'no such clause'}`, facts };
}
