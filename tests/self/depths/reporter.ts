import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase } from '@playwright/test/reporter';
import { foundBy } from '../found';
import { askedPairs, defects, depth, nameOf, resultsAt } from './pairs';
import type { TargetName } from './targets';

/** Writes which of its own clauses each defect was seen to break, on each target. */
export default class DepthsReporter implements Reporter {
  private readonly reported = new Map(askedPairs.map((pair) => [nameOf(pair), new Set<string>()]));

  onTestEnd(test: TestCase): void {
    const defect = Number(/#(\d+): /.exec(test.parent.title)?.[1]);
    const target = test.parent.project()?.name as TargetName;
    const own = defects[defect]?.clauses ?? [];
    for (const { clause, verdict } of foundBy(test.results.at(-1)).findings)
      if (verdict === 'violates' && own.includes(clause))
        this.reported.get(nameOf({ defect, target }))?.add(clause);
  }

  onError({ message }: { message?: string }): void {
    process.stdout.write(`${message}\n`);
  }

  onEnd(): void {
    const file = resultsAt(depth);
    mkdirSync(dirname(file), { recursive: true });
    const reported = [...this.reported].map(([name, clauses]) => [name, [...clauses].sort()]);
    writeFileSync(file, JSON.stringify(Object.fromEntries(reported), null, 1));
  }
}
