import type { Answer } from '../../judge/answer';
import type { Exchange, Inconclusive, Untested } from '../../judge/evidence';
import { currentEvidence, inconclusive, noteUntested, recordSeparately } from '../evidence/recorder';
import type { Once } from '../run/coordinator';
import type { Session } from '../run/session';
import { addToEvidence } from './record-exchange';

/** What was made for a key. */
interface Made<T> {
  value?: T;
  inconclusive?: Inconclusive;
  /** The parts of it that could not be tested. */
  untested?: Untested[];
  /** Everything that was sent to make it. */
  exchanges: Exchange[];
  waited: number;
  /** Whether a check was told already how long making it waited: what several wait for is waited for once. */
  isCounted: boolean;
}

/** What several checks build on, each made once in a run. */
export interface OncePerRun<Key, T> {
  /**
   * What is made for this key, whichever check asks first. What was sent for it is evidence of each check; where making
   * it ended early, so does every check that needs it.
   */
  (key: Key, make: () => Promise<T>): Promise<T>;
  /** What was made for this key; undefined where nothing was yet, or nothing could be. */
  made(key: Key): T | undefined;
}

/**
 * A memo of this session. Keys that are written alike in JSON are one.
 * @typeParam Key what tells apart what is made
 */
export function oncePerRun<Key, T extends Answer | readonly Answer[]>(session: Session): OncePerRun<Key, T> {
  const all = new Map<string, Once<Made<T>>>();
  const memo = async (key: Key, make: () => Promise<T>): Promise<T> => {
    const written = JSON.stringify(key);
    const once = all.get(written) ?? session.coordinator.once(() => madeApart(make));
    all.set(written, once);
    const made = await once.value();
    if (!made.isCounted) currentEvidence().waited += made.waited;
    made.isCounted = true;
    for (const exchange of made.exchanges) addToEvidence(session, exchange);
    for (const { place, ...why } of made.untested ?? []) noteUntested(place, why);
    if (made.value !== undefined) return made.value;
    const { verdict, reason } = made.inconclusive as Inconclusive;
    return inconclusive(verdict, reason);
  };
  return Object.assign(memo, { made: (key: Key) => all.get(JSON.stringify(key))?.made?.value });
}

async function madeApart<T>(make: () => Promise<T>): Promise<Made<T>> {
  const { value, evidence } = await recordSeparately(make);
  const { exchanges, waited, untested } = evidence;
  return value === undefined
    ? { exchanges, waited, isCounted: false, inconclusive: evidence.inconclusive as Inconclusive }
    : { exchanges, waited, isCounted: false, value, ...(untested && { untested }) };
}
