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
  return groupedBy(reasons, ({ why }) => why).map((group) => ({
    why: group[0].why,
    ids: [...new Set(group.map(({ id }) => id))],
    errors: [...new Set(group.flatMap(({ errors }) => errors))],
  }));
}

/** A clause that was not tested, or only in part, and why. */
interface Gap {
  id: string;
  level: ClauseVerdict['level'] | 'in part';
  reason: Reason | undefined;
}

const mostNamed = 6;

/**
 * What was not tested, by what to do about it, in the order of the contract, without checks that were not selected.
 * A line each: ``Describe `text` in the target file (...): 36 must clauses, 4 recommendations, 2 clauses in part``.
 */
export function formatNotTested(clauses: ClauseVerdict[]): string[] {
  const reasons = clauses.flatMap(({ id, level, verdict, reason, checks }): Gap[] => {
    if (verdict === 'unspecified') return [];
    if (verdict === 'not tested') return [{ id, level, reason }];
    return checks.flatMap(leftOut).map((reason) => ({ id, level: 'in part', reason }));
  });
  const listed = reasons.flatMap(({ reason, ...clause }) =>
    isListed(reason) ? [{ ...clause, ...remedyOf(reason) }] : [],
  );
  return groupedBy(listed, ({ variables, parts, words }) =>
    JSON.stringify([variables, parts.length > 0, words]),
  ).map((group) => {
    const [{ variables, words }] = group;
    const parts = group.flatMap((each) => each.parts);
    const idsOf = (...levels: string[]) => [
      ...new Set(group.flatMap(({ id, level }) => (levels.includes(level) ? id : []))),
    ];
    const [must, should, inPart] = ['must', 'should', 'in part'].map((level) => idsOf(level).length);
    const counts = [
      must && counted(must, 'must clause'),
      should && counted(should, 'recommendation'),
      inPart && `${counted(inPart, 'clause')} in part`,
    ];
    const all = [...idsOf('must', 'should'), ...idsOf('in part')];
    const named = all.length <= mostNamed ? ` (${all.join(', ')})` : '';
    return `${formatTodo(variables, parts, words)}: ${counts.filter(Boolean).join(', ')}${named}`;
  });
}

function leftOut({ verdict, reason, untested }: CheckVerdict): (Reason | undefined)[] {
  if (verdict === 'not tested') return [reason];
  return untested.flatMap((part) => (part.verdict === 'not tested' ? part.reason : []));
}

interface Remedy {
  variables: string[];
  parts: string[];
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
  return reason?.kind === 'cut short';
}
