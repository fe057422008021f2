import { readdirSync, readFileSync } from 'node:fs';

/**
 * Watches a process and all that it starts.
 * @returns stops the watch and tells the most memory that they had together, in MB: the sum of the peaks
 *   (VmHWM) of the processes that lived at one moment; null where there is no /proc
 */
export function watchMemory(pid: number): () => number | null {
  let most = 0;
  const sample = () => {
    most = Math.max(most, peakOfTree(pid));
  };
  const timer = setInterval(sample, 100);
  return () => {
    clearInterval(timer);
    return most === 0 ? null : Math.round(most / 1024);
  };
}

/** In kB. */
function peakOfTree(root: number): number {
  const processes = statuses();
  const tree = new Set([root]);
  // A child's number may be below its parent's, so one pass may not be enough.
  for (let size = 0; size !== tree.size; ) {
    size = tree.size;
    for (const { pid, parent } of processes) if (tree.has(parent)) tree.add(pid);
  }
  return processes.filter(({ pid }) => tree.has(pid)).reduce((sum, { peak }) => sum + peak, 0);
}

function statuses(): { pid: number; parent: number; peak: number }[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? statusOf(Number(name)) : []));
  } catch {
    return [];
  }
}

function statusOf(pid: number): { pid: number; parent: number; peak: number }[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return [{ pid, parent: field('PPid'), peak: field('VmHWM') }];
  } catch {
    // It has ended since the folder was read.
    return [];
  }
}
