import type { Recording } from '../evidence/recorder';

/** Everything that a run asked for, by its identity in JSON, with what was recorded. Who needs it waits for it. */
export type Store = Map<string, Promise<Recording<unknown>>>;
