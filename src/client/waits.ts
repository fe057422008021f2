import { setTimeout as pause } from 'node:timers/promises';
import { formatWaiting, type Waiting } from '../judge/texts/wording';

/** Waits of at least this many seconds are announced. */
const ANNOUNCED_SECONDS = 5;

type Listener = (words: string) => void;

const listeners = new Set<Listener>();
/** The reasons of the waits under way: of several at once with the same reason, one is announced. */
const underWay: string[] = [];

/** Calls the listener when a long wait begins, until the returned function is called. */
export function onWait(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells the listeners of a wait. Returns what notes its end. */
function announce(words: string): () => void {
  if (!underWay.includes(words)) for (const listener of listeners) listener(words);
  underWay.push(words);
  return () => void underWay.splice(underWay.indexOf(words), 1);
}

/** Waits for this number of seconds. A long wait is announced with its reason. */
export async function wait(seconds: number, why?: Waiting): Promise<void> {
  const isLong = why !== undefined && seconds >= ANNOUNCED_SECONDS;
  const end = isLong ? announce(formatWaiting(why, seconds)) : () => {};
  await pause(seconds * 1000);
  end();
}
