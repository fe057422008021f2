import { currentEvidence, endUnjudged, recordSeparately, recordUntested } from '../evidence/recorder';
import type { Session } from '../run/session';
import { addToEvidence } from './record-exchange';

/**
 * Returns what was received for this identity. The first call sends for it; what else is asked meanwhile joins.
 * Its requests are evidence of each check that asks. If it ended early, every check that needs it ends, too.
 * @param identity data that tells apart what is asked for; alike in JSON is the same
 */
export async function once<T>(session: Session, identity: unknown, send: () => Promise<T>): Promise<T> {
  const name = JSON.stringify(identity);
  const join = session.store.get(name) ?? session.coordinator.start(() => recordSeparately(send));
  session.store.set(name, join);
  const made = await join();
  const { exchanges, purposes = {}, waits, untested = [], unjudged } = made.evidence;
  currentEvidence().waits.push(...waits);
  for (const exchange of exchanges) addToEvidence(session, exchange, purposes[exchange.id]);
  if (!('value' in made) && unjudged) return endUnjudged(unjudged.verdict, unjudged.reason);
  for (const { place, ...why } of untested) recordUntested(place, why);
  return made.value as T;
}
