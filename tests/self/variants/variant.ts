import type { Change } from '../../../mock/behaviour';

/** A legal way to differ in what the contract leaves open. */
export interface Variant {
  /** What differs, as a phrase. */
  phrase: string;
  change: Change;
}
