import fc from 'fast-check';
import { type Answer, isAccepted } from '../../judge/response/answer';
import { type Probe, sampleParametersOf } from '../../probes/family';
import type { CheckSession } from '../evidence/recorder';
import type { PlannedProbe } from './selection';
import { isSameViolation, type Trial } from './trial';

/** How many requests may look for the smallest violating probe. Fourteen more find the rule for a key of 4 KiB. */
const SHRINKING = 26;

export type Send = (member: PlannedProbe) => Promise<Answer>;

/** The response to the smallest violating probe, with its value and a similar probe that does not violate. */
export async function smallestViolation(
  session: CheckSession,
  trial: Trial,
  broken: PlannedProbe,
  answers: ReadonlyMap<PlannedProbe, Answer>,
  search: Send,
): Promise<{ smallest: Answer; value: string }> {
  const { facts, setup } = session;
  const { probe, index, ...rest } = broken;
  const { family, of, sender, sampledEarlier } = rest;
  const violating = answers.get(broken) as Answer;
  let smallest = violating;
  let { value } = probe;
  let closest = [...answers].findLast(
    ([member, answer]) =>
      member.family === family &&
      member.sender === sender &&
      !isSameViolation(session, trial, answer, violating),
  )?.[0].probe.words;
  let left = SHRINKING;
  const breaks = async (smaller: Probe) => {
    if (left-- <= 0) return false;
    const answer = await search({ ...rest, probe: smaller });
    const violates = isSameViolation(session, trial, answer, violating);
    if (violates) [smallest, value] = [answer, smaller.value];
    else closest = smaller.words;
    return violates;
  };
  const members = index === undefined ? null : family.sampled?.(of);
  if (members) {
    const property = fc.asyncProperty(members, async (smaller) => !(await breaks(smaller)));
    await fc.check(property, {
      ...sampleParametersOf(family, trial.place, sampledEarlier ?? setup),
      path: `${index}`,
    });
  }
  // Countable probes are ordered from the smallest to the largest.
  const all = family.every?.(of) ?? [];
  const known = all.findIndex(({ value }) => value === probe.value);
  await smallestAccepted(-1, known, (middle) => breaks(all[middle] as Probe));
  const noted = facts.of(smallest).probe;
  if (noted && closest !== undefined) facts.note(smallest.exchange, { probe: { ...noted, closest } });
  return { smallest, value };
}

/**
 * If a probe was accepted because its first characters equal those of the original, finds by bisection how
 * many must be equal, and records it with the violation.
 */
export async function recordComparedLength(
  { facts }: CheckSession,
  trial: Trial,
  { of, sender }: PlannedProbe,
  violating: Answer,
  value: string,
  search: Send,
): Promise<void> {
  const { sameStart } = trial;
  const { probe } = facts.of(violating);
  if (sameStart === undefined || probe === undefined || probe.agrees !== undefined || !isAccepted(violating))
    return;
  const taken = async (length: number) => {
    const [made] = fc.sample(sameStart(of, length), { seed: 1, numRuns: 1 });
    const family = { name: probe.family };
    return made !== undefined && isAccepted(await search({ family, sender, of, probe: made }));
  };
  const differs = [...of.slice(0, -1)].findIndex((sign, at) => sign !== value[at]);
  const shared = differs < 0 ? of.length - 1 : differs;
  if (!(await taken(shared))) return;
  const agrees = shared === 0 || (await taken(0)) ? 0 : await smallestAccepted(0, shared, taken);
  facts.note(violating.exchange, { probe: { ...probe, agrees } });
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
