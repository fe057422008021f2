import type { Change } from './behaviour';

/** A defect that the mock can have. */
export interface Fault {
  /** What is wrong, as a phrase; unique. */
  phrase: string;
  /** The clause that it breaks. */
  clause: string;
  /** The level of that clause: breaking advice is a deviation. */
  level: 'must' | 'advice';
  /** The clauses whose cases meet it: its own, but for the clauses about every answer, which have no cases. */
  metBy: readonly string[];
  change: Change;
}

function against(level: Fault['level']) {
  return (clause: string, changes: Readonly<Record<string, Change>>, metBy: readonly string[] = [clause]) =>
    Object.entries(changes).map(([phrase, change]): Fault => ({ phrase, clause, level, metBy, change }));
}

/** Defects against a `must` clause, by phrase. */
export const mustFaults = against('must');

/** Defects against an `advice` clause, by phrase. */
export const advisoryFaults = against('advice');
