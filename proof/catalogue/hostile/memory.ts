import { readdirSync, readFileSync } from 'node:fs';

/** The resources of a process and its descendants, including those that have exited. */
interface Used {
  /** Resident memory, in KiB. */
  resident: number;
  /** The sum of their peaks (VmHWM), in KiB. */
  peak: number;
  /** Clock ticks of CPU time. */
  ticks: number;
}

const nothing: Used = { resident: 0, peak: 0, ticks: 0 };

/** Reads /proc (Linux). Returns zeros if it cannot be read, since a process may exit at any time. */
export function usedBy(pid: number): Used {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
    const ticks = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .slice(11, 15)
      .reduce((sum, each) => sum + Number(each), 0);
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return children.map(usedBy).reduce(
      (sum, child) => ({
        resident: sum.resident + child.resident,
        peak: sum.peak + child.peak,
        ticks: sum.ticks + child.ticks,
      }),
      { resident: field('VmRSS'), peak: field('VmHWM'), ticks },
    );
  } catch {
    return nothing;
  }
}

/**
 * Watches the memory of a process and its descendants.
 * @returns a function that stops watching and returns the largest sum of their peaks, in MiB; null without /proc
 */
export function watchMemory(pid: number): () => number | null {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, usedBy(pid).peak);
  }, 100);
  return () => {
    clearInterval(timer);
    return most === 0 ? null : Math.round(most / 1024);
  };
}
