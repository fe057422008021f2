import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import type { Defect } from '../mock/defect';
import { defects } from '../mock/defects';
import { ledger } from '../spec/ledger';
import { allChecks } from '../src/drive/check/all-checks';
import { counted } from '../src/judge/texts/wording';
import { killsOf, matrix, neverRed, type Shown, unbroken, unsaidCosts } from './coverage';
import { root } from './helpers/process';
import { progressAfter, resultOf } from './progress';
import { idOf, kinds, type Outcome, type Row } from './row';
import { type Asked, rows } from './rows';
import { linesOf, summaryOf } from './verdicts';

const { words = '' }: Asked = JSON.parse(process.env.PROVE ?? '{}');

const byId = new Map(rows.map((row) => [idOf(row), row]));

/** The outcome and the duration of a row. */
interface Done {
  row: Row;
  outcome: Outcome;
  seconds: number;
}

/**
 * Prints what is wrong with a row at once, and at the end how many were as expected, by kind. Writes all results and
 * the table of verdicts into test-results. Fails if a row is not as expected, a clause has no defect, or no defect turns a check red.
 */
export default class ProofReporter implements Reporter {
  private readonly done: Done[] = [];
  private readonly errors: string[] = [];
  private readonly started = Date.now();
  private asked = 0;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.asked = suite.allTests().length;
    process.stdout.write(`${counted(this.asked, 'row')}\n`);
  }

  onTestEnd({ title }: TestCase, { attachments, duration, error, status }: TestResult): void {
    const row = byId.get(title);
    const body = attachments.find(({ name }) => name === 'outcome')?.body;
    // It says nothing of the row.
    if (body === undefined && (status === 'interrupted' || status === 'skipped')) return;
    const outcome: Outcome = body
      ? JSON.parse(body.toString())
      : { depth: 0, wrong: [error?.message ?? 'did not end'], runs: [] };
    if (row === undefined) return;
    this.done.push({ row, outcome, seconds: duration / 1000 });
    const said = outcome.wrong.map((line) => `    ${line.replaceAll('\n', '\n    ')}\n`);
    if (said.length > 0) process.stdout.write(`\nNOT AS EXPECTED  ${idOf(row)}\n${said.join('')}`);
    process.stdout.write(progressAfter(this.done.length, this.asked, process.stdout.isTTY));
  }

  onError({ message }: { message?: string }): void {
    this.errors.push(message ?? 'an error without a message');
  }

  async onEnd(): Promise<{ status: 'passed' | 'failed' }> {
    const lacking = this.lacking();
    const lines = [...tableOf(this.done), '', ...lacking, ...this.errors];
    const seconds = ((Date.now() - this.started) / 1000).toFixed(0);
    const right = this.done.filter(({ outcome }) => outcome.wrong.length === 0).length;
    const gaps =
      lacking.length === 0 ? '' : `, but ${counted(lacking.length, 'gap')} in the catalogue (above)`;
    process.stdout.write(
      `\n${lines.join('\n').trim()}\n\n${resultOf(right, this.done.length, this.asked)}${gaps}, in ${seconds} s\n`,
    );
    this.write();
    const all = right === this.asked && this.asked > 0;
    return { status: all && lacking.length + this.errors.length === 0 ? 'passed' : 'failed' };
  }

  /** The last result on each listed defect. */
  private get results(): ReadonlyMap<Defect, Shown> {
    const own = this.done.filter(({ row }) => row.kind === 'listed');
    return new Map(
      own.flatMap(({ row, outcome: { runs } }) => {
        const defect = defects.find(({ clause, phrase }) => `${clause}: ${phrase}` === row.phrase);
        const last = runs.at(-1);
        return defect && last ? [[defect, last.result]] : [];
      }),
    );
  }

  /** Gaps of the clauses whose listed defects all ran: of all clauses, or of those that match the words. */
  private lacking(): string[] {
    const { results } = this;
    const pattern = new RegExp(words, 'i');
    const whole = Object.entries(ledger).filter(
      ([id]) => results.size === defects.length || (words !== '' && pattern.test(id)),
    );
    const clauses = Object.fromEntries(whole);
    const free = allChecks().flatMap(({ cost, title }) => (cost === 'free' ? title : []));
    return [
      ...unbroken(defects, clauses),
      ...neverRed(results, clauses),
      ...unsaidCosts([...results.values()], new Set(free)),
    ];
  }

  private write(): void {
    const folder = join(root, 'test-results');
    mkdirSync(folder, { recursive: true });
    const write = (name: string, lines: readonly string[]) =>
      writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
    const order = new Map(rows.map((row, index) => [row, index]));
    write(
      'proof.tsv',
      this.done
        .toSorted((a, b) => (order.get(a.row) ?? 0) - (order.get(b.row) ?? 0))
        .map(({ row, outcome }) => summaryOf(row, outcome)),
    );
    write('verdicts.tsv', this.done.flatMap(({ row, outcome }) => linesOf(row, outcome)).sort());
    if (this.results.size > 0) write('kill-matrix.txt', matrix(killsOf(this.results)));
  }
}

/** Returns a line for each kind: rows, rows as expected up to each depth, and seconds in total. */
function tableOf(done: readonly Done[]): string[] {
  const chapters = [...new Set(rows.filter(({ kind }) => kind === 'drawn').map(chapterOf))];
  const groups = kinds.flatMap((kind) => [
    { name: kind, holds: (row: Row) => row.kind === kind },
    ...(kind === 'drawn' ? chapters : []).map((name) => ({
      name: `  ${name}`,
      holds: (row: Row) => row.kind === kind && chapterOf(row) === name,
    })),
  ]);
  const cells = groups.flatMap(({ name, holds }) => {
    const own = done.filter(({ row }) => holds(row));
    if (own.length === 0) return [];
    const right = own.filter(({ outcome }) => outcome.wrong.length === 0);
    const at = [1, 3].map((depth) => right.filter(({ outcome }) => outcome.depth <= depth).length);
    const seconds = own.reduce((sum, each) => sum + each.seconds, 0);
    return [[name, own.length, ...at, seconds.toFixed(0)].map(String)];
  });
  const heads = ['kind', 'rows', 'as expected at depth 1', 'to 3', 'seconds'];
  return [heads, ...cells].map((line) =>
    line
      .map((cell, index) => (index === 0 ? cell.padEnd(18) : cell.padStart((heads[index] ?? '').length + 2)))
      .join(''),
  );
}

const chapterOf = ({ clauses }: Row) => clauses[0]?.split('.')[0] ?? '';
