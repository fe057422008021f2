import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase } from '@playwright/test/reporter';
import { chapterOf } from '../chapters-on';
import { foundBy } from '../found';
import { asked, depth } from './asked';
import { type Met, resultsAt } from './results';

/** Writes what became of each drawn defect to a file. */
export default class DrawnReporter implements Reporter {
  private readonly met = new Map<number, Met>(
    asked.map(({ place }) => [place, { place, seenBy: null, also: [], cases: 0, reasons: [] }]),
  );

  onTestEnd(test: TestCase): void {
    const place = Number(/#(\d+): /.exec(test.parent.title)?.[1]);
    const met = this.met.get(place);
    const defect = asked.find((each) => each.place === place);
    if (!met || !defect) return;
    met.cases++;
    const { findings, why } = foundBy(test.results.at(-1));
    const own = new Set([defect.chapter, ...defect.clauses.map(chapterOf)]);
    for (const { clause, verdict } of findings) {
      if (verdict !== 'violates') continue;
      if (own.has(chapterOf(clause))) met.seenBy ??= { clause, title: test.title };
      else if (!met.also.includes(clause)) met.also.push(clause);
    }
    if (why && !met.reasons.includes(why)) met.reasons.push(why);
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
