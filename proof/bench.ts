import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mockKeys } from '../mock/accounts';
import { startMock } from '../mock/server';
import { allChecks } from '../src/check/all-checks';
import { cli, root } from './helpers/process';

/**
 * Times whole runs, interleaved, and prints medians with their aims: on the mock at both depths beside as many empty
 * Playwright tests, and on a server that takes 150 ms for a response and a second for an AI request.
 * @example npm run bench -- 5
 */
const rounds = Number(process.argv[2] ?? 3);

/** The seconds that Playwright takes in a folder. */
function secondsOf(cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  const started = performance.now();
  const all = { ...process.env, DOTENV_CONFIG_PATH: '/dev/null', ...env };
  const child = spawn(process.execPath, [cli, 'test'], { cwd, env: all, stdio: 'ignore' });
  return new Promise((done, failed) => {
    child.on('exit', (code) => {
      if (code !== 0) failed(new Error(`a run in ${cwd} ended with ${code}`));
      done((performance.now() - started) / 1000);
    });
  });
}

/** A project with this number of empty tests. */
function emptyProject(tests: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const module = JSON.stringify(join(root, 'node_modules', '@playwright', 'test'));
  const bodies = Array.from({ length: tests }, (_, index) => `test('${index}', () => {});`);
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    `export default { workers: 1, fullyParallel: true, reporter: 'dot' };`,
  );
  writeFileSync(join(folder, 'a.spec.ts'), `import { test } from ${module};\n${bodies.join('\n')}\n`);
  return folder;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

async function main(): Promise<void> {
  const tests = allChecks().length;
  const empty = emptyProject(tests);
  await using slow = await startMock({
    variant: { service: { delay: ({ price, rejection }) => (price > 0 && !rejection ? 1000 : 150) } },
  });
  const live = { ...mockKeys, BASE_URL: slow.url, TARGET: 'tests/targets/mock.ts' };
  const runs = {
    'DEPTH=1 on the mock': () => secondsOf(root, { BASE_URL: 'mock', DEPTH: '1' }),
    'as many empty tests': () => secondsOf(empty, {}),
    'DEPTH=3 on the mock (aim: 30 s)': () => secondsOf(root, { BASE_URL: 'mock', DEPTH: '3' }),
    '150 ms a response, 1 s an AI request (aim: 32 s)': () => secondsOf(root, { ...live, DEPTH: '1' }),
  };
  const seconds = Object.entries(runs).map(([name, run]) => ({ name, run, all: [] as number[] }));
  for (let round = 0; round < rounds; round++) for (const { run, all } of seconds) all.push(await run());
  rmSync(empty, { recursive: true });
  console.log(`${tests} tests, medians of ${rounds} rounds`);
  for (const { name, all } of seconds) console.log(`${name.padEnd(50)} ${median(all).toFixed(1)} s`);
  const [first, second] = seconds.map(({ all }) => median(all));
  console.log(`${((first ?? 0) / (second || 1)).toFixed(2)} times the empty tests (aim: 1.4)`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
