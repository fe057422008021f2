import { spawn } from 'node:child_process';
import { usedBy } from '../catalogue/hostile/memory';
import { cli } from '../helpers/process';

export interface Measured {
  seconds: number;
  /** Seconds of CPU time of all processes of the run; 0 if it cannot be read. */
  cpu: number;
  /** Peak resident memory of all processes of the run; 0 if it cannot be read. */
  mebibytes: number;
}

/**
 * Runs Playwright in a folder and measures it.
 * @throws if the exit code is not the expected one
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
    mebibytes = Math.max(mebibytes, now.resident / 1024);
  }, 25);
  return new Promise((done, failed) => {
    child.on('exit', (code) => {
      clearInterval(timer);
      if (code !== expected) failed(new Error(`a run in ${cwd} ended with ${code}`));
      done({ seconds: (performance.now() - started) / 1000, cpu, mebibytes });
    });
  });
}
