import { drawn } from './drawn';

/** How many members of each family of probes are drawn. */
export const depth = Number(process.env.DEPTH ?? 1);

const only = process.env.DRAWN_ONLY;
const places = only === undefined ? null : new Set(only.split(',').map(Number));

/** The defects to be met: all, or those whose places `DRAWN_ONLY` tells. */
export const asked = drawn.filter(({ place }) => places === null || places.has(place));
