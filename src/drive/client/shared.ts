import type { Answer } from '../../judge/answer';
import type { Exchange, Inconclusive, Untested } from '../../judge/evidence';
import { inconclusive, noteUntested, record, recordApart } from '../case/recorder';
import type { Session } from '../run/session';
import { keep } from './keep';

/** What was made under a name. */
interface Made<T> {
  value?: T;
  inconclusive?: Inconclusive;
  /** The parts of it that could not be tested. */
  untested?: Untested[];
  /** Everything that was sent to make it. */
  exchanges: Exchange[];
  waited: number;
}

/**
 * What several checks build on: made once in a run, whichever check comes first. What was sent for it is evidence of
 * each; where making it ended early, so does every check that needs it.
 */
export async function shared<T extends Answer | readonly Answer[]>(
  session: Session,
  name: string,
  make: () => Promise<T>,
): Promise<T> {
  const { coordinator } = session;
  const made = await coordinator.singleFlight<Made<T>>(name, async () => {
    const { value, evidence } = await recordApart(make);
    const { exchanges, waited, untested } = evidence;
    return value === undefined
      ? { exchanges, waited, inconclusive: evidence.inconclusive as Inconclusive }
      : { exchanges, waited, value, ...(untested && { untested }) };
  });
  // What several checks wait for is waited for once.
  if (coordinator.takeOnce(`waited for ${name}`)) record().waited += made.waited;
  for (const exchange of made.exchanges) keep(session, exchange);
  for (const { place, ...why } of made.untested ?? []) noteUntested(place, why);
  if (made.value !== undefined) return made.value;
  const { verdict, reason } = made.inconclusive as Inconclusive;
  return inconclusive(verdict, reason);
}
