import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { faults } from '../../../mock/faults';
import { ledger } from '../../../spec/ledger';
import { findingsOf } from '../../engine/verdicts';
import { reasonWords } from '../../engine/wording';
import { type Kill, killsOf, matrix, type Result, shortcomings } from './kills';

const MATRIX = resolve(__dirname, '..', '..', '..', 'test-results', 'kill-matrix.txt');

/** Gathers what each defect turned red and writes the kill matrix; fails where a defect or a clause got away. */
export default class ProofReporter implements Reporter {
  private readonly results: Result[] = [];
  private readonly started = Date.now();

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    process.stdout.write(`${faults.length} defects, ${suite.allTests().length} cases\n`);
  }

  onTestEnd(test: TestCase): void {
    const body = test.results.at(-1)?.attachments.find(({ name }) => name === 'evidence')?.body;
    const found = body ? findingsOf(JSON.parse(body.toString()), ledger) : null;
    this.results.push({
      phrase: test.parent.title.replace(/^(?:<[^>]*>)* /, ''),
      title: test.title,
      findings: found?.findings ?? [],
      inconclusive: found?.inconclusive
        ? reasonWords(found.inconclusive.reason)
        : (test.results.at(-1)?.error?.message ?? null),
    });
  }

  async onEnd(): Promise<{ status: 'passed' | 'failed' }> {
    const kills: Kill[] = killsOf(faults, this.results);
    const faultsFound = shortcomings(kills, ledger);
    mkdirSync(dirname(MATRIX), { recursive: true });
    writeFileSync(MATRIX, `${matrix(kills).join('\n').trimStart()}\n`);
    const killed = kills.filter(({ killedBy }) => killedBy.length > 0).length;
    const seconds = ((Date.now() - this.started) / 1000).toFixed(0);
    process.stdout.write(
      `${killed} of ${kills.length} defects killed by their own clause, in ${seconds} s: test-results/kill-matrix.txt\n`,
    );
    for (const line of faultsFound) process.stdout.write(`${line}\n`);
    return { status: faultsFound.length === 0 ? 'passed' : 'failed' };
  }
}
