import type { SavedRecord } from './saved-record';

/** What a run saw of a thing that the contract does not show. */
export interface Observation {
  clause: string;
  /** Of the thing. */
  name: string;
  shape: string;
}

/** The observations of a run by clause and name. The id of a case may count on when a case is added; these stay. */
export function observationsOf({ run }: SavedRecord): Map<string, Observation> {
  const seen = new Map<string, Observation>();
  for (const [id, { observations }] of Object.entries(run.evidence)) {
    const clause = id.replace(/\/\d+$/, '');
    for (const [name, shape] of Object.entries(observations)) {
      seen.set(JSON.stringify([clause, name]), { clause, name, shape });
    }
  }
  return seen;
}
