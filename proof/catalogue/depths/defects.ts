import type { Change } from '../../../mock/behaviour';
import { defects as listed } from '../../../mock/defects';
import { drawn } from '../drawn/drawn';

/** A defect of the mock, listed or sampled. */
export interface Defect {
  phrase: string;
  change: Change;
  seed: number;
  /** The clauses whose checks detect it. */
  clauses: readonly string[];
}

/** Every nth of the sampled defects is used. */
const DRAWN = 10;

/** Every listed defect of a must clause and a tenth of the sampled ones; each is tested on one target. */
export const defects: readonly Defect[] = [
  ...listed
    .filter(({ level }) => level === 'must')
    .map(({ phrase, change, clause, metBy }) => ({
      phrase,
      change,
      seed: 1,
      clauses: [...new Set([...metBy, clause])],
    })),
  ...drawn
    .filter(({ place }) => place % DRAWN === 0)
    .map(({ phrase, change, clauses, metBy, place }) => ({
      phrase: `${phrase} (drawn)`,
      change,
      seed: place + 1,
      clauses: [...new Set([...metBy, ...clauses])],
    })),
];
