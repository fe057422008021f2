import { name, version } from '../../package.json';
import { codes, contractHash } from '../../spec/contract';
import { chapters, ledger } from '../../spec/ledger';
import type { Basis } from './report';

/** This checkout: suite, document and ledger. */
export const basis: Basis = { suite: { name, version }, contract: contractHash, ledger, chapters, codes };
