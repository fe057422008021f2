import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(__dirname, '..', '..', '..');
const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');

export interface Measured {
  seconds: number;
  /** Of processor time, of all processes of the run together; 0 where it cannot be read. */
  cpu: number;
  /** Peak of the resident memory of all processes of the run together; 0 where it cannot be read. */
  mebibytes: number;
}

/**
 * A Playwright run in a folder.
 * @throws where it ends with another exit code than expected
 */
export function measure(cwd: string, env: NodeJS.ProcessEnv, expected = 0): Promise<Measured> {
  const started = performance.now();
  const child = spawn(process.execPath, [cli, 'test'], {
    cwd,
    env: { ...process.env, DOTENV_CONFIG_PATH: '/dev/null', ...env },
    stdio: 'ignore',
  });
  let cpu = 0;
  let mebibytes = 0;
  const timer = setInterval(() => {
    const now = usedBy(child.pid ?? 0);
    cpu = Math.max(cpu, now.ticks / 100);
    mebibytes = Math.max(mebibytes, now.kibibytes / 1024);
  }, 25);
  return new Promise((done, failed) => {
    child.on('exit', (code) => {
      clearInterval(timer);
      if (code !== expected) failed(new Error(`a run in ${cwd} ended with ${code}`));
      done({ seconds: (performance.now() - started) / 1000, cpu, mebibytes });
    });
  });
}

interface Used {
  kibibytes: number;
  ticks: number;
}

/** What a process uses with its descendants, those that ended included, by /proc (Linux). */
function usedBy(pid: number): Used {
  try {
    const kibibytes = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return children
      .map(usedBy)
      .reduce(
        (sum, child) => ({ kibibytes: sum.kibibytes + child.kibibytes, ticks: sum.ticks + child.ticks }),
        { kibibytes, ticks },
      );
  } catch {
    return { kibibytes: 0, ticks: 0 };
  }
}
