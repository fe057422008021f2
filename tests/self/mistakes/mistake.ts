import type { Target } from '../../drive/target';
import type { KeyVariable } from '../../engine/accounts';
import type { ServerName } from './servers';

/** The parts of what a user tells of a target, each with the clauses that speak of it. */
export const parts = {
  text: /^text\.|^models\.use/,
  jobs: /^jobs\./,
  workflows: /^workflows\./,
  runs: /^runs\./,
  credits: /^credits\.|^models\.price/,
  models: /^models\./,
  accounts: /^auth\.|^credits\.|^limits\.|^jobs\.lookup\.foreign|^upstream\./,
} as const;

/** Something that a user told wrongly of a server that keeps the contract. */
export interface Mistake {
  part: keyof typeof parts;
  /** The servers that it is tried on: the mock where absent. */
  on?: readonly ServerName[];
  /** What the target file exports instead of the right one. */
  target?: (right: SoundTarget) => unknown;
  /** Keys named otherwise, or not at all. */
  keys?: (right: Keys) => Keys;
  /** Other variables. */
  env?: Record<string, string>;
  /** What the run must say of it: a part of one line. */
  says: string;
  /** The first answers of the server end it. */
  stops?: true;
  /** Tried by `npm test` too. */
  often?: true;
  /** A claim that only the clause itself refutes: it violates, and the message names this variable. */
  accuses?: string;
}

export type Keys = { [Variable in KeyVariable]?: string | undefined };

/** A target file in which nothing is left out. */
export type SoundTarget = Target & {
  [Part in 'text' | 'job' | 'workflow' | 'run']-?: NonNullable<Target[Part]>;
};
