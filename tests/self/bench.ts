import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ConformanceRecord } from '../../reports/record';

/**
 * Measures a whole run on the mock beside an empty Playwright run of as many trivial tests with the same
 * workers, and one of a single test, interleaved; prints medians of wall time and peak memory and the ratios.
 */
const root = resolve(__dirname, '..', '..');
const rounds = Number(process.argv[2] ?? 5);
const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');

interface Measured {
  seconds: number;
  /** Peak of the resident memory of all processes of the run together, in MiB; 0 where it cannot be read. */
  mebibytes: number;
}

/** Sum of the resident memory of a process and its descendants, by /proc (Linux). */
function residentOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const own = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return own + children.reduce((sum, child) => sum + residentOf(child), 0);
  } catch {
    return 0;
  }
}

function measure(cwd: string, env: NodeJS.ProcessEnv): Promise<Measured> {
  const started = performance.now();
  const child = spawn(process.execPath, [cli, 'test'], {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentOf(child.pid ?? 0));
  }, 25);
  return new Promise((done, failed) => {
    child.on('exit', (code) => {
      clearInterval(timer);
      if (code !== 0) failed(new Error(`a run in ${cwd} ended with ${code}`));
      done({ seconds: (performance.now() - started) / 1000, mebibytes: peak / 1024 });
    });
  });
}

function emptyProject(tests: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const module = JSON.stringify(join(root, 'node_modules', '@playwright', 'test'));
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    `export default { testDir: '.', fullyParallel: true, workers: 2, reporter: 'dot' };`,
  );
  const files = Math.min(11, tests);
  for (let file = 0; file < files; file++) {
    const share = Math.floor(tests / files) + (file < tests % files ? 1 : 0);
    const cases = Array.from(
      { length: share },
      (_, index) => `test('${index}', () => { expect(1).toBe(1); });`,
    );
    writeFileSync(
      join(folder, `${file}.spec.ts`),
      `import { test, expect } from ${module};\n${cases.join('\n')}\n`,
    );
  }
  return folder;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function main(): Promise<void> {
  const list = execFileSync(process.execPath, [cli, 'test', '--list'], { cwd: root, encoding: 'utf8' });
  const tests = Number(/Total: (\d+) tests/.exec(list)?.[1]);
  const folders = {
    suite: root,
    'empty, as many tests': emptyProject(tests),
    'empty, one test': emptyProject(1),
  };
  const results = new Map<string, Measured[]>(Object.keys(folders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, folder] of Object.entries(folders)) {
      results.get(name)?.push(await measure(folder, { BASE_URL: 'mock', DOTENV_CONFIG_PATH: '/dev/null' }));
    }
  }
  for (const folder of Object.values(folders)) if (folder !== root) rmSync(folder, { recursive: true });
  const medians = [...results].map(([name, runs]) => ({
    name,
    seconds: median(runs.map((run) => run.seconds)),
    mebibytes: median(runs.map((run) => run.mebibytes)),
  }));
  console.log(`${tests} tests, ${rounds} rounds, medians\n`);
  for (const { name, seconds, mebibytes } of medians) {
    console.log(
      `${name.padEnd(22)}${seconds.toFixed(2).padStart(7)} s ${mebibytes.toFixed(0).padStart(6)} MiB`,
    );
  }
  const [suite, empty] = medians;
  if (suite === undefined || empty === undefined) return;
  const ratio = (a: number, b: number) => (a / b).toFixed(2);
  console.log(
    `\nsuite : empty      ${ratio(suite.seconds, empty.seconds)} in time, ${ratio(suite.mebibytes, empty.mebibytes)} in memory`,
  );
  const { run }: ConformanceRecord = JSON.parse(
    readFileSync(join(root, 'reports', 'output', 'conformance.json'), 'utf8'),
  );
  console.log(`requests ${run.cost.requests}, AI uses ${run.cost.aiUses}`);
}

void main();
