import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mockKeys } from '../../mock/accounts';
import type { ConformanceRecord } from '../../src/report/record-schema';
import { cli, root, wholeNumber } from '../helpers/process';
import { type Accepted, busy, longestChain, median } from './chain';
import { type Measured, measure } from './measure';
import type { Setup } from './server';

/**
 * Measures whole runs, interleaved, and prints medians, ratios and their aims. It compares a run on the built-in
 * mock with as many empty Playwright tests and with one at a depth of three, a run against a sound server in its
 * own process with runs in which every error has a wrong form or no code, and a run against a slow server with
 * its longest chain of requests. The long runs take part in the first round only.
 * @example npm run bench -- 9
 */
const rounds = wholeNumber(process.argv[2], 3);

const servers = {
  sound: {},
  violation: { defects: ['an error body has `success` and `data` too'] },
  codeless: { defects: ['the code is null'] },
  slow: { latency: 150, ai: 1000 },
} satisfies Record<string, Setup>;

interface Round extends Measured {
  log: Accepted[];
  record: ConformanceRecord;
}

/** Runs the suite against a new server in its own process. */
async function against(setup: Setup, expected: number, depth = 1): Promise<Round> {
  const server = fork(join(__dirname, 'server.ts'), [JSON.stringify(setup)]);
  const [url] = await once(server, 'message');
  const draw = { DEPTH: `${depth}` };
  const env = { ...mockKeys, BASE_URL: String(url), TARGET: 'tests/targets/mock.ts', ...draw };
  const measured = await measure(root, env, expected);
  server.send('log');
  const [log] = await once(server, 'message');
  server.disconnect();
  const file = join(root, 'reports', 'output', 'conformance.json');
  return { ...measured, log, record: JSON.parse(readFileSync(file, 'utf8')) };
}

function emptyProject(tests: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const module = JSON.stringify(join(root, 'node_modules', '@playwright', 'test'));
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    `export default { testDir: '.', fullyParallel: true, workers: 1, reporter: 'dot' };`,
  );
  const files = 11;
  for (let file = 0; file < files; file++) {
    const share = Math.floor(tests / files) + (file < tests % files ? 1 : 0);
    const checks = Array.from(
      { length: share },
      (_, index) => `test('${index}', () => { expect(1).toBe(1); });`,
    );
    writeFileSync(
      join(folder, `${file}.spec.ts`),
      `import { test, expect } from ${module};\n${checks.join('\n')}\n`,
    );
  }
  return folder;
}

/** Milliseconds between first request and last response, without the server's time and the prescribed waits. */
function beyond({ log, record }: Round): number {
  const first = Math.min(...log.map(({ started }) => started));
  const last = Math.max(...log.map(({ ended }) => ended));
  return last - first - busy(log) - record.run.cost.waited;
}

/** Such milliseconds per request: also what each additional request of a deeper run takes, which has no additional checks. */
const beyondEach = (round: Round) => beyond(round) / round.log.length;
const beyondMore = (round: Round, deep: Round) =>
  (beyond(deep) - beyond(round)) / (deep.log.length - round.log.length);

function line(name: string, runs: readonly Measured[]): string {
  const of = (what: keyof Measured) => median(runs.map((run) => run[what]));
  const numbers = `${of('seconds').toFixed(2).padStart(8)} s ${of('cpu').toFixed(2).padStart(7)} s of processor time`;
  return `${name.padEnd(44)}${numbers} ${of('mebibytes').toFixed(0).padStart(6)} MiB`;
}

function ratio(runs: readonly Measured[], base: readonly Measured[], what: keyof Measured): string {
  const of = (all: readonly Measured[]) => median(all.map((run) => run[what]));
  return (of(runs) / of(base)).toFixed(2);
}

async function main(): Promise<void> {
  const list = execFileSync(process.execPath, [cli, 'test', '--list'], { cwd: root, encoding: 'utf8' });
  const tests = Number(/Total: (\d+) tests/.exec(list)?.[1]);
  const empty = emptyProject(tests);
  const runs = {
    mock: [] as Measured[],
    deepMock: [] as Measured[],
    empty: [] as Measured[],
    sound: [] as Round[],
    violation: [] as Round[],
    codeless: [] as Round[],
    slow: [] as Round[],
    deep: [] as Round[],
  };
  for (let round = 0; round < rounds; round++) {
    runs.mock.push(await measure(root, { BASE_URL: 'mock', DEPTH: '1' }));
    runs.empty.push(await measure(empty, {}));
    runs.sound.push(await against(servers.sound, 0));
    if (round > 0) continue;
    runs.deepMock.push(await measure(root, { BASE_URL: 'mock', DEPTH: '3' }));
    runs.violation.push(await against(servers.violation, 1));
    runs.codeless.push(await against(servers.codeless, 1));
    runs.slow.push(await against(servers.slow, 0));
    runs.deep.push(await against(servers.sound, 0, 3));
  }
  rmSync(empty, { recursive: true });
  const chains = runs.slow.map(({ log }) => longestChain(log));
  const chain = median(chains.map(({ milliseconds }) => milliseconds)) / 1000;
  const slow = median(runs.slow.map(({ seconds }) => seconds));
  const [sound] = runs.sound;
  console.log(`${tests} tests, ${rounds} rounds, medians

${line('the run on the mock, DEPTH=1', runs.mock)}
${line('DEPTH=3 (aim: at most 25 s)', runs.deepMock)}
${line('as many empty tests', runs.empty)}
  ${ratio(runs.mock, runs.empty, 'seconds')} in time (aim: at most 1.4), ${ratio(runs.mock, runs.empty, 'mebibytes')} in memory (aim: at most 1.2)

${line('a server that breaks every error', runs.violation)}
${line('one without a code in any error', runs.codeless)}
${line('the same server, sound', runs.sound)}
  ${ratio(runs.violation, runs.sound, 'seconds')} and ${ratio(runs.codeless, runs.sound, 'seconds')} in time (aim: at most 1.3)

${line('150 ms a response, a second for each AI request', runs.slow)}
its longest chain: ${chains[0]?.requests} of ${runs.slow[0]?.log.length} requests, ${chain.toFixed(2)} s
  ${(slow / chain).toFixed(2)} times as long (aim: at most 1.5)

beyond the server's own time (aim: at most 5 ms)
  a request, with its share of the checks: ${median(runs.sound.map(beyondEach)).toFixed(1)} ms, of ${sound?.log.length} requests, ${sound?.record.run.cost.aiRequests} AI requests
  a further request of the same checks: ${median(runs.deep.map((deep, index) => beyondMore(runs.sound[index] as Round, deep))).toFixed(1)} ms, of ${runs.deep[0]?.log.length} requests at a depth of three (aim: at most 1.2 ms)`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
