import { type Alter, conditionOf, type Picker, whenAccepted, whenRejected } from './answers';
import { type Change, change, overrideChapter } from './behaviour';
import type { Check } from './call';

/** A defect that the mock can have. */
export interface Defect {
  /** What is wrong, as a phrase; unique. */
  phrase: string;
  /** The clause that it breaks. */
  clause: string;
  /** The clauses whose checks detect it. Clauses about every response have no checks of their own. */
  metBy: readonly string[];
  change: Change;
}

type Changes = Readonly<Record<string, Change>>;

/** Defects that break a clause without checks (one about every response), by phrase; `metBy` detect them. */
export const silentDefects = (clause: string, metBy: readonly string[], changes: Changes): Defect[] =>
  Object.entries(changes).map(([phrase, change]) => ({ phrase, clause, metBy, change }));

/** Defects that break a clause, by phrase. */
export const breaking = (clause: string, changes: Changes) => silentDefects(clause, [clause], changes);

/** Applies `make` to each value and keeps the phrases. */
export function changes<How>(
  make: (how: How) => Change,
  hows: Readonly<Record<string, How>>,
): Record<string, Change> {
  return Object.fromEntries(Object.entries(hows).map(([phrase, how]) => [phrase, make(how)]));
}

type Alters = Readonly<Record<string, Alter>>;
type Codes = Parameters<typeof whenRejected>[0];
type Operations = Parameters<typeof whenAccepted>[0];

/** Changes that alter the responses of all rejected calls, or of the selected ones, by phrase. */
export const rejectedAs = (codes: Codes, alters: Alters) =>
  changes((alter: Alter) => whenRejected(codes, alter), alters);
export const rejectedWhere = (codes: Codes, picker: Picker, alters: Alters) =>
  changes((alter: Alter) => whenRejected(codes, alter, picker), alters);

/** Changes that alter the responses of the selected accepted calls, by phrase. */
export const acceptedWhere = (operations: Operations, picker: Picker, alters: Alters) =>
  changes((alter: Alter) => whenAccepted(operations, alter, picker), alters);

/** Replaces each check, wherever it is, by those that `how` gives for it. */
const eachCheck = (how: (check: Check) => Check[]): Change =>
  overrideChapter('service', ({ checks }) => {
    const changed = Object.entries(checks).map(([operation, all]) => [operation, all.flatMap(how)]);
    return { checks: Object.fromEntries(changed) };
  });

/** Adds a check right after another one. */
export const behind = (which: Check, more: Check): Change =>
  eachCheck((check) => (check === which ? [check, more] : [check]));

/** Lets calls pass that a check rejects, if they are selected by `picker`, which sees the rejection. */
export const passing =
  (which: Check, picker: Picker): Change =>
  (behaviour) => {
    const isPicked = conditionOf(picker);
    const lenient: Check = (call, mock) => {
      call.rejection = which(call, mock);
      return call.rejection && isPicked(call) ? undefined : call.rejection;
    };
    return change(
      behaviour,
      eachCheck((check) => [check === which ? lenient : check]),
    );
  };
