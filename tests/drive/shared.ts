import type { Exchange, Inconclusive } from '../engine/evidence';
import { inconclusive, keep, record } from './recorder';
import type { Session } from './session';

type Made<T> = { value: T } | { inconclusive: Inconclusive };

/**
 * What several cases build on: made once in a run, whichever case comes first, and its exchanges kept as
 * evidence by each. Where making it was set back, so is every case that needs it.
 * @param make must return plain data, since the next worker reads it from a journal
 */
export async function shared<T>(
  session: Session,
  name: string,
  make: () => Promise<T>,
  exchangesOf: (value: T) => Exchange[],
): Promise<T> {
  const made = await session.coordinator.singleFlight<Made<T>>(name, async () => {
    try {
      return { value: await make() };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { inconclusive: record().inconclusive ?? { verdict: 'blocked', reason: `${name}: ${reason}` } };
    }
  });
  if ('inconclusive' in made) return inconclusive(made.inconclusive.verdict, made.inconclusive.reason);
  for (const exchange of exchangesOf(made.value)) keep(exchange);
  return made.value;
}
