import { groupedBy } from '../data/grouped';
import { partsOf, type Reason } from '../data/reason';
import { commandLine } from '../texts/command-line';
import { capital, counted, formatList, formatReason, isVariable } from '../texts/wording';
import type { CheckVerdict } from './check-verdicts';
import type { ClauseVerdict } from './verdicts';

/** The undecided clauses by their reasons. */
export function undecidedReasons(
  clauses: readonly ClauseVerdict[],
  verdict: 'inconclusive' | 'blocked',
): { why: string; ids: string[] }[] {
  const reasons = clauses
    .filter((clause) => clause.verdict === verdict)
    .flatMap(({ id, reason }) => partsOf(reason).map((each) => ({ id, why: formatReason(each) })));
  return groupedBy(reasons, ({ why }) => why).map((group) => ({
    why: group[0].why,
    ids: [...new Set(group.map(({ id }) => id))],
  }));
}

/** The report lists so few clauses by name. */
const MOST_NAMED = 6;

/**
 * What was not tested, by what to do about it, in the order of the contract, without checks that were not selected.
 * A line each: ``Describe `text` in the target file (...): 36 must clauses, 4 recommendations, 2 clauses in part``.
 */
export function formatNotTested(clauses: readonly ClauseVerdict[]): string[] {
  const gaps = clauses.flatMap(({ id, level, verdict, reason, checks }) => {
    if (verdict === 'unspecified') return [];
    const isWhole = verdict === 'not tested';
    const reasons = isWhole ? [reason] : checks.flatMap(leftOut);
    return reasons.flatMap((each) =>
      isListed(each) ? { id, level: isWhole ? level : 'in part', ...remedyOf(each) } : [],
    );
  });
  const kindOf = ({ variables, parts, words }: Remedy) =>
    JSON.stringify([variables, parts.length > 0, words]);
  return groupedBy(gaps, kindOf).map((group) => {
    const idsOf = (level: string) => [
      ...new Set(group.flatMap((each) => (each.level === level ? each.id : []))),
    ];
    const [must, should, inPart] = [idsOf('must'), idsOf('should'), idsOf('in part')];
    const counts = [
      must.length > 0 && counted(must.length, 'must clause'),
      should.length > 0 && counted(should.length, 'recommendation'),
      inPart.length > 0 && `${counted(inPart.length, 'clause')} in part`,
    ];
    const all = [...must, ...should, ...inPart];
    const named = all.length <= MOST_NAMED ? ` (${all.join(', ')})` : '';
    const parts = new Set(group.flatMap((each) => each.parts));
    return `${formatTodo({ ...group[0], parts: [...parts] })}: ${counts.filter(Boolean).join(', ')}${named}`;
  });
}

/** Why a check, or parts of it, were not tested. */
const leftOut = (check: CheckVerdict): (Reason | undefined)[] =>
  [check, ...(check.verdict === 'not tested' ? [] : check.untested)].flatMap(({ verdict, reason }) =>
    verdict === 'not tested' ? reason : [],
  );

/** The report says elsewhere what was not selected. */
const isListed = (reason: Reason | undefined): reason is Reason =>
  reason !== undefined && (reason.kind !== 'absent' || reason.why === 'nothing seen');

/** The variables to set and the parts to describe, or else what to say. */
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
  if (needs.length < reasons.length) {
    const isBudget = reason.kind === 'over budget';
    const words = isBudget ? `raise MAX_AI_REQUESTS above ${reason.most}` : formatReason(reason);
    return { variables: [], parts: [], words };
  }
  const isReplaced = (variable: string) => variable.startsWith('FOREIGN_') && needs.includes('OTHER_API_KEY');
  const variables = needs.filter((each) => isVariable(each) && !isReplaced(each));
  return { variables, parts: needs.filter((each) => !isVariable(each)), words: '' };
}

function formatTodo({ variables, parts, words }: Remedy): string {
  const described = formatList(parts.map((part) => `\`${part}\``));
  const todo = [
    variables.length > 0 && `set ${formatList(variables)}`,
    parts.length > 0 && `describe ${described} in the target file (${commandLine('init')})`,
    words,
  ];
  return capital(todo.filter(Boolean).join(' and '));
}
