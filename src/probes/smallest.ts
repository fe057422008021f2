import fc from 'fast-check';
import type { Probe } from './family';
import type { PlannedProbe } from './plan';

/** How many requests may look for the smallest violating probe. Fourteen more find the rule for a key of 4 KiB. */
const SHRINKING = 26;

/** The smallest violating probe that was found, and the last smaller one that does not violate. */
interface Smallest<Sent> {
  probe: Probe;
  /** What was received for it; undefined if no smaller one violates. */
  sent?: Sent;
  closest?: Probe;
}

/**
 * Makes a violating probe smaller, as long as it still violates.
 * @param isSame whether what was received shows the same violation
 */
export async function smallest<Sent>(
  { family, probe, account: { of }, sample }: PlannedProbe,
  send: (probe: Probe) => Promise<Sent>,
  isSame: (sent: Sent) => boolean,
): Promise<Smallest<Sent>> {
  const found: Smallest<Sent> = { probe };
  let left = SHRINKING;
  const breaks = async (smaller: Probe) => {
    if (left-- <= 0) return false;
    const sent = await send(smaller);
    const violates = isSame(sent);
    Object.assign(found, violates ? { probe: smaller, sent } : { closest: smaller });
    return violates;
  };
  const members = sample && family.sampled?.(of);
  if (members)
    await fc.check(
      fc.asyncProperty(members, async (smaller) => !(await breaks(smaller))),
      sample,
    );
  // Countable probes are ordered from the smallest to the largest.
  const all = family.every?.(of) ?? [];
  const known = all.findIndex(({ value }) => value === probe.value);
  await smallestAccepted(-1, known, (middle) => breaks(all[middle] as Probe));
  return found;
}

/**
 * How many first characters of a value must be equal to those of the original for it to be accepted, by bisection;
 * undefined if acceptance does not depend on that.
 * @param isTaken whether a value that agrees in this number of first characters is accepted
 */
export async function comparedLength(
  of: string,
  value: string,
  isTaken: (length: number) => Promise<boolean>,
): Promise<number | undefined> {
  const differs = [...of.slice(0, -1)].findIndex((sign, at) => sign !== value[at]);
  const shared = differs < 0 ? of.length - 1 : differs;
  if (!(await isTaken(shared))) return undefined;
  return shared === 0 || (await isTaken(0)) ? 0 : smallestAccepted(0, shared, isTaken);
}

/** The smallest accepted number, between a rejected and an accepted one. */
async function smallestAccepted(
  rejected: number,
  taken: number,
  isTaken: (middle: number) => Promise<boolean>,
): Promise<number> {
  if (taken - rejected <= 1) return taken;
  const middle = Math.floor((rejected + taken) / 2);
  return (await isTaken(middle))
    ? smallestAccepted(rejected, middle, isTaken)
    : smallestAccepted(middle, taken, isTaken);
}
