import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { expectationWords, observationWords } from '../../src/judge/wording';
import { breaches } from './breaches';
import { RESULTS, type VariantResult } from './run-variant';
import { variants } from './variants';

/** A check that could not be judged, on a target of which too little is told, or that found advice not followed. */
function isUndriven(undriven: RegExp | undefined, { advised, clause, status }: VariantResult): boolean {
  return (status === 'skipped' || (status === 'passed' && advised)) && undriven?.test(clause) === true;
}

interface VariantCount {
  green: number;
  undriven: number;
  seconds: number;
  wrong: string[];
}

const FOUND = 'found';

/** Prints a line a variant and every false accusation; fails where a case is neither green nor rightly not driven. */
export default class VariantsReporter implements Reporter {
  private readonly counts = new Map<string, VariantCount>();
  private names: string[] = [];
  /** Of a breach beside a variant, what each case of its clause came to. */
  private readonly near = new Map<string, string[]>();

  onBegin(_config: FullConfig, suite: Suite): void {
    this.names = suite.allTests().map(({ title }) => title);
  }

  onTestEnd(test: TestCase, { attachments, duration, error }: TestResult): void {
    const body = attachments.find(({ name }) => name === RESULTS)?.body;
    const results: VariantResult[] = body === undefined ? [] : JSON.parse(body.toString());
    if (body === undefined) process.stdout.write(`${test.title}: ${error?.message ?? 'no results'}\n`);
    const breach = breaches[test.title];
    if (breach !== undefined) {
      const seen = ({ findings }: VariantResult) =>
        findings.some(({ clause, verdict }) => clause === breach.clause && verdict === 'violates');
      this.near.set(
        test.title,
        results.map((result) => (seen(result) ? FOUND : `${result.title}: ${result.why ?? result.status}`)),
      );
      return;
    }
    if (results.length === 0) return;
    const count: VariantCount = { green: 0, undriven: 0, seconds: duration / 1000, wrong: [] };
    this.counts.set(test.title, count);
    for (const result of results) {
      const { status, findings, inconclusive, why = status } = result;
      const deviations = findings.filter(({ verdict }) => verdict !== 'conforms');
      if (status === 'skipped' && inconclusive?.verdict === 'not driven') count.undriven++;
      else if (status === 'passed' && deviations.length === 0) count.green++;
      else if (isUndriven(variants[test.title]?.undriven, result)) count.undriven++;
      else {
        const reasons = deviations.map(
          ({ clause, expected, received }) =>
            `${clause}: ${expectationWords(expected)}; ${observationWords(received)}`,
        );
        count.wrong.push(`${result.title}: ${reasons.join(' | ') || why}`);
      }
    }
  }

  async onEnd(): Promise<{ status: 'passed' | 'failed' }> {
    const missing = this.names.filter((name) => !(name in breaches) && !this.counts.has(name));
    const near = this.names.filter((name) => name in breaches);
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
