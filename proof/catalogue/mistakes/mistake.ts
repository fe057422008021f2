import type { KeyVariable } from '../../../spec/accounts';
import type { SoundTarget } from '../variants/variant';
import type { ServerName } from './servers';

/**
 * The parts of a target description. `own` are the clauses about the part, `reaches` those whose checks
 * a mistake in it can affect. All others are tested as with the correct target file.
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

/** A wrong statement by the user about a server that follows the contract. */
export interface Mistake {
  /** The servers on which it is tested; the mock by default. */
  on?: readonly ServerName[];
  /** Returns the wrong target file for the correct one. */
  target?: WrongTarget;
  /** Returns the wrong keys for the correct ones. */
  keys?: (right: Keys) => Keys;
  /** Other environment variables. */
  env?: Record<string, string>;
  /** Text that one line of the run's output must contain. */
  says: string;
  /** The first request ends the run. */
  stops?: true;
}

export type Keys = { [Variable in KeyVariable]?: string | undefined };

export type WrongTarget = (right: SoundTarget) => unknown;

/** Mistakes, by the words for them. */
export type Table = Record<string, Mistake>;

export const both = ['mock', 'enveloped'] as const;
export const three = [...both, 'text-as-job'] as const;

type On = ServerName | readonly ServerName[];

/** Builds a mistake in the target file from the text to show, the servers, and the wrong file. */
export const row = (says: string, on: On, target: WrongTarget): Mistake => ({
  says,
  on: [on].flat(),
  target,
});

/** Builds several mistakes with the same text and servers. */
export function rows(says: string, on: On, changes: Record<string, WrongTarget>): Table {
  return Object.fromEntries(Object.entries(changes).map(([words, target]) => [words, row(says, on, target)]));
}
