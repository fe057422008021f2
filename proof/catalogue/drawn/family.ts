import fc from 'fast-check';
import type { Change } from '../../../mock/behaviour';
import type { Ask } from './ask';

/** The chapters that a drawn defect may break. */
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
  /** What is wrong, with the parameter, as a phrase. */
  phrase: string;
  change: Change;
  /** Whether requests sent straight to a mock show the breach: not to one that lacks it. */
  shows: (ask: Ask) => Promise<boolean>;
  /** Of the probes that may be drawn against it, the share that shows it: all, or null where the contract tells no domain. */
  share?: number | null;
  /** Why it is no sure breach: the contract is silent, or the target file says otherwise. Left out of the share seen. */
  leftAlone?: string | undefined;
  /** Its own clauses, where they are others than the family's. */
  clauses?: readonly string[];
  /** The clauses whose cases must meet it, where they are others than its clauses. */
  metBy?: readonly string[];
}

/** Defects that differ in a parameter, from the contract alone. */
export interface DefectFamily {
  chapter: Chapter;
  /** What its members have in common, as a phrase; unique. */
  about: string;
  /** The must clauses that a member breaks; the cases that cite one of `metBy` must meet it. */
  clauses: readonly string[];
  metBy: readonly string[];
  /** Its members, each as likely as another. */
  defects: fc.Arbitrary<Defect>;
}

/** A defect that was drawn. */
export interface DrawnDefect extends Omit<Defect, 'share' | 'clauses' | 'metBy'> {
  /** In the draw: the seed of the probes that meet it. */
  place: number;
  family: string;
  share: number | null;
  chapter: Chapter;
  clauses: readonly string[];
  metBy: readonly string[];
}

type Nameless = Omit<DefectFamily, 'chapter' | 'about'>;

/** Families of one chapter, by what their members have in common. */
export const familiesOf = (chapter: Chapter, named: Readonly<Record<string, Nameless>>): DefectFamily[] =>
  Object.entries(named).map(([about, nameless]) => ({ chapter, about, ...nameless }));

/** A family: its parameters, and the defect that each makes. */
export const family = <Parameter>(
  clauses: string | readonly string[],
  parameters: fc.Arbitrary<Parameter>,
  make: (parameter: Parameter) => Defect,
  metBy: readonly string[] = [clauses].flat(),
): Nameless => ({ clauses: [clauses].flat(), metBy, defects: parameters.map(make) });

/** One row of a table, with its name. */
export const rowOf = <Value>(
  table: Readonly<Record<string, Value>>,
): fc.Arbitrary<[name: string, value: Value]> => fc.constantFrom(...Object.entries(table));

/** How likely a defect is to be seen by so many probes, each drawn by itself. */
export function expectedAt(share: number, probes: number): number {
  return 1 - (1 - share) ** probes;
}

/** So many members of each family, drawn uniformly; those of a small family once each. */
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
