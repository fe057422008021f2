import type { Answer } from '../../engine/answer';
import { withReadings } from '../../engine/charge';
import type { Exchange, Inconclusive, Untested } from '../../engine/evidence';
import { adopts, inconclusive, noteUntested, record, recordApart } from '../case/recorder';
import type { Session } from '../run/session';
import { keep } from './keep';
import { tellingWaits } from './waits';

/** What is kept under its name. */
interface Made<T> {
  value?: T;
  inconclusive?: Inconclusive;
  /** The parts of it that could not be tested. */
  untested?: Untested[];
  /** Everything that was sent to make it. */
  exchanges: Exchange[];
  waited: number;
}

/** The name under which it is kept that a case took over what was made. */
const adopted = (name: string) => `adopted ${name}`;

/**
 * What several cases build on: made once in a run, whichever case comes first, or before any does. The first
 * case that needs it keeps everything that was sent for it as evidence, each other one the answers themselves.
 * Where making it was set back, so is every case that needs it.
 * @param make must return plain data, since the next worker reads it from a journal
 */
export async function shared<T extends Answer | readonly Answer[]>(
  session: Session,
  name: string,
  make: () => Promise<T>,
): Promise<T> {
  const { coordinator } = session;
  const begun = Date.now();
  const flight = coordinator.singleFlight<Made<T>>(name, async () => {
    const { value, evidence } = await recordApart(make);
    const { exchanges, waited, untested } = evidence;
    return value === undefined
      ? { exchanges, waited, inconclusive: evidence.inconclusive as Inconclusive }
      : { exchanges, waited, value, ...(untested && { untested }) };
  });
  const made = await tellingWaits(flight);
  if (adopts()) {
    const first = coordinator.takeOnce(adopted(name));
    // Many wait at once, and some of it was waited before this case began.
    if (first) record().waited += Math.min(made.waited, Date.now() - begun);
    const answers = made.value === undefined ? [] : [made.value].flat();
    const own = withReadings(answers).map(({ exchange }) => exchange);
    for (const exchange of first ? made.exchanges : own) keep(session, exchange);
  }
  for (const { place, ...why } of made.untested ?? []) noteUntested(place, why);
  if (made.value !== undefined) return made.value;
  const { verdict, reason } = made.inconclusive as Inconclusive;
  return inconclusive(verdict, reason);
}
