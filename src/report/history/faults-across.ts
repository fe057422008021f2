import { rankOf } from '../../judge/faults';
import type { SavedRecord } from './saved-record';

export type SavedFault = SavedRecord['run']['faults'][number];

export interface FaultAcross {
  /** As the first run that found it describes it. */
  fault: SavedFault;
  /** The fault as each run found it, in the order of the runs; undefined for a run that did not find it. */
  seen: (SavedFault | undefined)[];
}

/** The distinct faults of these runs, the worst first. compare shows them. */
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

/**
 * Both break the same clause, though it may not be the first clause of both: that depends on what else is
 * broken.
 */
const isShared = (one: SavedFault, other: SavedFault) =>
  one.verdict === other.verdict &&
  (one.clauses.includes(other.clauses[0] ?? '') || other.clauses.includes(one.clauses[0] ?? ''));

/** As described in the run in which it is worst. */
const rank = ({ seen }: FaultAcross) =>
  Math.min(...seen.flatMap((fault) => (fault === undefined ? [] : rankOf(fault))));
