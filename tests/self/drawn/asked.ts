import { drawn } from './drawn';
import type { Drawn } from './family';

/** How many members of each family of probes are drawn. */
export const depth = Number(process.env.DEPTH ?? 1);

const only = process.env.DRAWN_ONLY;
const places = only === undefined ? null : new Set(only.split(',').map(Number));

/** A defect that is to be met, and its place in the draw, which is the seed of the probes that meet it. */
export interface Asked {
  place: number;
  defect: Drawn;
}

/** The defects to be met: all, or those whose places `DRAWN_ONLY` tells. */
export const asked: readonly Asked[] = drawn
  .map((defect, place): Asked => ({ place, defect }))
  .filter(({ place }) => places === null || places.has(place));
