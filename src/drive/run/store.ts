import type { Evidence, Exchange, Unjudged, Untested } from '../../judge/data/evidence';
import type { Span } from '../../judge/data/spans';

/** What was received for an identity. */
export interface Received {
  value?: unknown;
  inconclusive?: Unjudged;
  /** The parts that could not be tested. */
  untested?: Untested[];
  /** Everything that was sent for it. */
  exchanges: Exchange[];
  asked?: Evidence['asked'];
  waits: Span[];
}

/** Everything that a run asked for, by its identity in JSON. Who needs it waits for it. */
export type Store = Map<string, () => Promise<Received>>;
