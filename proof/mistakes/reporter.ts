import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { groupedBy } from '../../src/judge/grouped';
import { line as shortened } from '../../src/judge/visible';
import { markdown, writePart } from '../helpers/proof-page';
import { placedMistakes } from './mistakes';
import type { Row } from './row';

/** Tells what each mistake came to as soon as it is known: the whole takes a quarter of an hour. */
export default class MistakesReporter implements Reporter {
  private readonly rows = new Map<string, Row>();

  onTestEnd({ title }: TestCase, { attachments, error }: TestResult): void {
    const body = attachments.find(({ name }) => name === 'row')?.body;
    const row: Row = body
      ? JSON.parse(body.toString())
      : { word: '', exitCode: 2, line: '', wrong: error?.message ?? 'no result' };
    this.rows.set(title, row);
    process.stdout.write(
      `${row.wrong === undefined ? 'named' : 'WRONG'}  ${title}: ${row.word}, ${row.wrong ?? row.line}\n`,
    );
  }

  onEnd(): void {
    if (this.rows.size === placedMistakes.length) writePart('mistakes', this.table());
    const rows = [...this.rows.values()];
    const named = rows.filter(({ wrong }) => wrong === undefined).length;
    process.stdout.write(`${named} of ${rows.length} mistakes accuse nobody and are named\n`);
  }

  /** A row for each mistake, where it ended alike on each of its servers. */
  private table(): string {
    const rows = placedMistakes.flatMap(({ name, words, server }) => {
      const row = this.rows.get(name);
      return row ? { ...row, words, server } : [];
    });
    const lines = groupedBy(rows, ({ words }) => words)
      .flatMap((own) => groupedBy(own, ({ word }) => word))
      .map((alike) => {
        const [{ words, word, exitCode, line }] = alike;
        const on = alike.map(({ server }) => server).join(', ');
        return [words, on, word, `${exitCode}`, shortened(line, 150)];
      });
    return markdown(['A user has', 'On', 'Outcome', 'Exit', 'The run says'], lines);
  }
}
