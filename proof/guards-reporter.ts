import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { counted } from '../src/judge/texts/wording';

/** Prints a line for each guard, and at the end how many are needed. */
export default class GuardsReporter implements Reporter {
  private ended = 0;
  private needed = 0;

  onTestEnd({ title }: TestCase, { annotations, error, status }: TestResult): void {
    const line = annotations.find(({ type }) => type === 'guard')?.description;
    this.ended += 1;
    if (status === 'passed') this.needed += 1;
    process.stdout.write(`${line ?? `guard ${title}: not finished: ${error?.message ?? status}`}\n`);
  }

  onError({ message }: TestError): void {
    process.stdout.write(`${message ?? 'an error without a message'}\n`);
  }

  onEnd(): void {
    process.stdout.write(`\n${this.needed} of ${counted(this.ended, 'guard')} needed\n`);
  }
}
