import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { markdown, writePart } from '../helpers/proof-page';
import { servers } from './servers';

const heads = ['A server that', 'Outcome', 'Exit', 'It says', 'MB', 'Clauses that conform'];

/** Prints what each run came to and what is wrong with it, and writes the table of all of them into PROOF.md. */
export default class HostileReporter implements Reporter {
  /** By the server's name. */
  private readonly rows = new Map<string, string[]>();
  private met = 0;
  private wrong = 0;

  onTestEnd({ title }: TestCase, result: TestResult): void {
    this.met++;
    const body = result.attachments.find(({ name }) => name === 'row')?.body;
    const row: string[] | null = body ? JSON.parse(body.toString()) : null;
    if (row !== null) this.rows.set(title, row);
    const told = row === null ? result.status : `${row[1]}, exit ${row[2]}`;
    process.stdout.write(`a server that ${title}: ${told}, ${(result.duration / 1000).toFixed(0)} s\n`);
    if (result.status === 'passed') return;
    this.wrong++;
    for (const { message = '' } of result.errors)
      process.stdout.write(`    ${message.replaceAll('\n', '\n    ')}\n`);
  }

  async onEnd(): Promise<{ status: 'passed' | 'failed' }> {
    const rows = servers.flatMap(({ name }) => {
      const row = this.rows.get(name);
      return row ? [row] : [];
    });
    const table = markdown(heads, rows);
    if (rows.length === servers.length) writePart('hostile', table);
    process.stdout.write(`\n${table}\n${this.wrong} of ${this.met} servers met wrongly\n`);
    return { status: this.wrong === 0 ? 'passed' : 'failed' };
  }
}
