import { readdirSync, readFileSync } from 'node:fs';

/** The sum of the peaks (VmHWM) of a process and its descendants, in KiB. Zero if /proc (Linux) cannot be read. */
function peakOf(pid: number): number {
  try {
    const own = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return children.map(peakOf).reduce((sum, peak) => sum + peak, Number(own ?? 0));
  } catch {
    // A process may exit at any time.
    return 0;
  }
}

/**
 * Watches the memory of a process and its descendants.
 * @returns a function that stops watching and returns the largest sum of their peaks, in MiB
 */
export function watchMemory(pid: number): () => number {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, peakOf(pid));
  }, 100);
  return () => {
    clearInterval(timer);
    return Math.round(most / 1024);
  };
}
