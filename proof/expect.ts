import type { RunResult } from './run';

/** What a row expects of a run. Without `violates`, no clause may be violated. */
export interface Expected {
  /** At least one of these clauses is violated, and others may be. */
  violates?: RegExp;
  /** At least one of these recommendations is not met. */
  deviates?: RegExp;
  /** Exactly these checks (`clause: title`) are not tested, or only in part. */
  untested?: RegExp;
  /** These clauses may be decided or not, or be over the limit of AI requests. */
  undecided?: RegExp;
  /** Each of these clauses is tested, at least in part. */
  tested?: readonly string[];
  /** Where the run ends with exit code 0: at least one of these clauses conforms. Null: none at all may. */
  conforms?: RegExp | null;
  exit?: number;
  /** A line of the terminal contains this, unless the run conforms as `conforms` says. */
  says?: string;
}

/** Compares what a run showed with what is expected. Returns a line for each difference. */
export function differences(expected: Expected, result: RunResult): string[] {
  return [
    ...result.broken,
    ...inClauses(expected, result),
    ...inChecks(expected, result),
    ...inEnding(expected, result),
  ];
}

const clausesOf = ({ verdicts }: RunResult) => verdicts.filter(({ title }) => title === '');
export const checksOf = ({ verdicts }: Pick<RunResult, 'verdicts'>) =>
  verdicts.filter(({ title }) => title !== '');

function inClauses({ violates, deviates, undecided, conforms }: Expected, result: RunResult): string[] {
  const clauses = clausesOf(result);
  const having = (verdict: string) =>
    clauses.flatMap((each) => (each.verdict === verdict ? each.clause : []));
  const notFound = (wanted: RegExp | undefined, verdict: string) => {
    if (wanted === undefined || having(verdict).some((id) => wanted.test(id))) return [];
    const instead = having('violates').map((id) => `violated instead: ${id}`);
    const reasons = checksOf(result).flatMap(({ title, why }) => (why === '' ? [] : `${title}: ${why}`));
    return [[`none of ${wanted.source} ${verdict}`, ...instead, ...reasons].join('; ')];
  };
  const unexpected = (verdict: string, isAllowed: (id: string) => boolean | undefined) =>
    having(verdict)
      .filter((id) => violates === undefined && !isAllowed(id))
      .map((id) => [`${id} ${verdict}`, ...faultsOf(id, result)].join(': '));
  return [
    ...notFound(violates, 'violates'),
    ...notFound(deviates, 'deviates'),
    ...unexpected('violates', () => false),
    ...unexpected('deviates', (id) => deviates?.test(id) || undecided?.test(id)),
    ...(conforms === null ? having('conforms').map((id) => `${id} conforms`) : []),
  ];
}

const faultsOf = (id: string, { faults }: RunResult) =>
  faults.flatMap(({ title, clauses }) => (clauses.includes(id) ? title : []));

function inChecks({ untested, undecided, tested = [] }: Expected, result: RunResult): string[] {
  const checks = checksOf(result);
  const isDecided = ({ verdict, lacks }: (typeof checks)[0]) =>
    verdict !== 'inconclusive' &&
    verdict !== 'blocked' &&
    !lacks.some((why) => why.startsWith('over budget'));
  return [
    ...checks.flatMap((each) => {
      const { clause, title, verdict, why, lacks } = each;
      const name = `${clause}: ${title}`;
      if (why.startsWith('the check itself failed')) return [`${name}: ${why}`];
      if (!isDecided(each) && !undecided?.test(clause)) return [`${name}: ${verdict}: ${why || lacks[0]}`];
      const isTested = lacks.length === 0;
      return untested === undefined || isTested !== untested.test(name)
        ? []
        : [`${name}: ${isTested ? 'tested' : `not tested: ${lacks[0]}`}`];
    }),
    ...clausesOf(result)
      .filter(({ clause, verdict }) => verdict === 'not tested' && tested.includes(clause))
      .map(({ clause, why }) => `${clause} is not tested: ${why}: add that to its needs in spec/clauses`),
  ];
}

function inEnding({ exit, says, conforms }: Expected, result: RunResult): string[] {
  const isGreen = conforms instanceof RegExp && result.exit === 0;
  const shown = clausesOf(result).some(
    ({ clause, verdict }) => isGreen && verdict === 'conforms' && conforms.test(clause),
  );
  return [
    ...(exit === undefined || exit === result.exit ? [] : [`exit ${result.exit} and not ${exit}`]),
    ...(isGreen && !shown ? ['exit 0, and nothing of it was tested'] : []),
    ...(isGreen || says === undefined || result.says.some((line) => line.includes(says))
      ? []
      : [`no line says "${says}": ${result.says.join(' | ')}`]),
  ];
}
