import type { CaseVerdict } from './cases';
import { groupedBy } from './grouped';
import type { Reason } from './reason';
import type { Run } from './run';
import type { ClauseVerdict } from './verdicts';
import { counted, reasonWords } from './wording';

/** What MAX_AI_USES kept from being driven. */
interface Missed {
  id: string;
  /** `3 cases`, or `1 of 7 cases`. */
  cases: string;
}

/** The clauses with cases that were over budget, dearest first: by how many AI requests their cases may have cost. */
export function overBudget(clauses: ClauseVerdict[]): Missed[] {
  return clauses
    .map(({ id, cases }) => ({
      id,
      all: cases.length,
      missing: cases.filter((each) => isOverBudget(each) || each.untested.some(isOverBudget)).length,
    }))
    .filter(({ missing }) => missing > 0)
    .toSorted((a, b) => b.missing - a.missing)
    .map(({ id, all, missing }) => ({
      id,
      cases: `${missing === all ? '' : `${missing} of `}${counted(all, 'check')}`,
    }));
}

/** Cases that the end of the run, or of their own time, kept from judging, in a line each. */
export function cutShort(clauses: ClauseVerdict[], ending: Run['ending']): string[] {
  const cut = clauses.flatMap(({ cases }) => cases.filter(isCutShort));
  const late = cut.filter(({ reason }) => reason?.kind === 'cut short' && reason.by === 'time limit').length;
  const line = (count: number, how: string) =>
    count === 0 ? [] : `${counted(count, 'check')} cut short${how}`;
  return [
    line(late, ' by the time limit of the suite'),
    line(cut.length - late, `: the run ${endings[ending]}`),
  ].flat();
}

const endings: Record<Run['ending'], string> = {
  interrupted: 'was interrupted',
  timedout: 'met its overall time limit',
  failed: 'ended before',
  passed: 'ended before',
};

/** True for a clause of which nothing else is to be said than that it was cut short. */
export function isOnlyCutShort({ cases, verdict }: ClauseVerdict): boolean {
  const undecided = cases.filter((each) => each.verdict === verdict);
  return verdict === 'inconclusive' && undecided.length > 0 && undecided.every(isCutShort);
}

/** What could not be judged, by the reasons that clauses share; with what broke where a case itself did. */
export function undecided(
  clauses: ClauseVerdict[],
  verdict: 'inconclusive' | 'blocked',
): { why: string; ids: string[]; errors: string[] }[] {
  const some = clauses.filter((clause) => clause.verdict === verdict && !isOnlyCutShort(clause));
  const reasons = some.flatMap(({ id, reason, cases }) =>
    (reason?.kind === 'several' ? reason.reasons : [reason]).map((each) => ({
      id,
      why: reasonWords(each),
      errors: each?.kind === 'broke down' ? cases.flatMap(({ errors }) => errors) : [],
    })),
  );
  return groupedBy(reasons, ({ why }) => why).map((own) => ({
    why: own[0].why,
    ids: [...new Set(own.map(({ id }) => id))],
    errors: [...new Set(own.flatMap(({ errors }) => errors))],
  }));
}

/** What was not tested, by the reasons why, in the order of the ledger; what nobody asked for is left out. */
export function undriven(clauses: ClauseVerdict[]): [why: string, clauses: string[]][] {
  const pairs = clauses.flatMap(({ id, verdict, reason, cases }): [why: string, clause: string][] => {
    if (verdict === 'not tested') return isListed(reason) ? [[reasonWords(reason), id]] : [];
    if (verdict === 'open') return [];
    const left = cases.flatMap(leftOut).filter(({ reason }) => isListed(reason));
    return groupedBy(left, ({ reason }) => reasonWords(reason)).map((own) => {
      const whole = own.filter(({ inPart }) => !inPart).length;
      const inPart = new Set(own.flatMap((each) => (each.inPart ? each.id : []))).size;
      const counts = [whole > 0 && `${whole}`, inPart > 0 && `${inPart} in part`].filter(Boolean);
      return [
        reasonWords(own[0].reason),
        `${id} (${counts.join(' and ')} of ${counted(cases.length, 'check')})`,
      ];
    });
  });
  return groupedBy(pairs, ([why]) => why).map((own) => [own[0][0], own.map(([, clause]) => clause)]);
}

/** What of a case was not tested, by its reasons: the whole, or parts of it. */
function leftOut({
  id,
  verdict,
  reason,
  untested,
}: CaseVerdict): { id: string; reason: Reason | undefined; inPart: boolean }[] {
  if (verdict === 'not tested') return [{ id, reason, inPart: false }];
  const parts = untested.filter((part) => part.verdict === 'not tested');
  return parts.map((part) => ({ id, reason: part.reason, inPart: true }));
}

/** What was not selected, or over budget, is told elsewhere. */
function isListed(reason: Reason | undefined): reason is Reason {
  if (reason === undefined || isOverBudget({ reason })) return false;
  return reason.kind !== 'absent' || listed.has(reason.why);
}

const listed = new Set(['nothing seen', 'captured']);

function isOverBudget({ reason }: { reason?: Reason }): boolean {
  return reason?.kind === 'over budget';
}

function isCutShort({ reason }: { reason?: Reason }): boolean {
  return reason?.kind === 'cut short' && reason.by !== 'another edition';
}
