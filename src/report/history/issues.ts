import { dayOf } from '../../judge/wording';
import { isSameRun, type RunSummary, runSummaryOf } from './history';
import {
  bodyOf,
  fixedComment,
  judgedComment,
  type Marker,
  markerIn,
  type SeenFault,
  titleOf,
  undecidedBody,
  undecidedTitle,
} from './issues-text';
import { judgedChecks, type SavedRecord } from './saved-record';

/**
 * What the runs of a night mean for the open issues: there is one for each fault, identified by the clause
 * that it breaks. Pure.
 */

export interface OpenIssue {
  number: number;
  body: string;
}

export type Action =
  | { do: 'open'; title: string; body: string }
  | { do: 'update'; number: number; body: string }
  | { do: 'close'; number: number; comment: string };

/** A service that is down fails everywhere at once. The remaining issues are opened on later nights. */
export const mostOpened = 20;

/** An issue is opened when a target could not be judged for the third night in a row. */
const runsUntilRaised = 3;

const undecidedKey = 'undecided ';

/**
 * @param issues the open issues that these actions opened; others are left alone
 * @param records the runs of the night, one for each target
 * @param history earlier runs, of any target, in their order
 * @param link the address of the job's log; empty where there is none
 */
export function actionsFor(
  issues: OpenIssue[],
  records: SavedRecord[],
  history: RunSummary[],
  link: string,
): Action[] {
  const own = ownIssues(issues);
  const actions = [
    ...faultActions(own, records, link),
    ...records.flatMap((record) => undecidedActions(own, record, history, link)),
  ];
  let opened = 0;
  return actions.filter((action) => action.do !== 'open' || ++opened <= mostOpened);
}

type Own = Map<string, { number: number; marker: Marker }>;

/** Issues by key. Where two have the same key, which only people can cause, the last one counts. */
function ownIssues(issues: OpenIssue[]): Own {
  return new Map(
    issues.flatMap(({ number, body }) => {
      const marker = markerIn(body);
      return marker ? [[marker.key, { number, marker }]] : [];
    }),
  );
}

function faultActions(own: Own, records: SavedRecord[], link: string): Action[] {
  const found = records.flatMap((record) =>
    record.run.faults
      .filter(({ verdict }) => verdict === 'violates')
      .map((fault): SeenFault => ({ fault, record })),
  );
  // A known failure has its own issue. An open issue stays open, whichever clause its fault is reported under
  // now.
  const keys = found.flatMap(({ fault: { clauses, known } }) =>
    clauses.filter((clause, index) => own.has(clause) || (index === 0 && !known)),
  );
  const seen = new Map(
    [...new Set(keys)].map((key) => [key, found.filter(({ fault }) => fault.clauses.includes(key))]),
  );
  const failing = [...seen].flatMap(([clause, sightings]): Action[] => {
    const [sighting] = sightings;
    if (sighting === undefined) return [];
    const issue = own.get(clause);
    const { targets = [], checks = [], first = dayOf(sighting.record.run.started) } = issue?.marker ?? {};
    const open = targets.filter((target) => !isFixed(clause, checks, target, records));
    const marker: Marker = {
      key: clause,
      checks: [
        ...new Set([
          ...(open.length > 0 ? checks : []),
          ...sightings.flatMap((each) => checksOf(each, clause)),
        ]),
      ],
      first,
      targets: [...new Set([...open, ...sightings.map(({ record }) => record.result.target)])],
    };
    const body = bodyOf(marker, [sighting, ...sightings.slice(1)], link);
    if (issue) return [{ do: 'update', number: issue.number, body }];
    return [{ do: 'open', title: titleOf(clause, sighting.fault), body }];
  });
  const healed = [...own.values()].flatMap(({ number, marker }): Action[] => {
    const { key, targets, checks } = marker;
    if (key.startsWith(undecidedKey) || seen.has(key)) return [];
    if (!targets.every((target) => isFixed(key, checks, target, records))) return [];
    return [{ do: 'close', number, comment: fixedComment(link) }];
  });
  return [...failing, ...healed];
}

/** The checks that show that a fault breaks a clause. */
const checksOf = ({ fault, record }: SeenFault, clause: string) =>
  record.result.failures
    .filter((failure) => failure.clause === clause && fault.failures.includes(failure.signature))
    .map((failure) => failure.check);

/**
 * Whether a clause conforms on a target tonight, and all checks that broke it were judged. A target without a
 * run was not judged; a check that no longer exists cannot be.
 */
function isFixed(id: string, checks: string[], target: string, records: SavedRecord[]): boolean {
  return records.some((record) => {
    const { clauses, outcome } = record.result;
    if (record.result.target !== target) return false;
    if (clauses.find((clause) => clause.id === id)?.verdict !== 'conforms') return false;
    const judged = judgedChecks(record);
    const known = clauses.flatMap((clause) => clause.checks.map(({ title }) => title));
    return checks.every((title) => judged.includes(title) || !(outcome.partial || known.includes(title)));
  });
}

function undecidedActions(own: Own, record: SavedRecord, history: RunSummary[], link: string): Action[] {
  const thisRun = runSummaryOf(record);
  const { target } = thisRun;
  const key = undecidedKey + target;
  const issue = own.get(key);
  const earlier = history.filter(
    (runSummary) => runSummary.target === target && !isSameRun(runSummary, thisRun),
  );
  const last = [...earlier, thisRun].slice(-runsUntilRaised);
  if (!isLeftOpen(thisRun))
    return issue ? [{ do: 'close', number: issue.number, comment: judgedComment(link) }] : [];
  if (!issue && (last.length < runsUntilRaised || !last.every(isLeftOpen))) return [];
  const first = issue?.marker.first ?? dayOf(last[0]?.started ?? thisRun.started);
  const body = undecidedBody({ key, checks: [], first, targets: [target] }, record, link);
  if (issue) return [{ do: 'update', number: issue.number, body }];
  return [{ do: 'open', title: undecidedTitle(target), body }];
}

/** True for a run that left undecided what it set out to judge. */
function isLeftOpen({ word, counts: { must, should } }: RunSummary): boolean {
  const open = must.inconclusive + must.blocked + should.inconclusive + should.blocked;
  const judged = must.conforms + must.violates + should.conforms + should.deviates;
  return open > 0 || judged === 0 || word === 'incomplete' || word === 'unavailable';
}
