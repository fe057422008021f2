import { duration, formatCost } from '../judge/credits/cost-words';
import { groupedBy } from '../judge/data/grouped';
import { suiteInfo } from '../judge/data/suite-info';
import { type Fault, labelOf } from '../judge/faults/faults';
import { entryFor, type KnownFailure } from '../judge/faults/known-failures';
import { type Row, rowsOf } from '../judge/texts/failure-text';
import { capital, dayOf, formatTarget, formatTime, shortList } from '../judge/texts/wording';
import { formatCreated } from '../judge/verdict/created-work';
import { formatNotTested, undecidedReasons } from '../judge/verdict/not-tested';
import type { Report } from '../judge/verdict/report';

/**
 * What the reports say of a run. Terminal, summary, page, junit.xml and annotations print it, each in its own form. Texts
 * from servers are not yet escaped.
 */
export interface View {
  /** The result in one sentence. */
  headline: string;
  /** What else explains the result. */
  reasons: string[];
  sections: Section[];
  /** About the run itself. */
  facts: Row[];
}

export interface Section {
  title: string;
  numbered?: boolean;
  /** Less important than the other sections. */
  folded?: boolean;
  items: Item[];
}

export interface Item {
  words: string;
  /** The kind of a fault. */
  label?: string;
  rows: readonly Row[];
  fault?: Fault;
  /** What makes the fault a known failure; none if it is one already, or if it is a recommendation. */
  entry?: KnownFailure;
}

export function viewOf(report: Report): View {
  const { outcome, source, clauses } = report;
  const faults = (verdict: Fault['verdict']) =>
    report.faults.flatMap((each) => (each.verdict === verdict ? itemOf(each, report) : []));
  const lines = (words: readonly string[]) => words.map((each): Item => ({ words: each, rows: [] }));
  const undecided = (verdict: 'inconclusive' | 'blocked'): Section => ({
    title: capital(verdict),
    folded: true,
    items: lines(undecidedReasons(clauses, verdict).map(({ why, ids }) => `${why}: ${shortList(ids)}`)),
  });
  const sections: Section[] = [
    { title: 'Faults, the worst first', numbered: true, items: faults('violates') },
    { title: 'Recommendations not met', items: faults('deviates') },
    { title: 'Fixed since the previous run', items: lines(report.fixed) },
    undecided('inconclusive'),
    undecided('blocked'),
    { title: 'Not tested', folded: true, items: lines(formatNotTested(clauses)) },
    {
      title: 'Known failures that this run could not check',
      folded: true,
      items: lines(report.known.unchecked),
    },
  ];
  return {
    headline: `${outcome.word}${outcome.partial ? ' (partial run)' : ''}: ${formatTarget(source.settings)}: ${outcome.sentence}`,
    reasons: outcome.reasons,
    sections: sections.filter(({ items }) => items.length > 0),
    facts: factsOf(report),
  };
}

function itemOf(fault: Fault, { source }: Report): Item {
  const isTolerable = fault.verdict === 'violates' && fault.known === undefined;
  return {
    words: fault.sentence,
    label: labelOf(fault),
    rows: rowsOf(fault.failures, fault),
    fault,
    ...(isTolerable && { entry: entryFor(fault, dayOf(source.started), source.run.context.depth) }),
  };
}

/** A fault with what the reports say of it. */
export type FaultItem = Item & { fault: Fault };

/** The faults of a view, in its order. */
export const faultsIn = ({ sections }: View): FaultItem[] =>
  sections.flatMap(({ items }) => items.filter((item): item is FaultItem => item.fault !== undefined));

function factsOf(report: Report): Row[] {
  const { cost, created, source } = report;
  const { settings, started, milliseconds } = source;
  const facts: (Row | false)[] = [
    ['Run', `${formatTime(started)}, ${duration(milliseconds)}`],
    cost.requests > 0 && ['Cost', formatCost(report)],
    ...groupedBy(created, ({ operation, variable }) => `${operation} ${variable}`).map((same): Row => {
      const ids = same.flatMap(({ id }) => id ?? []).join(', ');
      return ['Created', `${formatCreated(same)} of ${same[0].variable ?? 'nobody'}${ids && `: ${ids}`}`];
    }),
    ['Settings', settings.settings.join(', ') || 'none'],
    ['Contract', suiteInfo.contract],
    ['Suite', `${suiteInfo.suite.name} ${suiteInfo.suite.version}`],
  ];
  return facts.filter((each) => each !== false);
}
