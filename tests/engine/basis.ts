import { name, version } from '../../package.json';
import { codes, contractHash } from '../../spec/contract';
import type { ErrorCode } from '../../spec/error-code';
import { chapters, ledger } from '../../spec/ledger';
import type { Ledger } from './run';

/** What does not change from run to run. */
export interface Basis {
  suite: { name: string; version: string };
  /** Hash of the document and the ledger. */
  contract: string;
  ledger: Ledger;
  /** name -> title, in reading order; a clause belongs to the chapter that its id begins with. */
  chapters: Readonly<Record<string, { title: string }>>;
  /** The table code -> status. */
  codes: Readonly<Record<ErrorCode, number>>;
}

/** This checkout: suite, document and ledger. */
export const basis: Basis = { suite: { name, version }, contract: contractHash, ledger, chapters, codes };
