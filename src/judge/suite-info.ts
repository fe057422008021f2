import { name, version } from '../../package.json';
import { codes, contractHash } from '../../spec/contract';
import { chapters, ledger } from '../../spec/ledger';
import type { Ledger } from './run';

/** What does not change from run to run: suite, document and ledger of this checkout. */
export const suiteInfo = {
  suite: { name, version },
  /** Hash of the document and the ledger. */
  contract: contractHash,
  ledger: ledger as Ledger,
  /** name -> title, in reading order; a clause belongs to the chapter that its id begins with. */
  chapters: chapters as Readonly<Record<string, { title: string }>>,
  /** The table code -> status. */
  codes,
};
