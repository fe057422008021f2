import type { Exchange, Undecided, Untested } from '../../judge/data/evidence';
import type { Span } from '../../judge/data/spans';
import type { Answer } from '../../judge/response/answer';
import { currentEvidence, endUndecided, recordSeparately, recordUntested } from '../evidence/recorder';
import type { Once } from '../run/coordinator';
import type { Session } from '../run/session';
import { addToEvidence } from './record-exchange';

/** The result for a key. */
interface SharedResult<T> {
  value?: T;
  inconclusive?: Undecided;
  /** The parts that could not be tested. */
  untested?: Untested[];
  /** Everything that was sent for it. */
  exchanges: Exchange[];
  waits: Span[];
}

/** Results that several checks share, each made once in a run. */
export interface OncePerRun<Key, T> {
  /**
   * Returns the result for this key, and makes it at the first call. Its requests are evidence of each check
   * that asks for it. If it ended early, every check that needs it ends, too.
   */
  (key: Key, make: () => Promise<T>): Promise<T>;
  /** The result for this key; undefined if there is none yet, or it ended early. */
  made(key: Key): T | undefined;
}

/**
 * A memo of this session. Keys that are written alike in JSON are one.
 * @typeParam Key what tells apart what is made
 */
export function oncePerRun<Key, T extends Answer | readonly Answer[]>(session: Session): OncePerRun<Key, T> {
  const all = new Map<string, Once<SharedResult<T>>>();
  const memo = async (key: Key, make: () => Promise<T>): Promise<T> => {
    const written = JSON.stringify(key);
    const once = all.get(written) ?? session.coordinator.once(() => madeApart(make));
    all.set(written, once);
    const made = await once.value();
    currentEvidence().waits.push(...made.waits);
    for (const exchange of made.exchanges) addToEvidence(session, exchange);
    for (const { place, ...why } of made.untested ?? []) recordUntested(place, why);
    if (made.value !== undefined) return made.value;
    const { verdict, reason } = made.inconclusive as Undecided;
    return endUndecided(verdict, reason);
  };
  return Object.assign(memo, { made: (key: Key) => all.get(JSON.stringify(key))?.made?.value });
}

async function madeApart<T>(make: () => Promise<T>): Promise<SharedResult<T>> {
  const { value, evidence } = await recordSeparately(make);
  const { exchanges, waits, untested } = evidence;
  return value === undefined
    ? { exchanges, waits, inconclusive: evidence.inconclusive as Undecided }
    : { exchanges, waits, value, ...(untested && { untested }) };
}
