import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { type Row, tableOf } from './row';
import { servers } from './servers';

/** Prints what each run came to and what is wrong with it, and writes the table. */
export default class HostileReporter implements Reporter {
  private readonly rows: Row[] = [];
  private met = 0;
  private wrong = 0;

  /** @param options `table`: the path of the Markdown file */
  constructor(private readonly options: { table: string }) {}

  onTestEnd(test: TestCase, result: TestResult): void {
    this.met++;
    const body = result.attachments.find(({ name }) => name === 'row')?.body;
    const row: Row | null = body ? JSON.parse(body.toString()) : null;
    if (row !== null) this.rows.push(row);
    const told =
      row === null ? result.status : `${row.outcome}, exit ${row.exitCode}, ${row.seconds.toFixed(0)} s`;
    process.stdout.write(`a server that ${test.title}: ${told}\n`);
    if (result.status === 'passed') return;
    this.wrong++;
    for (const { message = '' } of result.errors)
      process.stdout.write(`    ${message.replaceAll('\n', '\n    ')}\n`);
  }

  async onEnd(): Promise<{ status: 'passed' | 'failed' }> {
    const order = servers.map(({ name }) => name);
    const sorted = this.rows.toSorted((a, b) => order.indexOf(a.server) - order.indexOf(b.server));
    const table = tableOf(sorted, servers);
    mkdirSync(dirname(this.options.table), { recursive: true });
    writeFileSync(this.options.table, table);
    process.stdout.write(
      `\n${table}\n${this.wrong} of ${this.met} servers met wrongly: ${this.options.table}\n`,
    );
    return { status: this.wrong === 0 ? 'passed' : 'failed' };
  }
}
