import type { Outcome, Row } from './row';

/** A line of a table: without what would break it. */
const line = (cells: readonly (string | number | null)[]) =>
  cells.map((cell) => String(cell).replace(/\s+/g, ' ')).join('\t');

/**
 * A line for each check of each run of a row, for each clause without checks, and for each fault: kind, phrase, depth,
 * exit code, clause, title, verdict. Two tables show what a change of the suite changes.
 */
export function linesOf({ kind, phrase }: Row, { runs }: Pick<Outcome, 'runs'>): string[] {
  return runs.flatMap(({ depth, result: { verdicts, faults, exit } }) => {
    const withChecks = new Set(verdicts.flatMap(({ clause, title }) => (title === '' ? [] : clause)));
    const shown = verdicts.filter(({ clause, title, verdict }) =>
      title === '' ? !withChecks.has(clause) && /^(conforms|violates|deviates|blocked)$/.test(verdict) : true,
    );
    return [
      ...shown.map(({ clause, title, verdict }) => [clause, title, verdict]),
      ...faults.map(({ title, clauses }) => [clauses[0] ?? '', title, 'fault']),
    ].map((cells) => line([kind, phrase, depth, exit, ...cells]));
  });
}
