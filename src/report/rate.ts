import { duration } from '../judge/credits/cost-words';

/** Milliseconds between two lines that say how far a run is. */
const REPORTED_EVERY = 10_000;

/** How far a run is: `2 min 0 s: 1,240 of about 8,060 requests`. */
export function formatStage(passed: number, requests: number, planned: number): string {
  return `${duration(passed)}: ${requests.toLocaleString('en')} of about ${planned.toLocaleString('en')} requests`;
}

/** Calls `act` every ten seconds, and does not keep the process alive for that. Returns a function that ends it. */
export function everyTenSeconds(act: () => void): () => void {
  const timer = setInterval(act, REPORTED_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}
