import fc from 'fast-check';
import type { Change } from '../../../mock/behaviour';
import type { Ask } from './ask';

/** The chapters whose clauses a sampled defect may break. */
export const chapters = [
  'auth',
  'models',
  'text',
  'credits',
  'jobs',
  'runs',
  'workflows',
  'limits',
  'upstream',
  'errors',
  'service',
] as const;

export type Chapter = (typeof chapters)[number];

/** One member of a family of defects. */
export interface Defect {
  /** What is wrong, as a phrase that includes the parameter. */
  phrase: string;
  change: Change;
  /** Sends requests directly to a mock and returns whether they show the breach; false on a sound mock. */
  shows: (ask: Ask) => Promise<boolean>;
  /** The share of probes that show it; 1 by default. Null if the contract gives no domain to sample from. */
  share?: number | null;
  /** Why it may be no breach: the contract or the target file may allow it. Not part of the detection rate. */
  leftAlone?: string | undefined;
  /** Its clauses, if they differ from the family's. */
  clauses?: readonly string[];
  /** The clauses whose checks must detect it, if they differ from its own. */
  metBy?: readonly string[];
}

/** Defects that differ in a parameter, derived from the contract alone. */
export interface DefectFamily {
  chapter: Chapter;
  /** What its members have in common, as a phrase. Unique. */
  about: string;
  /** The must clauses that a member breaks. Checks of a clause in `metBy` must detect it. */
  clauses: readonly string[];
  metBy: readonly string[];
  /** Its members, with equal probability. */
  defects: fc.Arbitrary<Defect>;
}

/** A sampled defect. */
export interface DrawnDefect extends Omit<Defect, 'share' | 'clauses' | 'metBy'> {
  /** Its index in the sample, from which the seed of the probes in its run is derived. */
  place: number;
  family: string;
  share: number | null;
  chapter: Chapter;
  clauses: readonly string[];
  metBy: readonly string[];
}

type Nameless = Omit<DefectFamily, 'chapter' | 'about'>;

/** Builds the families of one chapter from a table by `about`. */
export const familiesOf = (chapter: Chapter, named: Readonly<Record<string, Nameless>>): DefectFamily[] =>
  Object.entries(named).map(([about, nameless]) => ({ chapter, about, ...nameless }));

/** Builds a family from its parameters and the function that makes a defect of each. */
export const family = <Parameter>(
  clauses: string | readonly string[],
  parameters: fc.Arbitrary<Parameter>,
  make: (parameter: Parameter) => Defect,
  metBy: readonly string[] = [clauses].flat(),
): Nameless => ({ clauses: [clauses].flat(), metBy, defects: parameters.map(make) });

/** Any row of a table, with its name. */
export const rowOf = <Value>(
  table: Readonly<Record<string, Value>>,
): fc.Arbitrary<[name: string, value: Value]> => fc.constantFrom(...Object.entries(table));

/** The probability that one of so many independent probes shows a defect. */
export function expectedAt(share: number, probes: number): number {
  return 1 - (1 - share) ** probes;
}

/** Samples so many members of each family uniformly, without duplicates. */
export function drawDefects(families: readonly DefectFamily[], each: number, seed: number): DrawnDefect[] {
  const drawn = families.flatMap(({ about, chapter, clauses, metBy, defects }, index) =>
    fc.sample(defects, { numRuns: each, seed: (seed + index) | 0, unbiased: true }).map((defect) => ({
      share: 1,
      ...defect,
      family: about,
      chapter,
      clauses: defect.clauses ?? clauses,
      metBy: defect.metBy ?? defect.clauses ?? metBy,
    })),
  );
  const unlike = new Map(drawn.map((defect) => [defect.phrase, defect]));
  return [...unlike.values()].map((defect, place) => ({ ...defect, place }));
}
