import type { Context } from '../data/evidence';
import { factsOf } from '../data/facts';
import { uniqueBy } from '../data/grouped';
import type { FoundSample } from '../faults/previous-run';
import type { ClauseVerdict } from './verdicts';

/** How thoroughly a run samples: 1 for pull requests, 3 for each night, 0 where the doctor verifies parts only. */
export type Depth = 0 | 1 | 3;

/** The values of DEPTH. The doctor sets its own. */
export const depths: ReadonlyMap<string, Depth> = new Map([
  ['doctor', 0],
  ['1', 1],
  ['3', 3],
]);

/** Few probes, and AI requests only where nothing else shows a violation. */
export function isSmokeDepth(depth: number): boolean {
  return depth < 3;
}

/**
 * The samples of a run that found something, each once, including repeated samples of earlier runs. Classic
 * probes are always sent, so they are not listed.
 */
export function foundBy(clauses: readonly ClauseVerdict[], context: Context): FoundSample[] {
  const { sampled } = context;
  if (sampled === undefined) return [];
  const checks = clauses.flatMap((clause) => clause.checks);
  const found = checks.flatMap(({ exchanges, findings }) =>
    findings
      .filter(({ verdict }) => verdict !== 'conforms')
      .flatMap(({ expected, exchanges: [first] }) => {
        const telling = exchanges.find(({ id }) => id === first);
        const probe = telling && factsOf(telling, context).probe;
        return probe === undefined || probe.classic ? [] : { ...probe, expected };
      }),
  );
  return uniqueBy(
    found.map(({ family, place, expected, sampledEarlier = sampled }) => ({
      family,
      place,
      expected,
      ...sampledEarlier,
    })),
    ({ family, place, expected, seed, depth }) => JSON.stringify([family, place, expected, seed, depth]),
  );
}
