import { labelOf } from '../../judge/faults/faults';
import { capital, formatTime } from '../../judge/texts/wording';
import type { ClauseDifference, Comparison, DifferenceKind, Fact, FaultDifference } from './comparison';
import type { SavedRecord } from './saved-record';
import { pageNames, sideNames } from './sides';

/** The text of a comparison, shared by terminal, Markdown and page. Texts from servers are not yet escaped. */

export interface Section {
  title: string;
  /** The differences; the other entries can be folded. */
  first: boolean;
  rows: Row[];
}

export interface Row {
  /** Differences that are not part of a fault. */
  clause?: string;
  /** The sentence of a fault, or `conforms → blocked`. */
  words: string;
  facts: Fact[];
  /** The page of the run, as an address and a label. */
  links: [name: string, address: string][];
}

export interface ComparisonWords {
  /** An entry of one line. */
  verdict: string;
  worse: boolean;
  /** The two runs compared, and the notes about them. */
  sides: Fact[];
  sections: Section[];
}

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
  undecided: ['clause that can no longer be judged', 'clause judged only on', 'before'],
  'no longer tested': ['clause no longer tested', 'clause tested only on', 'before'],
  known: ['new known failure', 'known failure only on', 'after'],
  fixed: ['fixed fault', 'fault only on', 'before'],
  decided: ['clause judged again', 'clause judged only on', 'after'],
  'newly tested': ['clause newly tested', 'clause tested only on', 'after'],
  'tried elsewhere': ['clause tested with other inputs', 'clause tested with other inputs'],
  'observed otherwise': ['unspecified response changed', 'unspecified response changed'],
};

const several = (words: string) =>
  words.replace(/fault|recommendation|clause|failure|response/, '$&s').replace('that differs', 'that differ');

const kinds = Object.keys(wordings) as DifferenceKind[];

const ofFaults: readonly DifferenceKind[] = ['new fault', 'changed', 'known', 'fixed'];

/** Notes that every form of a comparison shows. */
export function formatComparison(comparison: Comparison, before: Side, after: Side): ComparisonWords {
  const { parity, ending, worse, faults, clauses } = comparison;
  const sides = { before, after };
  const pair = parity ? 'targets' : 'runs';
  const rows: [kind: DifferenceKind, row: Row, isRecommendation: boolean][] = [
    ...faults.map((each): (typeof rows)[number] => [
      each.kind,
      faultRow(each, before, after, pageNames[pair]),
      (each.after ?? each.before)?.verdict === 'deviates',
    ]),
    ...clauses.map((each): (typeof rows)[number] => [each.kind, clauseRow(each), false]),
  ];
  const sections = kinds.flatMap((kind): (Section & { words: string })[] => {
    const same = rows.filter(([other]) => other === kind);
    const own = same.map(([, row]) => row);
    if (own.length === 0) return [];
    const unmet = same.filter(([, , isRecommendation]) => isRecommendation).length;
    const [ofRuns, ofTargets, of] = wordings[kind];
    const kindWords = parity ? ofTargets : ofRuns;
    const one = unmet === own.length ? kindWords.replace('fault', 'unmet recommendation') : kindWords;
    const where = parity && of !== undefined ? ` ${short(sides[of].record.result.target)}` : '';
    const words = `${own.length === 1 ? one : several(one)}${where}`;
    const first =
      ofFaults.includes(kind) || (!parity && (kind === 'undecided' || kind === 'no longer tested'));
    const some = unmet > 0 && unmet < own.length;
    const ofThem = some ? `, ${unmet} of them ${unmet === 1 ? 'a recommendation' : 'recommendations'}` : '';
    return [{ title: capital(words), words: `${own.length} ${words}${ofThem}`, first, rows: own }];
  });
  const wordsWhere = (differing: boolean) =>
    sections.flatMap(({ first, words }) => (first === differing ? words : []));
  const [parts, beside] = [wordsWhere(true), wordsWhere(false)];
  if (ending.worse && ending.after !== 'violates')
    parts.unshift(`ended ${ending.after} and not ${ending.before}`);
  const [first, second] = sideNames[pair];
  const word = worse ? 'worse' : rows.length === 0 ? 'the same' : 'not worse';
  const ordered = [...sections.filter(({ first }) => first), ...sections.filter(({ first }) => !first)];
  return {
    verdict: [
      ...(parity && parts.length > 0 ? [] : [word]),
      ...(parts.length > 0 ? [parts.join(', ')] : []),
    ].join(': '),
    worse,
    sides: [
      [first, formatSide(before)],
      [second, formatSide(after)],
      ...remarks(before.record, after.record, parity),
      ...(beside.length > 0 ? [['Also', beside.join(', ')] as Fact] : []),
    ],
    sections: ordered.map(({ title, first, rows }) => ({ title, first, rows })),
  };
}

/** A fault as in the reports of its own run, with a link to it. */
function faultRow(
  { before: was, after: is, facts }: FaultDifference,
  before: Side,
  after: Side,
  [first, second]: readonly [string, string],
): Row {
  const fault = is ?? was;
  const linkTo = (name: string, { page, record }: Side, own: typeof is): Row['links'] =>
    page === null || own === undefined ? [] : [[name, `${page}#fault-${record.run.faults.indexOf(own) + 1}`]];
  return {
    words: fault === undefined ? '' : `${fault.sentence} [${labelOf(fault)}]`,
    facts,
    links: [...linkTo(first, before, was), ...linkTo(second, after, is)],
  };
}

function clauseRow({ clause, kind, before, after, facts }: ClauseDifference): Row {
  const row = (words: string): Row => ({ clause, words, facts, links: [] });
  if (kind === 'observed otherwise' && before === null) return row(`appeared: ${after}`);
  if (kind === 'observed otherwise' && after === null) return row(`vanished: ${before}`);
  if (kind === 'tried elsewhere' && before === after) return row(after ?? '');
  return row(`${before ?? 'no such clause'} → ${after ?? 'no such clause'}`);
}

function formatSide({ file, record: { result, run } }: Side): string {
  const { word, sentence, partial } = result.outcome;
  return `${result.target}, ${formatTime(run.started)}, ${word}${partial ? ' (partial run)' : ''}: ${sentence} (${file})`;
}

function remarks(before: SavedRecord, after: SavedRecord, parity: boolean): Fact[] {
  const [was, is] = [before.result, after.result];
  const found: Fact[] = [];
  if (parity) {
    const what = 'two targets. What only one of them tests is listed, but does not count as worse.';
    found.push(['Parity', `${short(was.target)} and ${short(is.target)} are ${what}`]);
  }
  if (was.contract !== is.contract)
    found.push(['Contract', `${was.contract}, then ${is.contract}: the clauses may differ too`]);
  if (!parity && before.run.started > after.run.started)
    found.push(['Order', 'the second run is the older one']);
  return found;
}

/** `mock` for the built-in mock, else the address. */
function short(target: string): string {
  return target === 'built-in mock' ? 'mock' : target;
}
