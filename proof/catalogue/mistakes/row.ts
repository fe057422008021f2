import type { CheckRun, Run } from '../../../src/judge/data/run';
import { formatNote, formatReason } from '../../../src/judge/texts/wording';
import { type Report, reportOf } from '../../../src/judge/verdict/report';
import { parts } from './mistake';
import { type PlacedMistake, problemsOf } from './mistakes';
import { approachOf } from './open';

/** The result of a run with one mistake. */
export interface Row {
  word: string;
  exitCode: number;
  /** The line of the output that names the mistake. */
  line: string;
  /** Why the result is not as expected. */
  wrong?: string;
}

const whole: Omit<Run, 'checks'> = {
  filters: [],
  ending: 'passed',
  errors: [],
  stop: null,
};

/** Judges the checks of a run with a mistake in the way in which a user's run is judged. */
export function rowOf(mistake: PlacedMistake, checks: CheckRun[]): Row {
  const settings = { target: mistake.server, settings: [], required: [], live: true };
  const circumstances = { started: '2026-01-01T00:00:00.000Z', milliseconds: 0, playwright: '' };
  const report = reportOf({ ...whole, checks }, settings, [], circumstances);
  const lines = linesOf(report);
  const { word, exitCode } = report.outcome;
  const line =
    exitCode === 0 ? report.outcome.sentence : (lines.find((each) => each.includes(mistake.says)) ?? '');
  return { word, exitCode, line, ...wrongIn(mistake, report, lines) };
}

/** Returns the lines that a user reads: the notes of failures, then the reasons for the outcome. */
function linesOf({ outcome, clauses }: Report): string[] {
  const claims = clauses.flatMap(({ failures }) =>
    failures.flatMap(({ note }) => (note ? formatNote(note) : [])),
  );
  const told = [...claims, ...outcome.reasons.map(({ words }) => words)];
  const notTested = clauses.flatMap(({ id, verdict, reason }) =>
    verdict === 'not tested' && reason ? `${id} is ${verdict}: ${formatReason(reason)}` : [],
  );
  return [...told, ...notTested];
}

function wrongIn(mistake: PlacedMistake, { outcome, clauses }: Report, lines: string[]): { wrong?: string } {
  const violating = clauses.filter(({ verdict }) => verdict === 'violates');
  if (violating.length > 0) {
    return {
      wrong: `accuses: ${violating.map(({ id }) => id).join(', ')}`,
    };
  }
  const own = clauses.filter(({ id, level }) => level === 'must' && parts[mistake.part].own.test(id));
  if (outcome.exitCode === 0 && !own.some(({ verdict }) => verdict === 'conforms'))
    return { wrong: 'green, and nothing of it was tested' };
  if (outcome.exitCode !== 0 && !lines.some((line) => line.includes(mistake.says)))
    return { wrong: `no line says ${mistake.says}: ${lines.join(' | ')}` };
  return {};
}

/** Returns the result for a mistake that is found before the first check; null if the run starts. */
export async function rejected(mistake: PlacedMistake): Promise<Row | null> {
  const problems = problemsOf(mistake);
  if (problems.length === 0 && mistake.stops) {
    const { found, session } = await approachOf(mistake);
    await session.close();
    problems.push(...('stop' in found ? found.lines : []));
  } else if (problems.length === 0) return null;
  const line = problems.find((problem) => problem.includes(mistake.says));
  return {
    word: 'misconfigured',
    exitCode: 2,
    line: line ?? problems[0] ?? '',
    ...(line === undefined && {
      wrong: problems.length === 0 ? 'lets the run begin' : `no line says ${mistake.says}`,
    }),
  };
}
