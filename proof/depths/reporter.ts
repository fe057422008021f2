import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { askedPairs, depth, nameOf, resultsAt } from './pairs';

/** Writes which of its own clauses each defect was seen to break, on each target. */
export default class DepthsReporter implements Reporter {
  private readonly reported: Record<string, string[]> = Object.fromEntries(
    askedPairs.map((pair) => [nameOf(pair), []]),
  );

  onTestEnd({ title }: TestCase, { attachments, error }: TestResult): void {
    const body = attachments.find(({ name }) => name === 'reported')?.body;
    if (body === undefined) process.stdout.write(`${title}: ${error?.message ?? 'no result'}\n`);
    else this.reported[title] = JSON.parse(body.toString());
  }

  onError({ message }: { message?: string }): void {
    process.stdout.write(`${message}\n`);
  }

  onEnd(): void {
    const file = resultsAt(depth);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(this.reported, null, 1));
  }
}
