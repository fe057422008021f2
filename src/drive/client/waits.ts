import { formatWaiting, type Waiting } from '../../judge/texts/wording';
import { currentEvidence } from '../evidence/recorder';

/** Waits of at least this many seconds are announced. */
const ANNOUNCED_SECONDS = 5;

interface Listener {
  began: (words: string) => void;
  ended: (words: string) => void;
}

const listeners = new Set<Listener>();

/** Calls the listener when a long wait begins and ends, until the returned function is called. */
export function onWait(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Waits for this number of seconds. A long wait is announced with its reason. */
export async function wait(seconds: number, why?: Waiting): Promise<void> {
  const { waits } = currentEvidence();
  const from = Date.now();
  const words = why !== undefined && seconds >= ANNOUNCED_SECONDS ? formatWaiting(why, seconds) : null;
  if (words !== null) for (const { began } of listeners) began(words);
  await new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));
  waits.push({ from, to: Date.now() });
  if (words !== null) for (const { ended } of listeners) ended(words);
}
