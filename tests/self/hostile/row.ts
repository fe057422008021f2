import type { OutcomeWord } from '../../../reports/outcome';

/** What a run against a hostile server came to: a row of the table. */
export interface Row {
  server: string;
  /** `killed` where the run did not end by itself. */
  outcome: OutcomeWord | 'killed';
  exitCode: number | null;
  seconds: number;
  /** The most memory that its processes had together; null where there is no /proc. */
  megabytes: number | null;
  must: { conforms: number; violates: number; indeterminate: number; blocked: number; notDriven: number };
}

const heads = [
  'a server that',
  'outcome',
  'exit code',
  'seconds',
  'MB',
  'conforms',
  'violates',
  'blocked',
  'indeterminate',
  'not driven',
];

/** The rows as a table in Markdown, its columns aligned. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ server, outcome, exitCode, seconds, megabytes, must }) =>
    [
      server,
      outcome,
      exitCode ?? '',
      seconds.toFixed(0),
      megabytes ?? '',
      must.conforms,
      must.violates,
      must.blocked,
      must.indeterminate,
      must.notDriven,
    ].map(String),
  );
  const widths = heads.map((head, column) =>
    Math.max(...[head, ...cells.map((row) => row[column] ?? '')].map(({ length }) => length)),
  );
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) => (column < 2 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return `${[heads, rule, ...cells].map(line).join('\n')}\n`;
}
