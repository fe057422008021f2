import { line as shortened } from '../../engine/visible';
import { markdown, writePart } from '../proof-page';

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

/** A row in Markdown, which begins with what `startOf` says. */
function lineOf({ mistake, word, exitCode, line }: Row): string {
  const said = shortened(line, 150).replaceAll('|', '\\|');
  return `${startOf(mistake)} ${word} | ${exitCode} | ${said} |`;
}

function startOf(mistake: string): string {
  return `| ${mistake.replace(' @often', '')} |`;
}

/**
 * Puts the table into PROOF.md, between its marks. Where only some mistakes were tried, the rows of the others stay.
 * @param all the names of all mistakes, in the order of the table
 */
export function writeTable(rows: readonly Row[], all: readonly string[]): void {
  writePart('mistakes', (last) => {
    const lines = all.flatMap((name) => {
      const row = rows.find(({ mistake }) => mistake === name);
      return row ? lineOf(row) : (last.split('\n').find((line) => line.startsWith(startOf(name))) ?? []);
    });
    return [markdown(['A user has', 'Outcome', 'Exit', 'The run says'], []), ...lines].join('\n');
  });
}
