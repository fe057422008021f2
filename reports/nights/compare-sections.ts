import type { Change, Comparison, Kind } from './comparison';
import type { SavedRecord } from './saved-record';

/** A comparison in words, the same for the terminal, Markdown and the page: texts of servers are not yet escaped. */

export interface Section {
  title: string;
  rows: Row[];
}

export interface Row {
  clause: string;
  /** `conforms → violates`. */
  step: string;
  facts: Change['facts'];
}

export interface Told {
  /** One line. */
  verdict: string;
  worse: boolean;
  /** What stands beside what, and what a reader should know of the two runs. */
  sides: [name: string, text: string][];
  sections: Section[];
}

/** A run and the file that it was read from. */
export interface Side {
  file: string;
  record: SavedRecord;
}

/** Worst first; the titles for two runs of one target, and for two targets. */
const titles: Record<Kind, [nights: string, parity: string]> = {
  broke: ['Broke', 'Fails on the second only'],
  'new failure': ['New failures', 'Failures of the second only'],
  undecided: ['Can no longer be judged', 'Could be judged on the first only'],
  'no longer driven': ['No longer driven', 'Driven on the first only'],
  known: ['Fails, as a known failure', 'Fails on the second only, as a known failure'],
  healed: ['Healed', 'Fails on the first only'],
  'vanished failure': ['Vanished failures', 'Failures of the first only'],
  decided: ['Judged again', 'Could be judged on the second only'],
  'newly driven': ['Newly driven', 'Driven on the second only'],
  'observed otherwise': ['Observed otherwise', 'Observed otherwise'],
};

const kinds = Object.keys(titles) as Kind[];

/** What every reader of a comparison is told. */
export function toldOf(comparison: Comparison, before: Side, after: Side): Told {
  const { changes, parity, ending, worse } = comparison;
  const sections = kinds.flatMap((kind) => {
    const rows = changes.filter((change) => change.kind === kind).map(rowOf);
    return rows.length === 0 ? [] : [{ title: titles[kind][parity ? 1 : 0], rows }];
  });
  const counts = sections.map(({ title, rows }) => `${title.toLowerCase()} (${rows.length})`);
  if (ending.worse) counts.unshift(`ended ${ending.after} and not ${ending.before}`);
  const word = worse ? 'worse' : changes.length === 0 ? 'the same' : 'not worse';
  return {
    verdict: counts.length === 0 ? word : `${word}: ${counts.join(', ')}`,
    worse,
    sides: [
      [parity ? 'First' : 'Before', sideWords(before)],
      [parity ? 'Second' : 'After', sideWords(after)],
      ...remarks(before.record, after.record, parity),
    ],
    sections,
  };
}

function sideWords({ file, record: { result, run } }: Side): string {
  const { word, sentence, partial } = result.outcome;
  const when = `${run.started.slice(0, 16).replace('T', ' ')} UTC`;
  return `${result.target}, ${when}, ${word}${partial ? ' (partial run)' : ''}: ${sentence} (${file})`;
}

function remarks(before: SavedRecord, after: SavedRecord, parity: boolean): Told['sides'] {
  const [was, is] = [before.result, after.result];
  const found: Told['sides'] = [];
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

function rowOf({ clause, kind, before, after, facts }: Change): Row {
  if (kind === 'new failure') return { clause, step: after ?? '', facts };
  if (kind === 'vanished failure') return { clause, step: `${before} no more`, facts };
  if (kind === 'observed otherwise' && before === null) return { clause, step: `appeared: ${after}`, facts };
  if (kind === 'observed otherwise' && after === null) return { clause, step: `vanished: ${before}`, facts };
  return { clause, step: `${before ?? 'no such clause'} → ${after ?? 'no such clause'}`, facts };
}
