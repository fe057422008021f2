import { name, version } from '../../../package.json';
import { codes, contractHash } from '../../../spec/contract';
import { type ClauseId, chapters, ledger } from '../../../spec/ledger';
import type { Ledger } from './run';

/** What stays the same from run to run: suite, document and clauses of this checkout. */
export const suiteInfo = {
  suite: { name, version },
  /** Hash of the document and the clauses. */
  contract: contractHash,
  ledger: ledger as Ledger,
  /** name -> title, in reading order. A clause belongs to the chapter that its id starts with. */
  chapters: chapters as Readonly<Record<string, { title: string }>>,
  codes,
};

/** The level of a clause decides what a violation of it is called. */
export const unmetVerdict = (clause: ClauseId) => (ledger[clause].level === 'must' ? 'violates' : 'deviates');
