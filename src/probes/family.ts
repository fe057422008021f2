import fc from 'fast-check';

/** Something to send that was made of something real: a key, an id, the name of a model. */
export interface Probe {
  /** What was done: `character 13 changed`. */
  words: string;
  value: string;
  /** It is as any other request: nothing about it explains a breach. */
  plain?: true;
}

export const probe = (words: string, value: string): Probe => ({ words, value });

/** Probes of one kind: what varies is said once, and members are drawn. */
export interface Family {
  /** Names the family in reports, for good: signatures hold it. */
  name: string;
  /** Members that stand for many: sent at every place, whatever the depth. */
  classic?: (of: string) => Probe[];
  /** All members, from the smallest, where they can be counted: dealt out over the places. */
  every?: (of: string) => Probe[];
  /** Members to draw from where they cannot be counted; null where what they are made of allows none. */
  sampled?: (of: string) => fc.Arbitrary<Probe> | null;
}

/** A family whose members can be counted. */
export function countable(name: string, every: (of: string) => Probe[], classic?: Family['classic']): Family {
  return { name, every, ...(classic && { classic }) };
}

export interface SampleParameters {
  /** Of the run. */
  seed: number;
  /** How many members are drawn. */
  depth: number;
  /** Where the members are sent: each place has draws of its own. */
  place: string;
}

/** The parameters by which fast-check draws the members of a family at a place, and draws them again. */
export function sampleParametersOf({ name }: Family, { seed, depth, place }: SampleParameters) {
  return { seed: hashOf(`${seed} ${name} ${place}`), numRuns: depth, unbiased: true };
}

/** The members that are drawn, in their order. */
export function sample(family: Family, of: string, by: SampleParameters): Probe[] {
  const members = family.sampled?.(of) ?? null;
  return members === null || by.depth === 0 ? [] : fc.sample(members, sampleParametersOf(family, by));
}

/**
 * The members of a countable family that are sent at one place of several: as many as its share, each place others
 * until all have been dealt out.
 * @param before how many were dealt out at the places before this one
 */
export function distributed(
  family: Family,
  of: string,
  by: SampleParameters,
  before: number,
  share: number,
): Probe[] {
  const all = family.every?.(of) ?? [];
  if (share >= all.length) return all;
  const seed = hashOf(`${by.seed} ${family.name}`);
  const [order = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { seed, numRuns: 1 });
  const first = before % all.length;
  return [...order.slice(first), ...order.slice(0, first)].slice(0, share);
}

/** FNV-1a, as fast-check takes seeds: 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash | 0;
}
