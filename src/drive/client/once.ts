import type { Unjudged } from '../../judge/data/evidence';
import { currentEvidence, endUnjudged, recordSeparately, recordUntested } from '../evidence/recorder';
import type { Session } from '../run/session';
import type { Received } from '../run/store';
import { addToEvidence } from './record-exchange';

/**
 * Returns what was received for this identity. The first call sends for it; what else is asked meanwhile joins.
 * Its requests are evidence of each check that asks. If it ended early, every check that needs it ends, too.
 * @param identity data that tells apart what is asked for; alike in JSON is the same
 */
export async function once<T>(session: Session, identity: unknown, send: () => Promise<T>): Promise<T> {
  const name = JSON.stringify(identity);
  const join = session.store.get(name) ?? begun(session, name, send);
  const { value, exchanges, asked = {}, waits, untested = [], inconclusive } = await join();
  currentEvidence().waits.push(...waits);
  for (const exchange of exchanges) addToEvidence(session, exchange, asked[exchange.id]);
  for (const { place, ...why } of untested) recordUntested(place, why);
  return inconclusive ? endUnjudged(inconclusive.verdict, inconclusive.reason) : (value as T);
}

function begun<T>({ store, coordinator }: Session, name: string, send: () => Promise<T>) {
  const join = coordinator.start(async (): Promise<Received> => {
    const made = await recordSeparately(send);
    const { exchanges, asked, waits, untested, inconclusive } = made.evidence;
    return {
      exchanges,
      waits,
      ...(asked && { asked }),
      ...('value' in made
        ? { value: made.value, ...(untested && { untested }) }
        : { inconclusive: inconclusive as Unjudged }),
    };
  });
  store.set(name, join);
  return join;
}
