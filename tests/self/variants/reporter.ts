import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { expectationWords, observationWords } from '../../engine/wording';
import { foundBy } from '../found';
import { breaches } from './breaches';
import { variants } from './variants';

/** A case that could not be judged, on a target of which too little is told, or that found advice not followed. */
function isUndriven(undriven: RegExp | undefined, { tags }: TestCase, { status }: TestResult): boolean {
  const advised = status === 'passed' && tags.includes('@advice');
  return (status === 'skipped' || advised) && tags.some((tag) => undriven?.test(tag.slice(1)) === true);
}

const FOUND = 'found';

/** Prints a line a variant and every false accusation; fails where a case is neither green nor rightly not driven. */
export default class VariantsReporter implements Reporter {
  private readonly counts = new Map<
    string,
    { green: number; undriven: number; seconds: number; wrong: string[] }
  >();

  private projects: string[] = [];
  /** Of a breach beside a variant, what each case of its clause came to. */
  private readonly near = new Map<string, string[]>();

  onBegin(_config: FullConfig, { suites }: Suite): void {
    this.projects = suites.map(({ title }) => title);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const variant = test.parent.project()?.name ?? '';
    const { findings, inconclusive, why = result.status } = foundBy(result);
    const breach = breaches[variant];
    if (breach !== undefined) {
      // Its cases are meant to be red: the JUnit file, which the gate counts, must not call them failed.
      test.expectedStatus = result.status;
      const seen = findings.some(({ clause, verdict }) => clause === breach.clause && verdict === 'violates');
      this.near.set(variant, [...(this.near.get(variant) ?? []), seen ? FOUND : `${test.title}: ${why}`]);
      return;
    }
    const count = this.counts.get(variant) ?? { green: 0, undriven: 0, seconds: 0, wrong: [] };
    this.counts.set(variant, count);
    count.seconds += result.duration / 1000;
    const deviations = findings.filter(({ verdict }) => verdict !== 'conforms');
    if (result.status === 'skipped' && inconclusive?.verdict === 'not driven') count.undriven++;
    else if (result.status === 'passed' && deviations.length === 0) count.green++;
    else if (isUndriven(variants[variant]?.undriven, test, result)) count.undriven++;
    else {
      const reasons = deviations.map(
        ({ clause, expected, received }) =>
          `${clause}: ${expectationWords(expected)}; ${observationWords(received)}`,
      );
      count.wrong.push(`${test.title}: ${reasons.join(' | ') || why}`);
    }
  }

  async onEnd(): Promise<{ status: 'passed' | 'failed' }> {
    const missing = this.projects.filter((name) => !(name in breaches) && !this.counts.has(name));
    const near = this.projects.filter((name) => name in breaches);
    const unseen = near.filter((name) => !this.near.get(name)?.includes(FOUND));
    for (const [variant, { green, undriven, seconds, wrong }] of this.counts) {
      const line = `${variant.padEnd(25)} ${green} green, ${undriven} not driven, ${wrong.length} accused`;
      process.stdout.write(`${line.padEnd(70)}${seconds.toFixed(1).padStart(6)} s\n`);
      for (const each of wrong) process.stdout.write(`    ${each}\n`);
    }
    for (const name of missing) process.stdout.write(`${name}: nothing was driven\n`);
    for (const name of unseen)
      process.stdout.write(
        [`NOT SEEN: ${name} (${breaches[name]?.clause})`, ...(this.near.get(name) ?? []), ''].join('\n    '),
      );
    if (near.length > 0)
      process.stdout.write(
        `${near.length - unseen.length} of ${near.length} breaches beside a variant found\n`,
      );
    const clean =
      unseen.length === 0 &&
      missing.length === 0 &&
      [...this.counts.values()].every(({ wrong }) => wrong.length === 0);
    return { status: clean ? 'passed' : 'failed' };
  }
}
