import type { KeyVariable } from '../../../spec/accounts';
import type { SoundTarget } from '../variants/variant';
import type { ServerName } from './servers';

/**
 * The parts of what a user tells of a target, each with the clauses that speak of it, and those whose cases it can
 * reach: the others are tested as with the right target file.
 */
export const parts = {
  text: { own: /^text\.|^models\.use/, reaches: /^(text|models|credits|jobs|auth|limits|upstream)\./ },
  jobs: { own: /^jobs\./, reaches: /^(jobs|auth|credits|limits\.daily|text\.requires|models\.use)/ },
  workflows: {
    own: /^workflows\./,
    reaches: /^(workflows|runs|auth|credits\.insufficient|limits\.daily)/,
  },
  runs: { own: /^runs\./, reaches: /^(runs|auth)\./ },
  credits: {
    own: /^credits\.|^models\.price/,
    reaches: /^(credits\.|auth\.key\.valid|models\.price|workflows\.rejected)/,
  },
  models: { own: /^models\./, reaches: /^(models|text|credits|upstream)\./ },
  accounts: {
    own: /^auth\.|^credits\.|^limits\.|^jobs\.lookup\.foreign|^upstream\./,
    reaches: /^(auth|credits|limits|upstream|jobs|runs|models|workflows\.chain)/,
  },
} as const;

/** Something that a user told wrongly of a server that keeps the contract. */
export interface Mistake {
  /** The servers that it is tried on: the mock where absent. */
  on?: readonly ServerName[];
  /** What the target file exports instead of the right one. */
  target?: Misspelling;
  /** Keys named otherwise, or not at all. */
  keys?: (right: Keys) => Keys;
  /** Other variables. */
  env?: Record<string, string>;
  /** What the run must say of it: a part of one line. */
  says: string;
  /** The first answers of the server end it. */
  stops?: true;
  /** A claim that only the clause itself refutes: it violates, and the message names this variable. */
  accuses?: string;
}

export type Keys = { [Variable in KeyVariable]?: string | undefined };

export type Misspelling = (right: SoundTarget) => unknown;

/** By the words for what is wrong. */
export type Table = Record<string, Mistake>;

export const both = ['mock', 'enveloped'] as const;
export const three = [...both, 'text-as-job'] as const;

type On = ServerName | readonly ServerName[];

/** A wrong target file, what a run says of it, and the servers that it is tried on. */
export const row = (says: string, on: On, target: Misspelling): Mistake => ({
  says,
  on: [on].flat(),
  target,
});

/** Several of which a run says the same, tried on the same servers. */
export function rows(says: string, on: On, changes: Record<string, Misspelling>): Table {
  return Object.fromEntries(Object.entries(changes).map(([words, target]) => [words, row(says, on, target)]));
}
