import { type Family, sample } from '../../src/probes/family';

/** All members of the finite parts of a family, and those that are sampled at this depth. */
export const membersOf = (family: Family, of: string, seed: number, depth = 3) => [
  ...(family.classic?.(of) ?? []),
  ...(family.every?.(of) ?? []),
  ...sample(family, of, 'here', { seed, depth }),
];

/** All families in the lists that a file of probes exports, next to lists of words. New ones are included. */
export const listedIn = (file: object) =>
  Object.values(file)
    .flatMap((each): (Family | string)[] => (Array.isArray(each) ? each : []))
    .filter((each) => typeof each !== 'string');
