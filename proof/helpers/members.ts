import type { Family } from '../../src/probes/family';

/** All families in the lists that a file of probes exports, next to lists of words. New ones are included. */
export const listedIn = (file: object) =>
  Object.values(file)
    .flatMap((each): (Family | string)[] => (Array.isArray(each) ? each : []))
    .filter((each) => typeof each !== 'string');
