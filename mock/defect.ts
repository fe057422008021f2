import { type Alter, counter, type Picker, whenAccepted, whenRejected } from './answers';
import { type Behaviour, type Change, within } from './behaviour';

/** A defect that the mock can have. */
export interface Defect {
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

type Changes = Readonly<Record<string, Change>>;

/** Defects against a clause about every answer, by phrase: it has no cases, and those of other clauses meet them. */
export const silentDefects = (
  level: Defect['level'],
  clause: string,
  metBy: readonly string[],
  changes: Changes,
): Defect[] => Object.entries(changes).map(([phrase, change]) => ({ phrase, clause, level, metBy, change }));

/** Defects against a `must` clause, by phrase. */
export const mustDefects = (clause: string, changes: Changes) =>
  silentDefects('must', clause, [clause], changes);

/** Defects against an `advice` clause, by phrase. */
export const advisoryDefects = (clause: string, changes: Changes) =>
  silentDefects('advice', clause, [clause], changes);

/** Changes of one kind, by phrase. */
export function changes<How>(
  make: (how: How) => Change,
  hows: Readonly<Record<string, How>>,
): Record<string, Change> {
  return Object.fromEntries(Object.entries(hows).map(([phrase, how]) => [phrase, make(how)]));
}

type Alters = Readonly<Record<string, Alter>>;
type Codes = Parameters<typeof whenRejected>[0];
type Operations = Parameters<typeof whenAccepted>[0];

/** The answers of refused calls altered, by phrase: of all, or of those that are picked. */
export const rejectedAs = (codes: Codes, alters: Alters) =>
  changes((alter: Alter) => whenRejected(codes, alter), alters);
export const rejectedWhere = (codes: Codes, picker: Picker, alters: Alters) =>
  changes((alter: Alter) => whenRejected(codes, alter, picker), alters);

/** The answers of served calls altered, by phrase. */
export const acceptedWhere = (operations: Operations, picker: Picker, alters: Alters) =>
  changes((alter: Alter) => whenAccepted(operations, alter, picker), alters);

/** Decisions of one chapter taken otherwise every nth time that they come up; each instance of the mock counts anew. */
export const everyNth = <Chapter extends keyof Behaviour>(
  nth: number,
  chapter: Chapter,
  how: (before: Behaviour[Chapter], chosen: () => boolean) => Partial<Behaviour[Chapter]>,
): Change => within(chapter, (before) => how(before, counter(nth)));
