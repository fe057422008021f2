import { judgedCases } from './compare/comparison';
import { isSameNight, type Night, nightOf } from './history';
import { bodyOf, type Marker, markerIn, titleOf, undecidedBody, undecidedTitle } from './issues-text';
import type { SavedRecord } from './saved-record';

/** What a night of runs means for the issues that are open: one for each failure signature. Pure. */

export interface OpenIssue {
  number: number;
  body: string;
}

export type Action =
  | { do: 'open'; title: string; body: string }
  | { do: 'update'; number: number; body: string }
  | { do: 'close'; number: number; comment: string };

/** A service that is down for good fails everywhere at once: the rest is opened in later nights. */
export const mostOpened = 20;

/** A night that could not be judged is raised with the third in a row. */
const nightsUntilRaised = 3;

/**
 * @param issues the open issues that these actions once opened; any other is left alone
 * @param records the runs of the night, one a target
 * @param history earlier nights, of any target, in their order
 * @param link the address of the night's log; empty where there is none
 */
export function actionsFor(
  issues: OpenIssue[],
  records: SavedRecord[],
  history: Night[],
  link: string,
): Action[] {
  const own = new Map(issues.flatMap((issue) => own1(issue)));
  const actions = [
    ...failureActions(own, records, link),
    ...records.flatMap((record) => undecidedActions(own, record, history, link)),
  ];
  let opened = 0;
  return actions.filter((action) => action.do !== 'open' || ++opened <= mostOpened);
}
