import type { OutcomeWord } from '../../engine/outcome';
import type { HostileServer } from './servers';

/** What a run against a hostile server came to. */
export interface Row {
  server: string;
  outcome: OutcomeWord;
  exitCode: number | null;
  seconds: number;
  /** The most memory that its processes had together; null where there is no /proc. */
  megabytes: number | null;
  /** How many must clauses conform. */
  conform: number;
}

const heads = ['A server that', 'Outcome', 'Exit', 'It says', 'MB', 'Clauses that conform'];
const numbers = new Set(['Exit', 'MB', 'Clauses that conform']);

/** Rows as a table in Markdown, its columns aligned. */
export function tableOf(rows: readonly Row[], servers: readonly HostileServer[]): string {
  const says = new Map(servers.map((server) => [server.name, server.says]));
  const cells = rows.map(({ server, outcome, exitCode, megabytes, conform }) =>
    [server, outcome, exitCode ?? '', says.get(server) ?? '', megabytes ?? '', conform].map(String),
  );
  const widths = heads.map((head, column) =>
    Math.max(...[head, ...cells.map((row) => row[column] ?? '')].map(({ length }) => length)),
  );
  const padded = (cell: string, column: number) =>
    numbers.has(heads[column] ?? '') ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  const rule = heads.map((head, column) => {
    const width = widths[column] ?? 0;
    return numbers.has(head) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width);
  });
  return `${[heads, rule, ...cells].map((row) => `| ${row.map(padded).join(' | ')} |`).join('\n')}\n`;
}
