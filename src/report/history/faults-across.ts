import { rankOf } from '../../judge/faults';
import type { SavedRecord } from './saved-record';

export type SavedFault = SavedRecord['run']['faults'][number];

export interface FaultAcross {
  /** As the first run that found it tells it. */
  fault: SavedFault;
  /** Each run's finding of it, in the order of the runs; undefined where a run did not find it. */
  seen: (SavedFault | undefined)[];
}

/** The faults of these runs, each once, the worst first: what compare, gate and overview show of several runs. */
export function faultsAcross(records: readonly SavedRecord[]): FaultAcross[] {
  const all: FaultAcross[] = [];
  records.forEach(({ run }, index) => {
    for (const same of [hasSameSentence, isShared]) {
      for (const fault of run.faults) {
        if (all.some(({ seen }) => seen[index] === fault)) continue;
        const before = all.find(
          ({ seen }) => seen[index] === undefined && seen.some((other) => other && same(other, fault)),
        );
        if (before) before.seen[index] = fault;
      }
    }
    const told = new Set(all.map(({ seen }) => seen[index]));
    for (const fault of run.faults) {
      if (told.has(fault)) continue;
      const seen: FaultAcross['seen'] = records.map(() => undefined);
      seen[index] = fault;
      all.push({ fault, seen });
    }
  });
  return all.toSorted((a, b) => rank(a) - rank(b));
}

const hasSameSentence = (one: SavedFault, other: SavedFault) =>
  one.verdict === other.verdict && one.clauses[0] === other.clauses[0];

/** The clause that tells of one is broken by the other, too: which clause tells of a fault depends on what else is broken. */
const isShared = (one: SavedFault, other: SavedFault) =>
  one.verdict === other.verdict &&
  (one.clauses.includes(other.clauses[0] ?? '') || other.clauses.includes(one.clauses[0] ?? ''));

/** As the run with the worst of it has it. */
const rank = ({ seen }: FaultAcross) =>
  Math.min(...seen.flatMap((fault) => (fault === undefined ? [] : rankOf(fault))));
