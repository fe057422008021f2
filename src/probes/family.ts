import fc from 'fast-check';
import type { Sampling } from '../judge/data/probe';

/** A value to send, made from a real key, id or model name. */
export interface Probe {
  /** What was changed: `character 13 changed`. */
  words: string;
  value: string;
  /** It looks like any other request, so nothing about it explains a violation. */
  plain?: true;
}

export const probe = (words: string, value: string): Probe => ({ words, value });

/** A probe family: probes of one kind. Their parameters are declared once; the probes are sampled. */
export interface Family {
  /** The name of the family in reports. It never changes, since signatures contain it. */
  name: string;
  /** Probes that represent many others. They are sent at every position, whatever the depth. */
  classic?: (of: string) => Probe[];
  /** All probes, from the smallest, if they can be enumerated: they are distributed over the positions. */
  every?: (of: string) => Probe[];
  /** One operation gets all its enumerated probes, whatever the depth. */
  entire?: true;
  /** Generates probes where they cannot be enumerated; null where the original value allows none. */
  sampled?: (of: string) => fc.Arbitrary<Probe> | null;
}

/** A family whose probes can be enumerated. */
export function countable(name: string, every: (of: string) => Probe[], classic?: Family['classic']): Family {
  return { name, every, ...(classic && { classic }) };
}

/**
 * The parameters with which fast-check samples the probes of a family at a position, and samples the same
 * ones again. Each position has its own sample.
 */
export function sampleParametersOf({ name }: Family, place: string, { seed, depth }: Sampling) {
  return { seed: hashOf(`${seed} ${name} ${place}`), numRuns: depth, unbiased: true };
}

/** The sampled probes, in order. */
export function sample(family: Family, of: string, place: string, by: Sampling): Probe[] {
  const members = family.sampled?.(of) ?? null;
  return members === null || by.depth === 0 ? [] : fc.sample(members, sampleParametersOf(family, place, by));
}

/**
 * The probes of an enumerable family for one of several positions: as many as its share. Each position gets
 * different ones until all have been used.
 * @param before how many went to earlier positions
 */
export function distributed(
  family: Family,
  of: string,
  runSeed: number,
  before: number,
  share: number,
): Probe[] {
  const all = family.every?.(of) ?? [];
  if (share >= all.length) return all;
  const seed = hashOf(`${runSeed} ${family.name}`);
  const [order = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { seed, numRuns: 1 });
  const first = before % all.length;
  return [...order.slice(first), ...order.slice(0, first)].slice(0, share);
}

/** FNV-1a, reduced to the 32 bits of a seed of fast-check. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash | 0;
}
