import { test } from '@playwright/test';
import { type Waiting, waitingWords } from '../../engine/wording';
import { isApart, record } from '../case/recorder';

/** Waits of so many seconds are told while they last. */
const LONG = 5;
/** A case that stands still for so many milliseconds tells what for. */
const STILL = 1000;

interface Wait {
  why: Waiting;
  until: number;
  over: Promise<void>;
}

/** The long waits that are in course apart from any case. */
const inCourse = new Set<Wait>();
/** Who tells of those that begin. */
const tellers = new Set<(wait: Wait) => void>();

/**
 * Waits, and lets the test's time limit wait along.
 * @param why told where it takes long, as a step of the case that waits, or stands still meanwhile
 */
export async function wait(seconds: number, why?: Waiting): Promise<void> {
  extend(seconds);
  record().waited += seconds * 1000;
  const over = new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));
  if (why === undefined || seconds < LONG) return over;
  const wait = { why, until: Date.now() + seconds * 1000, over };
  if (!isApart()) return step(wait, over);
  inCourse.add(wait);
  for (const tell of tellers) tell(wait);
  await over;
  inCourse.delete(wait);
}

/** Awaits what is made apart from the case, or when a request may be sent; the case tells what it stands still for. */
export async function tellingWaits<T>(act: Promise<T>): Promise<T> {
  if (isApart()) return act;
  const over = act.then(
    () => undefined,
    () => undefined,
  );
  const steps: Promise<void>[] = [];
  const tell = (wait: Wait) => void steps.push(step(wait, Promise.race([wait.over, over])));
  const still = setTimeout(() => {
    tellers.add(tell);
    for (const wait of inCourse) tell(wait);
  }, STILL);
  try {
    return await act;
  } finally {
    clearTimeout(still);
    tellers.delete(tell);
    await Promise.all(steps);
  }
}

async function step({ why, until }: Wait, over: Promise<void>): Promise<void> {
  await test.step(waitingWords(why, (until - Date.now()) / 1000), () => over, { box: true });
}

/** What is made apart from a case may wait between two of them. */
function extend(seconds: number): void {
  try {
    const info = test.info();
    info.setTimeout(info.timeout + seconds * 1000);
  } catch {
    return;
  }
}
