import { duration } from '../judge/credits/cost-words';
import { counted } from '../judge/texts/wording';

/** Milliseconds between two lines that say how far a run is. */
const REPORTED_EVERY = 10_000;

const MINUTE = 60_000;

/** How far a run is. */
interface Stage {
  /** Milliseconds since the first check began. */
  passed: number;
  requests: number;
  /** About how many requests the run sends. */
  planned: number;
}

/**
 * How far a run is, its rate, and about how long the rest takes at this rate, in whole minutes: the number of
 * requests is an estimate, too.
 * @returns `2 min 0 s: 1,240 of about 8,060 requests, 620 a minute, about 11 min left`
 */
export function formatStage({ passed, requests, planned }: Stage): string {
  const perMinute = (requests / passed) * MINUTE;
  const rate = `${number(perMinute)} a minute`;
  const soFar = `${duration(passed)}: ${number(requests)}`;
  if (requests > planned)
    return `${soFar} ${nounFor(requests)}, ${rate}; more than the ${number(planned)} that were planned`;
  const left = requests === 0 ? '' : `, ${formatLeft((planned - requests) / perMinute)} left`;
  return `${soFar} of about ${number(planned)} requests, ${rate}${left}`;
}

const number = (value: number) => Math.round(value).toLocaleString('en');
const nounFor = (requests: number) => counted(requests, 'request').replace(/^\d+ /, '');
const formatLeft = (minutes: number) => `about ${Math.max(1, Math.ceil(minutes))} min`;

/**
 * Calls `act` every ten seconds, and does not keep the process alive for that.
 * @returns a function that ends it
 */
export function everyTenSeconds(act: () => void, every: typeof setInterval = setInterval): () => void {
  const timer = every(act, REPORTED_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}
