import { resolve } from 'node:path';

/** What became of a drawn defect at one depth. */
export interface Met {
  /** In the draw. */
  place: number;
  /** The first breach of its own chapter that a case told: clause and title. */
  seenBy: { clause: string; title: string } | null;
  /** Other must clauses that turned red. */
  also: string[];
  /** How many cases met it. */
  cases: number;
  /** Why cases judged nothing, where they did not. */
  reasons: string[];
}

/** The file that a run at this depth writes. */
export const resultsAt = (depth: number) =>
  resolve(__dirname, '../..', 'test-results', `drawn-depth-${depth}.json`);
