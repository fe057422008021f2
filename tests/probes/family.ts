import fc from 'fast-check';

/** Something to send that was made of something real: a key, an id, the name of a model. */
export interface Probe {
  /** What was done: `character 13 changed`. */
  words: string;
  value: string;
}

/** Probes of one kind: what varies is said once, and members are drawn. */
export interface Family {
  /** Names the family in reports, for good: signatures hold it. */
  name: string;
  /** Members that are always sent. */
  classic?: (of: string) => Probe[];
  /** All members, where these are so few: sent in place of drawn ones where the depth allows it. */
  every?: (of: string) => Probe[];
  /** Members to draw from; null where what they are made of allows none. */
  drawn: (of: string) => fc.Arbitrary<Probe> | null;
}

export interface Draw {
  /** Of the run. */
  seed: number;
  /** So many members are drawn. */
  depth: number;
  /** Where the members are sent: each place has draws of its own. */
  place: string;
}

/** The parameters by which fast-check draws the members of a family at a place, and draws them again. */
export function drawOf({ name }: Family, { seed, depth, place }: Draw) {
  return { seed: hashOf(`${seed} ${name} ${place}`), numRuns: depth, unbiased: true };
}

/** The members that are drawn, in their order. */
export function draw(family: Family, of: string, by: Draw): Probe[] {
  const members = family.drawn(of);
  return members === null || by.depth === 0 ? [] : fc.sample(members, drawOf(family, by));
}

/**
 * The families that are tried at a place: all from a depth of three on, else a third for each step, another third at
 * another place.
 */
export function chosen(families: readonly Family[], { seed, depth, place }: Draw): Family[] {
  const share = Math.ceil((families.length * Math.min(depth, 3)) / 3);
  const first = (hashOf(`${seed} ${place}`) >>> 0) % families.length;
  return [...families.slice(first), ...families.slice(0, first)].slice(0, share);
}

/** FNV-1a, as fast-check takes seeds: 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash | 0;
}
