import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from '../../engine/answer';
import type { Exchange } from '../../engine/evidence';

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
  /** Keeps what was sent: a case that is cut short leaves no evidence of it. */
  keepSent(exchange: Exchange): void;
  /** Why something could not be written, which the next worker then lacks; undefined where all was. */
  readonly failure: unknown;
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
  return { state, keep: (news) => take(state, news), keepSent: () => undefined, failure: undefined };
}

/** What is larger has a file of its own, which a worker reads when it needs it: each new worker reads the journal whole. */
const LARGEST = 256 * 1024;

/** A line of the journal that says where values stand. */
interface Apart {
  names: string[];
  file: string;
}

/**
 * Continues the state of a run from its journal, a change a line of JSON. It holds answers as they came, so only
 * its owner may read it, and the run deletes it. What cannot be written still holds in this worker.
 */
export function openJournal(path: string): Journal {
  const { state, keep } = inMemory();
  for (const change of changesIn<Partial<Lasting> | Apart>(path))
    if ('file' in change) defer(state.values, change);
    else keep(change);
  let failure: unknown;
  const write = (act: () => void) => {
    try {
      act();
    } catch (error) {
      failure ??= error;
    }
  };
  const append = (file: string, line: unknown) =>
    appendFileSync(file, `\n${typeof line === 'string' ? line : JSON.stringify(line)}`, PRIVATE);
  return {
    state,
    get failure() {
      return failure;
    },
    keep(news) {
      keep(news);
      write(() => {
        const line = JSON.stringify(news);
        if (line.length <= LARGEST) return append(path, line);
        const file = `${path}.${randomUUID()}`;
        writeFileSync(file, line, PRIVATE);
        append(path, { names: Object.keys(news.values ?? {}), file } satisfies Apart);
      });
    },
    keepSent: (exchange) => write(() => append(sentFile(path), exchange)),
  };
}

/** All that the workers of a run sent and had an answer to, or none, as it was when that came. */
export const sentBy = (journal: string): Exchange[] => changesIn<Exchange>(sentFile(journal));

const PRIVATE = { mode: 0o600 };

const sentFile = (journal: string) => `${journal}.sent`;

/** The lines of a file. A worker that was killed while it wrote leaves half a line. */
function changesIn<Line extends object>(path: string): Line[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  return lines.flatMap((line) => (parse(line) as Line | undefined) ?? []);
}

/** Values that are read once somebody needs them. */
function defer(values: Lasting['values'], { names, file }: Apart): void {
  let read: Partial<Lasting> | undefined;
  for (const name of names)
    Object.defineProperty(values, name, {
      enumerable: true,
      get() {
        read ??= JSON.parse(readFileSync(file, 'utf8')) as Partial<Lasting>;
        return read.values?.[name];
      },
    });
}

function take(state: Lasting, { values, backOffUntil, outages, ...news }: Partial<Lasting>): void {
  Object.assign(state, news);
  Object.assign(state.values, values);
  Object.assign(state.backOffUntil, backOffUntil);
  Object.assign(state.outages, outages);
}
