import type { OutcomeWord } from '../../engine/outcome';
import { markdown } from '../drawn/table';
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

/** Rows as a table in Markdown. */
export function tableOf(rows: readonly Row[], servers: readonly HostileServer[]): string {
  const says = new Map(servers.map((server) => [server.name, server.says]));
  const cells = rows.map(({ server, outcome, exitCode, megabytes, conform }) =>
    [server, outcome, exitCode ?? '', says.get(server) ?? '', megabytes ?? '', conform].map(String),
  );
  return `${markdown(heads, cells)}\n`;
}
