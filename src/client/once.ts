import { type CheckSession, endUnjudged, recordSeparately, recordUntested } from './evidence/recorder';
import { addToEvidence } from './record-exchange';

/**
 * Returns what was received for this identity. The first call sends for it; what else is asked meanwhile joins.
 * Its requests are evidence of each check that asks. If it ended early, every check that needs it ends, too.
 * @param identity data that tells apart what is asked for; alike in JSON is the same
 */
export async function once<T>(
  session: CheckSession,
  identity: unknown,
  send: (session: CheckSession) => Promise<T>,
): Promise<T> {
  const name = JSON.stringify(identity);
  const recording = session.store.get(name) ?? recordSeparately(session, send);
  session.store.set(name, recording);
  const made = await recording;
  const { exchanges, untested, unjudged } = made.evidence;
  for (const exchange of exchanges) addToEvidence(session, exchange);
  if (!('value' in made) && unjudged) return endUnjudged(unjudged.verdict, unjudged.reason);
  for (const { place, ...why } of untested) recordUntested(session, place, why);
  return made.value as T;
}
