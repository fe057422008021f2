import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(__dirname, '..', '..', 'PROOF.md');

/** Puts into PROOF.md what a command writes there, between its marks, in place of what it wrote last. */
export function writePart(command: string, text: string): void {
  const [begin, end] = [`<!-- npm run ${command} -->\n`, `<!-- end of ${command} -->`];
  const [before = '', rest = ''] = readFileSync(page, 'utf8').split(begin);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error(`PROOF.md lacks ${begin}${end}`);
  writeFileSync(page, `${before}${begin}\n${text}\n\n${end}${after}`);
}

/** A row of a table of Markdown. */
const markdownLine = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** A table of Markdown. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(markdownLine).join('\n');
}
