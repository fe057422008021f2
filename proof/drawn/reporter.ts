import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { asked, depth } from './asked';
import { MET } from './meet';
import { type Met, resultsAt } from './results';

/** Writes what became of each drawn defect to a file. */
export default class DrawnReporter implements Reporter {
  private readonly met = new Map<number, Met>(
    asked.map(({ place }) => [place, { place, seenBy: null, also: [], cases: 0, reasons: [] }]),
  );

  onTestEnd(test: TestCase, { attachments, error }: TestResult): void {
    const body = attachments.find(({ name }) => name === MET)?.body;
    if (body === undefined) {
      process.stdout.write(`${test.title}: ${error?.message ?? 'no result'}\n`);
      return;
    }
    const met: Met = JSON.parse(body.toString());
    this.met.set(met.place, met);
  }

  onError({ message }: { message?: string }): void {
    process.stdout.write(`${message}\n`);
  }

  onEnd(): void {
    const file = resultsAt(depth);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify([...this.met.values()], null, 1));
  }
}
