import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { defects } from '../mock/defects';
import { ledger } from '../spec/ledger';
import { allChecks } from '../src/check/all-checks';
import { counted } from '../src/judge/texts/wording';
import { checksOf } from './expect';
import { root } from './helpers/process';
import { idOf, kinds, type Outcome, type Row } from './row';
import { type Asked, rows } from './rows';
import { linesOf } from './verdicts';

const { words = '' }: Asked = JSON.parse(process.env.PROVE ?? '{}');

const byId = new Map(rows.map((row) => [idOf(row), row]));

/** The outcome and the duration of a row. */
interface Done {
  row: Row;
  outcome: Outcome;
  seconds: number;
}

/**
 * Prints what is wrong with a row at once, and at the end how many were as expected, by kind. Writes the
 * table of verdicts into test-results. Fails if a row is not as expected, or no listed defect turns a check red.
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
    const saysNothing = body === undefined && (status === 'interrupted' || status === 'skipped');
    if (row === undefined || saysNothing) return;
    const outcome: Outcome = body
      ? JSON.parse(body.toString())
      : { depth: 0, wrong: [error?.message ?? 'did not end'], runs: [] };
    this.done.push({ row, outcome, seconds: duration / 1000 });
    const said = outcome.wrong.map((line) => `    ${line.replaceAll('\n', '\n    ')}\n`);
    if (said.length > 0) process.stdout.write(`\nNOT AS EXPECTED  ${idOf(row)}\n${said.join('')}`);
    const tenths = (many: number) => Math.floor((10 * many) / this.asked);
    if (tenths(this.done.length) > tenths(this.done.length - 1))
      process.stdout.write(`${this.done.length} of ${counted(this.asked, 'row')}\n`);
  }

  onError({ message }: { message?: string }): void {
    this.errors.push(message ?? 'an error without a message');
  }

  async onEnd(): Promise<{ status: 'passed' | 'failed' }> {
    const lacking = [...lackingIn(this.done), ...this.errors];
    const right = this.done.filter(isRight).length;
    const result = [
      `${right} of ${counted(this.asked, 'row')} as expected`,
      ...(this.done.length < this.asked ? [`${this.asked - this.done.length} not finished`] : []),
      ...(lacking.length > 0 ? [`but ${counted(lacking.length, 'gap')} in the catalogue (above)`] : []),
      `in ${((Date.now() - this.started) / 1000).toFixed(0)} s`,
    ];
    process.stdout.write(`\n${[...tableOf(this.done), '', ...lacking, result.join(', ')].join('\n')}\n`);
    const folder = join(root, 'test-results');
    mkdirSync(folder, { recursive: true });
    const lines = this.done.flatMap(({ row, outcome }) => linesOf(row, outcome)).sort();
    writeFileSync(join(folder, 'verdicts.tsv'), `${lines.join('\n')}\n`);
    const isPassed = right === this.asked && this.asked > 0 && lacking.length === 0;
    return { status: isPassed ? 'passed' : 'failed' };
  }
}

const isRight = ({ outcome }: Done) => outcome.wrong.length === 0;

/**
 * Returns a line for each check that no listed defect of its clause turned red, if all of these ran or the words ask for
 * them, and for each check that costs nothing and may have sent an AI request.
 */
function lackingIn(done: readonly Done[]): string[] {
  const listed = done.filter(({ row }) => row.kind === 'listed');
  const results = listed.flatMap(({ row, outcome: { runs } }) =>
    checksOf({ verdicts: runs.at(-1)?.result.verdicts ?? [] }).map((check) => ({ ...check, row })),
  );
  const red = new Set(
    results.flatMap(({ row, clause, title, verdict }) =>
      row.clauses.includes(clause) && /^(violates|deviates)$/.test(verdict) ? title : [],
    ),
  );
  const isWhole = (clause: string) =>
    listed.length === defects.length || (words !== '' && new RegExp(words, 'i').test(clause));
  const free = new Set(allChecks().flatMap(({ cost, title }) => (cost === 'free' ? title : [])));
  return [
    ...new Set(
      results.flatMap(({ clause, title, verdict, lacks, spends }) => {
        const { level } = ledger[clause as keyof typeof ledger];
        const isNeeded = verdict !== 'not tested' || lacks.length > 0;
        return [
          ...(level !== 'unspecified' && isWhole(clause) && isNeeded && !red.has(title)
            ? [`no defect turns "${title}" (${clause}) red: add one to mock/defects`]
            : []),
          ...(spends && free.has(title)
            ? [`"${title}" may use the AI: say so in costOf, src/check/check.ts`]
            : []),
        ];
      }),
    ),
  ];
}

/** Returns a line for each kind: rows, rows as expected up to each depth, and seconds in total. */
function tableOf(done: readonly Done[]): string[] {
  const cells = kinds.flatMap((kind) => {
    const own = done.filter(({ row }) => row.kind === kind);
    if (own.length === 0) return [];
    const right = own.filter(isRight);
    const at = [1, 3].map((depth) => right.filter(({ outcome }) => outcome.depth <= depth).length);
    const seconds = own.reduce((sum, each) => sum + each.seconds, 0);
    return [[kind, own.length, ...at, seconds.toFixed(0)].map(String)];
  });
  const heads = ['kind', 'rows', 'as expected at depth 1', 'to 3', 'seconds'];
  return [heads, ...cells].map((line) =>
    line
      .map((cell, index) => (index === 0 ? cell.padEnd(18) : cell.padStart((heads[index] ?? '').length + 2)))
      .join(''),
  );
}
