import { groupedBy } from '../data/grouped';
import { partsOf, type Reason } from '../data/reason';
import type { Run } from '../data/run';
import { commandLine } from '../texts/command-line';
import { capital, counted, formatList, formatReason, isVariable } from '../texts/wording';
import type { CheckVerdict } from './check-verdicts';
import type { ClauseVerdict } from './verdicts';

/** One line for each way in which checks were cut short: by the run or by their time limit. */
export function cutShortLines(clauses: ClauseVerdict[], ending: Run['ending']): string[] {
  const cut = clauses.flatMap(({ checks }) => checks.filter(isCutShort));
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

/** True for a clause whose checks were only cut short. */
export function isOnlyCutShort({ checks, verdict }: ClauseVerdict): boolean {
  const undecided = checks.filter((each) => each.verdict === verdict);
  return verdict === 'inconclusive' && undecided.length > 0 && undecided.every(isCutShort);
}

/** The undecided clauses by their reasons, with the errors of checks that failed themselves. */
export function undecidedReasons(
  clauses: ClauseVerdict[],
  verdict: 'inconclusive' | 'blocked',
): { why: string; ids: string[]; errors: string[] }[] {
  const some = clauses.filter((clause) => clause.verdict === verdict && !isOnlyCutShort(clause));
  const reasons = some.flatMap(({ id, reason, checks }) =>
    (reason?.kind === 'several' ? reason.reasons : [reason]).map((each) => ({
      id,
      why: formatReason(each),
      errors: each?.kind === 'broke down' ? checks.flatMap(({ errors }) => errors) : [],
    })),
  );
  return groupedBy(reasons, ({ why }) => why).map((own) => ({
    why: own[0].why,
    ids: [...new Set(own.map(({ id }) => id))],
    errors: [...new Set(own.flatMap(({ errors }) => errors))],
  }));
}

/** Clauses that were not tested, wholly or in part, for one reason. */
export interface NotTested {
  /** What to do so that they are tested, or why they were not. */
  todo: string;
  whole: string[];
  inPart: string[];
}

/**
 * What was not tested, by what to do about it, in the order of the contract, without checks that were not
 * selected.
 */
export function notTested(clauses: ClauseVerdict[]): NotTested[] {
  const reasons = clauses.flatMap(({ id, verdict, reason, checks }) => {
    if (verdict === 'unspecified') return [];
    if (verdict === 'not tested') return [{ id, inPart: false, reason }];
    return checks.flatMap(leftOut).map((reason) => ({ id, inPart: true, reason }));
  });
  const listed = reasons.flatMap(({ id, inPart, reason }) =>
    isListed(reason) ? [{ id, inPart, ...remedyOf(reason) }] : [],
  );
  return groupedBy(listed, ({ variables, parts, words }) =>
    JSON.stringify([variables, parts.length > 0, words]),
  ).map((own) => {
    const ids = (inPart: boolean) => [
      ...new Set(own.flatMap((each) => (each.inPart === inPart ? each.id : []))),
    ];
    const [{ variables, words }] = own;
    return {
      todo: formatTodo(
        variables,
        own.flatMap(({ parts }) => parts),
        words,
      ),
      whole: ids(false),
      inPart: ids(true),
    };
  });
}

/** How many clauses are named at most. */
const mostNamed = 6;

/** A line each: ``Describe `text` in the target file (...): 36 must clauses, 4 recommendations, 2 clauses in part``. */
export function formatNotTested(clauses: ClauseVerdict[]): string[] {
  const levels = new Map(clauses.map(({ id, level }) => [id, level]));
  return notTested(clauses).map(({ todo, whole, inPart }) => {
    const advised = whole.filter((id) => levels.get(id) === 'should').length;
    const counts: [count: number, words: string][] = [
      [whole.length - advised, counted(whole.length - advised, 'must clause')],
      [advised, counted(advised, 'recommendation')],
      [inPart.length, `${counted(inPart.length, 'clause')} in part`],
    ];
    const all = [...whole, ...inPart];
    const named = all.length <= mostNamed ? ` (${all.join(', ')})` : '';
    return `${todo}: ${counts.flatMap(([count, words]) => (count === 0 ? [] : words)).join(', ')}${named}`;
  });
}

/** The reasons why a check or parts of it were not tested. */
function leftOut({ verdict, reason, untested }: CheckVerdict): (Reason | undefined)[] {
  if (verdict === 'not tested') return [reason];
  return untested.flatMap((part) => (part.verdict === 'not tested' ? part.reason : []));
}

interface Remedy {
  /** Variables to set. */
  variables: string[];
  /** Parts of the target file to describe. */
  parts: string[];
  /** Other reasons, in words. */
  words: string;
}

function remedyOf(reason: Reason): Remedy {
  const reasons = partsOf(reason);
  const needs = reasons.flatMap((each) =>
    each.kind === 'needs' && each.detail === undefined && !each.what.includes(' ') ? each.what : [],
  );
  if (needs.length < reasons.length) return { variables: [], parts: [], words: formatLack(reason) };
  const isReplaced = (variable: string) => variable.startsWith('FOREIGN_') && needs.includes('OTHER_API_KEY');
  const variables = needs.filter((each) => isVariable(each) && !isReplaced(each));
  return { variables, parts: needs.filter((each) => !isVariable(each)), words: '' };
}

function formatTodo(variables: string[], parts: string[], words: string): string {
  const described = formatList([...new Set(parts)].map((part) => `\`${part}\``));
  const todo = [
    ...(variables.length > 0 ? [`set ${formatList(variables)}`] : []),
    ...(parts.length > 0 ? [`describe ${described} in the target file (${commandLine('init')})`] : []),
  ];
  return capital(todo.length > 0 ? todo.join(' and ') : words);
}

function formatLack(reason: Reason): string {
  return reason.kind === 'over budget' ? `raise MAX_AI_REQUESTS above ${reason.most}` : formatReason(reason);
}

/** The report says elsewhere what was not selected. */
function isListed(reason: Reason | undefined): reason is Reason {
  return reason !== undefined && (reason.kind !== 'absent' || reason.why === 'nothing seen');
}

function isCutShort({ reason }: { reason?: Reason }): boolean {
  return reason?.kind === 'cut short' && reason.by !== 'another edition';
}
