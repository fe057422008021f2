import fc from 'fast-check';
import type { Change } from '../../../mock/behaviour';
import type { Scope } from './scope';

/** A defect whose parameters are random. */
export interface Defect {
  /** What is wrong, as a phrase that includes the parameters. */
  phrase: string;
  change: Change;
  /** An operation whose checks must find it. Without it, a check of any operation. */
  at?: Scope['at'];
  /** The must clauses that it breaks. */
  clauses: readonly string[];
  /** The clauses whose checks must find it, if they differ from those that it breaks. */
  metBy?: readonly string[];
  /** Why it may be no violation: the contract or the target file may allow it. It must not be reported. */
  leftAlone?: string | undefined;
}

/** Families of defects by what their members have in common. */
export type Families = Readonly<Record<string, fc.Arbitrary<Defect>>>;

/** Any row of a table, with its name. */
export const rowOf = <Value>(
  table: Readonly<Record<string, Value>>,
): fc.Arbitrary<[name: string, value: Value]> => fc.constantFrom(...Object.entries(table));

/** Samples one member of each family. */
export const drawDefects = (families: Families, seed: number): Defect[] =>
  Object.values(families).flatMap((members, index) =>
    fc.sample(members, { numRuns: 1, seed: (seed + index) | 0, unbiased: true }),
  );
