/** How many probes a run sends: 1 for pull requests, 3 for nightly runs. 0: the doctor, which verifies parts only. */
export type Depth = 0 | 1 | 3;

/** The values of DEPTH. */
export const depths: ReadonlyMap<string, Depth> = new Map([
  ['1', 1],
  ['3', 3],
]);

/** Few probes, and AI requests only where nothing else shows a violation. */
export function isSmokeDepth(depth: number): boolean {
  return depth < 3;
}
