import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { line as shortened } from '../../engine/visible';

/** What a run with one mistake came to. */
export interface Row {
  mistake: string;
  word: string;
  exitCode: number;
  /** The line that names it. */
  line: string;
  /** Why it is not as it must be. */
  wrong?: string;
}

const PROOF = join(__dirname, '..', '..', '..', 'PROOF.md');
const [begin, end] = ['<!-- mistakes -->', '<!-- /mistakes -->'];

/** Rows as a table in Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ mistake, word, exitCode, line }) => [
    mistake.replace(' @often', ''),
    word,
    `${exitCode}`,
    shortened(line, 150).replaceAll('|', '\\|'),
  ]);
  return [
    '| A user has | Outcome | Exit | The run says |',
    '| --- | --- | ---: | --- |',
    ...cells.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

/** Puts the table into PROOF.md, between its marks. */
export function writeTable(rows: readonly Row[]): void {
  const [before = '', rest = ''] = readFileSync(PROOF, 'utf8').split(begin);
  const [, after = ''] = rest.split(end);
  if (rest === '') throw new Error(`PROOF.md lacks ${begin}`);
  writeFileSync(PROOF, `${before}${begin}\n\n${tableOf(rows)}\n\n${end}${after}`);
}
