import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import type { Fault } from '../../mock/fault';
import { faults } from '../../mock/faults';
import { ledger } from '../../spec/ledger';
import { counted } from '../../src/judge/wording';
import { asked, isAskedFor, partial, sampled, whole } from './asked';
import {
  killsOf,
  matrix,
  neverRed,
  type Result,
  shortcomings,
  unbroken,
  unlistedCodes,
  unlistedNeeds,
  unsaidCosts,
} from './kills';
import { RESULTS } from './prove';

const MATRIX = resolve(__dirname, '../..', 'test-results', 'kill-matrix.txt');

/**
 * Gathers what each defect that was asked for turned red; fails where one got away, or a clause has none. The
 * kill matrix of the whole proof is a file, that of a part is printed.
 */
export default class ProofReporter implements Reporter {
  private readonly results: Result[] = [];
  private readonly broken: string[] = [];
  private faults: readonly Fault[] = [];
  private readonly started = Date.now();

  onBegin(_config: FullConfig, suite: Suite): void {
    const driven = new Set(suite.allTests().map(({ title }) => title));
    this.faults = partial ? asked.filter(({ clause, phrase }) => driven.has(`${clause}: ${phrase}`)) : asked;
    process.stdout.write(`${counted(this.faults.length, 'defect')}\n`);
  }

  onTestEnd(test: TestCase, { attachments, error }: TestResult): void {
    const body = attachments.find(({ name }) => name === RESULTS)?.body;
    if (body !== undefined) this.results.push(...(JSON.parse(body.toString()) as Result[]));
    else this.broken.push(`${test.title}: ${error?.message ?? 'no results'}`);
  }

  async onEnd(): Promise<{ status: 'passed' | 'failed' }> {
    const kills = killsOf(this.faults, this.results);
    const clauses = Object.entries(ledger).filter(([id]) => !partial && isAskedFor(id));
    const missing = [
      ...this.broken,
      ...unbroken(kills, Object.fromEntries(clauses)),
      ...(sampled ? [] : neverRed(kills, this.results, Object.fromEntries(clauses))),
      ...shortcomings(kills, ledger, faults),
      ...unlistedCodes(this.results, ledger),
      ...unlistedNeeds(this.results, ledger),
      ...unsaidCosts(this.results, ledger),
    ];
    if (kills.length + missing.length === 0)
      missing.push(
        'nothing to prove: -g takes a clause of spec/clauses or the phrase of a defect in mock/faults',
      );
    const lines = matrix(kills);
    if (whole) {
      mkdirSync(dirname(MATRIX), { recursive: true });
      writeFileSync(MATRIX, `${lines.join('\n').trimStart()}\n`);
    } else process.stdout.write(`${lines.join('\n')}\n\n`);
    const killed = kills.filter(({ killedBy }) => killedBy.length > 0).length;
    const seconds = ((Date.now() - this.started) / 1000).toFixed(0);
    process.stdout.write(
      `${killed} of ${kills.length} defects killed by their own clause, in ${seconds} s${whole ? ': test-results/kill-matrix.txt' : ''}\n`,
    );
    for (const line of missing) process.stdout.write(`${line}\n`);
    return { status: missing.length === 0 ? 'passed' : 'failed' };
  }
}
