import { spawnSync } from 'node:child_process';
import type { PlannedCheck } from '../send/driver/driver';

export const chapterOf = (clause: string) => clause.split('.')[0] ?? '';

let listed: readonly PlannedCheck[] | undefined;

/**
 * All checks of the suite, in the order of their files. The first call has Playwright list them, in a process of
 * its own.
 * @throws what Playwright writes where a file does not load
 */
export function allChecks(): readonly PlannedCheck[] {
  listed ??= list();
  return listed;
}

function list(): readonly PlannedCheck[] {
  const words = ['test', '--list', '--config', require.resolve('./list.config')];
  // Neither a worker's variables nor a debugger belong to that process.
  const { TEST_WORKER_INDEX: _, NODE_OPTIONS: __, ...env } = process.env;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [require.resolve('@playwright/test/cli'), ...words],
    { encoding: 'utf8', env, maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(stderr || stdout);
  return JSON.parse(stdout);
}
