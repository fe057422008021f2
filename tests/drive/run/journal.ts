import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parse } from '../../engine/answer';

/** What the worker that takes over after a failed test must know. */
export interface Lasting {
  /** What was made once, by name. */
  values: Record<string, unknown>;
  aiUses: number;
  /** Milliseconds since the epoch: no request is sent before, by the pace. */
  nextTurn: number;
  /** By account; milliseconds since the epoch. */
  backOffUntil: Record<string, number>;
  /** The longest time to a charge. */
  lag: number | 'never';
  /** What outlasted every retry, by name: true until it is over. */
  outages: Record<string, boolean>;
  quotaUsedUp: boolean;
  /** The target stopped answering. */
  gone: boolean;
}

export interface Journal {
  readonly state: Lasting;
  keep(news: Partial<Lasting>): void;
}

/** A state that ends with the worker. */
export function inMemory(): Journal {
  const state: Lasting = {
    values: {},
    aiUses: 0,
    nextTurn: 0,
    backOffUntil: {},
    lag: 0,
    outages: {},
    quotaUsedUp: false,
    gone: false,
  };
  return { state, keep: (news) => take(state, news) };
}

/** What is larger is made again by the worker that needs it: each new worker reads all that is kept. */
const LARGEST = 256 * 1024;

/**
 * Continues the state of a run from its journal, a change a line of JSON. It holds answers as they came, so only
 * its owner may read it, and the run deletes it.
 */
export function openJournal(path: string): Journal {
  const { state, keep } = inMemory();
  // A worker that was killed while it wrote leaves half a line.
  for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [])
    keep((parse(line) ?? {}) as Partial<Lasting>);
  return {
    state,
    keep(news) {
      keep(news);
      const line = JSON.stringify(news);
      if (line.length <= LARGEST) appendFileSync(path, `\n${line}`, { mode: 0o600 });
    },
  };
}

function take(state: Lasting, { values, backOffUntil, outages, ...news }: Partial<Lasting>): void {
  Object.assign(state, news);
  Object.assign(state.values, values);
  Object.assign(state.backOffUntil, backOffUntil);
  Object.assign(state.outages, outages);
}
