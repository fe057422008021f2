import { setTimeout as pause } from 'node:timers/promises';
import { monotonicNow } from './clock';

let running = 0;
let lastEnd = 0;

/** Waits for this number of milliseconds, as a run does for pace, retries, windows and charges. */
export async function plannedWait(milliseconds: number): Promise<void> {
  running++;
  try {
    await pause(milliseconds);
  } finally {
    running--;
    lastEnd = monotonicNow();
  }
}

/** When the last planned wait ended; undefined during one. */
export const plannedWaitEnded = (): number | undefined => (running > 0 ? undefined : lastEnd);
