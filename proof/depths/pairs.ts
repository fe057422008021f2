import { resolve } from 'node:path';
import type { Change } from '../../mock/behaviour';
import { faults } from '../../mock/faults';
import { drawn } from '../drawn/drawn';
import { type TargetName, targetNames } from './targets';

/** A defect of the mock, listed or drawn. */
export interface Defect {
  phrase: string;
  change: Change;
  seed: number;
  /** The clauses of which the cases meet it. */
  clauses: readonly string[];
}

/** Of the drawn ones each so many is met. */
const DRAWN = 10;

/** Every listed defect against a must clause, and a tenth of the drawn ones; a place in the list names one. */
export const defects: readonly Defect[] = [
  ...faults
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

/** A defect on a target. */
export interface Pair {
  defect: number;
  target: TargetName;
}

/** Each defect on each target, so that each so manieth pair is of all of both. */
export const pairs: readonly Pair[] = targetNames.flatMap((target) =>
  defects.map((_, defect) => ({ defect, target })),
);

/** As a worker is told it, and its name in results. */
export const nameOf = ({ defect, target }: Pair) => `${targetNames.indexOf(target)}#${defect}`;

const asked = new Set(process.env.DEPTHS_ONLY?.split(','));
export const askedPairs = pairs.filter((pair) => asked.has(nameOf(pair)));

export const depth = Number(process.env.DEPTH ?? 1);

/** The file that a run at this depth writes: by the name of a pair, the clauses that it reports. */
export const resultsAt = (depth: number) =>
  resolve(__dirname, '../..', 'test-results', `depths-${depth}.json`);
