import { type Family, sample } from '../../src/probes/family';

/** Every member of what can be counted, and those that are drawn at a depth. */
export const membersOf = (family: Family, of: string, seed: number, depth = 3) => [
  ...(family.classic?.(of) ?? []),
  ...(family.every?.(of) ?? []),
  ...sample(family, of, { seed, depth, place: 'here' }),
];

/** The families of every list that a file of probes exports, which may export lists of words, too: a new one is tried. */
export const listedIn = (file: object) =>
  Object.values(file)
    .flatMap((each): (Family | string)[] => (Array.isArray(each) ? each : []))
    .filter((each) => typeof each !== 'string');
